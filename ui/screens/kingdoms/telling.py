"""The finale of a game of Kingdoms: epoch after epoch its rows and then its columns, while everybody's gold grows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.kingdoms import COLUMNS, GOLD_AT_THE_START, ROWS, Colour, EpochSheet, Line
from scoring.kingdoms.lines import Axis
from ui.components.finale import DRAWN_MARGIN
from ui.components.finale.telling import Chip, Ending, Highlight, Racer, Stage, Step, Telling
from ui.drawing.kingdoms_words import called, headline, signed, why
from ui.drawing.pieces import small_board
from ui.i18n.translate import _
from ui.table.kingdoms import Game


def telling(game: Game, remarks: Sequence[str] = ()) -> Telling | None:
    """A game that is over, in the order of the colours, which tells no places; None before that."""
    sheet = game.sheet
    if sheet is None or not game.is_over:
        return None
    playing = {purse.colour for purse in sheet.purses}
    colours = [colour for colour in Colour if colour in playing]
    legs: list[Step] = []
    totals = (GOLD_AT_THE_START,) * len(colours)
    for at, epoch in enumerate(sheet.epochs):
        for title, lines in _halves(epoch, at + 1):
            gained = tuple(sum(line.gold(colour) for line in lines) for colour in colours)
            totals = tuple(gold + gain for gold, gain in zip(totals, gained, strict=True))
            legs.append(Step(title, "", "", (_lit(at, lines),), gained, totals))
    richest = sheet.purses[0]
    reason = [why(richest, game)] if len(sheet.richest) == 1 else []
    ending = Ending(
        headline(game, [called(colour, game) for colour in sheet.richest]),
        richest.colour.value if len(sheet.richest) == 1 else "",
        (_("{gold} gold", gold=richest.now), *reason, *remarks),
    )
    start = (GOLD_AT_THE_START,) * len(colours)
    racers = [Racer(called(colour, game), colour.value) for colour in colours]
    stages = [Stage(small_board(board), ROWS, COLUMNS, DRAWN_MARGIN) for board in game.boards]
    return Telling(racers, start, stages, legs, ending, in_turn=True)


def _halves(epoch: EpochSheet, number: int) -> Iterator[tuple[str, list[Line]]]:
    """The lines of an epoch in which a castle stands: its rows, and its columns; a half without any is left out."""
    paying = [line for line in epoch.lines if any(part.gains for part in line.parts)]
    rows = [line for line in paying if line.axis is Axis.ROW]
    columns = [line for line in paying if line.axis is Axis.COLUMN]
    halves = ((_("Epoch {number}: rows", number=number), rows), (_("Epoch {number}: columns", number=number), columns))
    return ((title, lines) for title, lines in halves if lines)


def _lit(stage: int, lines: Sequence[Line]) -> Highlight:
    """The parts of lines that pay, each with what it is worth on its middle space."""
    paying = [part for line in lines for part in line.parts if part.gains]
    squares = tuple(dict.fromkeys(space for part in paying for space in part.spaces))
    return Highlight(
        stage, squares, tuple(Chip(*part.spaces[len(part.spaces) // 2], signed(part.base)) for part in paying)
    )
