"""The score of one epoch: every row and every column, and what each player takes from them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scoring.kingdoms.board import Board
from scoring.kingdoms.lines import Axis, Line, lines
from scoring.kingdoms.pieces import Castle, Colour


@dataclass(frozen=True)
class Earning:
    """What one player takes from the rows and from the columns of an epoch; a castle counts once in each."""

    colour: Colour
    rows: int
    columns: int

    @property
    def total(self) -> int:
        return self.rows + self.columns


@dataclass(frozen=True)
class EpochSheet:
    """The board at the end of an epoch with its rows, its columns, and everybody's earnings."""

    board: Board
    lines: tuple[Line, ...]
    earnings: tuple[Earning, ...]

    def total(self, colour: Colour) -> int:
        """The gold a player takes in this epoch, negative if it is paid; 0 for a colour that does not play."""
        return sum(earning.total for earning in self.earnings if earning.colour is colour)


def score_epoch(board: Board, players: Collection[Colour] = ()) -> EpochSheet:
    """The sheet of an epoch, of a legal board or not: what breaks the rules is for ``problems`` to say.

    It lists ``players`` and every other colour with a castle on the board.
    """
    scored = lines(board)
    rows = [line for line in scored if line.axis is Axis.ROW]
    columns = [line for line in scored if line.axis is Axis.COLUMN]
    here = colours(board)
    earnings = tuple(
        Earning(colour, sum(row.gold(colour) for row in rows), sum(column.gold(colour) for column in columns))
        for colour in Colour
        if colour in players or colour in here
    )
    return EpochSheet(board, scored, earnings)


def colours(*boards: Board) -> tuple[Colour, ...]:
    """The colours that have a castle on any of these boards, in their usual order."""
    seen = {piece.colour for board in boards for _, piece in board.spaces() if isinstance(piece, Castle)}
    return tuple(colour for colour in Colour if colour in seen)
