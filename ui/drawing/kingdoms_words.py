"""Sentences about an epoch and a game of Kingdoms, with the players' names."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.kingdoms import Colour, EpochSheet, Gain, Line, Part, Purse
from ui.i18n.translate import _, joined, n_, translated
from ui.table.kingdoms import Game, Player
from ui.table.trust import reservation

MINUS = "\u2212"


def signed(gold: int) -> str:
    """An amount as it is written in a margin, with a sign as wide as a plus; 0 without one."""
    return f"{gold:+d}".replace("-", MINUS) if gold else "0"


def explained(line: Line, game: Game) -> list[str]:
    """How a row or column was counted: the sum of each part, and what everybody takes from it."""
    return [sentence for part in line.parts for sentence in _explained_part(part, game)]


def _explained_part(part: Part, game: Game) -> list[str]:
    return [translated(part.line), *(_gained(gain, part, game) for gain in part.gains)]


def _gained(gain: Gain, part: Part, game: Game) -> str:
    """A gain as a player would write it: ``Ana: 3 × (4 + 2) = +18``."""
    ranks = " + ".join(map(str, gain.ranks))
    several = f"({ranks})" if len(gain.ranks) > 1 else ranks
    return f"{called(gain.colour, game)}: {signed(part.base).lstrip('+')} × {several} = {signed(gain.gold)}"


def called(colour: Colour, game: Game) -> str:
    """Who plays a colour, or the colour as a name where nobody does."""
    return game.name(colour) or translated(colour.words).capitalize()


def headline(game: Game, names: Sequence[str]) -> str:
    """Who won or starts the next epoch; ``names`` of the richest are put in as they come."""
    if game.is_over:
        return n_("{names} wins", "{names} share the victory", len(names), names=joined(names))
    return n_(
        "{names} starts the next epoch",
        "{names} are equally rich: one of them starts the next epoch",
        len(names),
        names=joined(names),
    )


def reservations(game: Game) -> list[str]:
    """What has to be said beside the gold: every epoch that is not checked, and how far it can be relied on."""
    unsure = ((number, reservation(epoch.state)) for number, epoch in enumerate(game.epochs, start=1))
    return [_("Epoch {number}: {state}", number=number, state=translated(said)) for number, said in unsure if said]


def why(purse: Purse, game: Game) -> str:
    """The reason for a place, with the players' names: ``7 behind Ana``."""
    rivals = purse.reason.rivals
    return translated(purse.reason.words({rival: called(rival, game) for rival in rivals})) if rivals else ""


def seated(sheet: EpochSheet, game: Game) -> tuple[Player, ...]:
    """Everybody on the sheet of an epoch: the players, and colours on the board that nobody plays."""
    return tuple(Player(earning.colour, called(earning.colour, game)) for earning in sheet.earnings)
