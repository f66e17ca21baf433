"""The score of one epoch: rows and columns are split at mountains, and each part is scored alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from scoring.kingdom import Position
from scoring.knizia.board import COLUMNS, ROWS, Board
from scoring.knizia.pieces import DRAGON, GOLD_MINE, MOUNTAIN, SIGNS, WIZARD, Castle, Colour, Kind, Tile
from scoring.message import Described


class Axis(StrEnum):
    """Which way a line of spaces runs."""

    ROW = "row"
    COLUMN = "column"


@dataclass(frozen=True)
class Gain(Described):
    """What one player takes from a part: the base times the ranks of the player's castles.

    Attributes:
        colour: The player.
        ranks: The rank of each castle, raised by an adjacent wizard.
        gold: The gold taken; negative if it is paid.
    """

    colour: Colour
    ranks: tuple[int, ...]
    gold: int


@dataclass(frozen=True)
class Part(Described):
    """The spaces of a row or column between mountains, and their value (rulebook, scoring).

    Attributes:
        axis: Whether it is part of a row or of a column.
        number: Number of the row or column, from 1.
        mountains_before: Mountains of the line to the left, or above.
        mountains_after: Mountains of the line to the right, or below.
        spaces: The positions.
        values: The numbers that count, in the order of the spaces.
        cancelled: The resources that a dragon cancels.
        gold_mines: The gold mines that double the sum.
        gains: What each player takes.
    """

    axis: Axis
    number: int
    mountains_before: int
    mountains_after: int
    spaces: tuple[Position, ...]
    values: tuple[int, ...] = ()
    cancelled: tuple[int, ...] = ()
    gold_mines: int = 0
    gains: tuple[Gain, ...] = ()

    @property
    def base(self) -> int:
        """Resources minus hazards, without what a dragon cancels, doubled by each gold mine."""
        return sum(self.values) << self.gold_mines


@dataclass(frozen=True)
class Line:
    """A row or a column, numbered from 1, and its parts."""

    axis: Axis
    number: int
    parts: tuple[Part, ...]

    def gold(self, colour: Colour) -> int:
        """Return the gold that a player takes from all parts."""
        return sum(gain.gold for part in self.parts for gain in part.gains if gain.colour is colour)


def score_lines(board: Board) -> tuple[Line, ...]:
    """Score the rows from the top, then the columns from the left."""
    rows = [_score_line(board, Axis.ROW, row, [(row, column) for column in range(COLUMNS)]) for row in range(ROWS)]
    columns = [
        _score_line(board, Axis.COLUMN, column, [(row, column) for row in range(ROWS)]) for column in range(COLUMNS)
    ]
    return (*rows, *columns)


def _score_line(board: Board, axis: Axis, at: int, spaces: list[Position]) -> Line:
    """Split a line at its mountains and score each part alone; mountains belong to none (rulebook, mountains)."""
    mountains = [place for place, position in enumerate(spaces) if board[position] == MOUNTAIN]
    cuts = [-1, *mountains, len(spaces)]
    parts = (
        _score_part(board, Part(axis, at + 1, before, len(mountains) - before, tuple(spaces[start + 1 : end])))
        for before, (start, end) in enumerate(pairwise(cuts))
        if start + 1 < end
    )
    return Line(axis, at + 1, tuple(parts))


def _score_part(board: Board, part: Part) -> Part:
    """Score a part: a dragon cancels its resources, a gold mine doubles the rest, a wizard raises ranks.

    A second dragon changes nothing; a second gold mine, which no box has, doubles again.
    """
    tiles = [tile for position in part.spaces if isinstance(tile := board[position], Tile)]
    cancelled = tuple(tile.value for tile in tiles if tile.kind is Kind.RESOURCE) if DRAGON in tiles else ()
    values = tuple(
        tile.value if tile.kind is Kind.RESOURCE else -tile.value
        for tile in tiles
        if tile.kind in SIGNS and not (cancelled and tile.kind is Kind.RESOURCE)
    )
    valued = replace(part, values=values, cancelled=cancelled, gold_mines=tiles.count(GOLD_MINE))
    return replace(valued, gains=tuple(_list_gains(board, part.spaces, valued.base)))


def _list_gains(board: Board, spaces: tuple[Position, ...], base: int) -> Iterator[Gain]:
    """List the gain of each player with a castle in the part, in the order of the colours."""
    for colour in Colour:
        own = [p for p in spaces if isinstance(piece := board[p], Castle) and piece.colour is colour]
        ranks = tuple(effective_rank(board, position) for position in own)
        if ranks:
            yield Gain(colour, ranks, base * sum(ranks))


def effective_rank(board: Board, position: Position) -> int:
    """Return the rank of the castle on a space: one more for an adjacent wizard (rulebook, wizard).

    0 without a castle. A second wizard, which no box has, raises it once more.
    """
    piece = board[position]
    if not isinstance(piece, Castle):
        return 0
    return piece.rank + [board[near] for near in board.neighbours(position)].count(WIZARD)


@dataclass(frozen=True)
class Income:
    """What one player takes from the rows and from the columns of an epoch; a castle counts once in each."""

    colour: Colour
    rows: int
    columns: int

    @property
    def total(self) -> int:
        """The gold from rows and columns."""
        return self.rows + self.columns


@dataclass(frozen=True)
class EpochSheet:
    """The board at the end of an epoch, its scored rows and columns, and the income of each player."""

    board: Board
    lines: tuple[Line, ...]
    incomes: tuple[Income, ...]

    def total(self, colour: Colour) -> int:
        """Return the gold that a player takes in this epoch; negative if it is paid, 0 without castles."""
        return sum(income.total for income in self.incomes if income.colour is colour)


def score_epoch(board: Board, players: Collection[Colour] = ()) -> EpochSheet:
    """Score an epoch, on a legal board or not.

    Args:
        board: The board at its end.
        players: The colours that play; those with a castle on the board play anyway.
    """
    scored = score_lines(board)
    rows = [line for line in scored if line.axis is Axis.ROW]
    columns = [line for line in scored if line.axis is Axis.COLUMN]
    here = colours(board)
    incomes = tuple(
        Income(colour, sum(row.gold(colour) for row in rows), sum(column.gold(colour) for column in columns))
        for colour in Colour
        if colour in players or colour in here
    )
    return EpochSheet(board, scored, incomes)


def colours(*boards: Board) -> tuple[Colour, ...]:
    """Return the colours with a castle on any of these boards, in their default order."""
    seen = {piece.colour for board in boards for _, piece in board.spaces() if isinstance(piece, Castle)}
    return tuple(colour for colour in Colour if colour in seen)
