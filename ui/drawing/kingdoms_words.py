"""A game of Kingdoms in words: players and lines on a screen, a line for a chat, a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from scoring.kingdoms import Colour, EpochSheet, Gain, Line, Part, Purse
from ui.drawing.result_text import cell
from ui.i18n.translate import _, joined, n_, translated
from ui.table.board import reservation
from ui.table.kingdoms import Game, Player

MINUS = "\u2212"


def signed(gold: int) -> str:
    """An amount as it is written in a margin, with a sign as wide as a plus; 0 without one."""
    return f"{gold:+d}".replace("-", MINUS) if gold else "0"


def explained(line: Line, game: Game) -> list[str]:
    """How a row or column was counted: the sum of each part, and what everybody takes from it."""
    parts = ([translated(part.line), *(_gained(gain, part, game) for gain in part.gains)] for part in line.parts)
    return [sentence for part in parts for sentence in part]


def _gained(gain: Gain, part: Part, game: Game) -> str:
    """A gain as a player would write it: ``Ana: 3 × (4 + 2) = +18``."""
    ranks = " + ".join(map(str, gain.ranks))
    several = f"({ranks})" if len(gain.ranks) > 1 else ranks
    return f"{called(gain.colour, game)}: {signed(part.base).lstrip('+')} × {several} = {signed(gain.gold)}"


def called(colour: Colour, game: Game) -> str:
    """The player of a colour, or the colour as a name where nobody plays it."""
    return game.name(colour) or translated(colour.words).capitalize()


def headline(game: Game, names: Sequence[str]) -> str:
    """A line on who won or starts the next epoch; ``names`` of the richest are put in as they come."""
    if game.is_over:
        return n_("{names} wins", "{names} share the victory", len(names), names=joined(names))
    return n_(
        "{names} starts the next epoch",
        "{names} are equally rich: one of them starts the next epoch",
        len(names),
        names=joined(names),
    )


def reservations(game: Game) -> list[str]:
    """The words that belong beside the gold: every epoch that is not checked, and how far it can be relied on."""
    unsure = ((number, reservation(epoch.state)) for number, epoch in enumerate(game.epochs, start=1))
    return [_("Epoch {number}: {state}", number=number, state=translated(said)) for number, said in unsure if said]


def why(purse: Purse, game: Game) -> str:
    """The reason for a place, with the players' names: ``7 behind Ana``."""
    rivals = purse.reason.rivals
    return translated(purse.reason.words({rival: called(rival, game) for rival in rivals})) if rivals else ""


def seated(sheet: EpochSheet, game: Game) -> tuple[Player, ...]:
    """Everybody on the sheet of an epoch: the players, and colours on the board that nobody plays."""
    return tuple(Player(earning.colour, called(earning.colour, game)) for earning in sheet.earnings)


def game_line(game: Game) -> str:
    """The gold so far in one line for a chat: ``1. Ana 81, 2. Ben 47 (Epoch 2: 4 to check)``."""
    purses = game.sheet.purses if game.sheet else ()
    places = ", ".join(f"{purse.place}. {called(purse.colour, game)} {purse.now}" for purse in purses)
    unsure = f" ({'; '.join(reservations(game))})" if reservations(game) else ""
    return _("Kingdoms: {places}", places=places + unsure)


def game_csv(game: Game) -> str:
    """A line for every row and column of every epoch and player, then the gold after the epoch."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(["epoch", "player", "colour", "line", "gold"])
    if game.sheet is None:
        return written.getvalue()
    for number, epoch in enumerate(game.sheet.epochs, start=1):
        for purse in game.sheet.purses:
            who = [number, cell(called(purse.colour, game)), purse.colour.value]
            table.writerows([*who, str(line.name), line.gold(purse.colour)] for line in epoch.lines)
            table.writerow([*who, "gold", purse.gold[number - 1]])
    return written.getvalue()
