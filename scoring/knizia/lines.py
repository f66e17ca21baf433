"""Score of one epoch: rows and columns cut at their mountains, what each part is worth, and what each player takes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from scoring.kingdom import Position
from scoring.knizia.board import COLUMNS, ROWS, Board
from scoring.knizia.pieces import DRAGON, GOLD_MINE, MOUNTAIN, SIGNS, WIZARD, Castle, Colour, Kind, Tile
from scoring.message import Message, Text, join_comma, message


class Axis(StrEnum):
    """Which way a line of spaces runs."""

    ROW = "row"
    COLUMN = "column"


@dataclass(frozen=True)
class Gain:
    """What one player takes from a part, negative if it is paid: the base times the ranks of the player's castles.

    ``ranks`` has one for each castle, raised where a wizard stands next to it.
    """

    colour: Colour
    ranks: tuple[int, ...]
    gold: int

    @property
    def line(self) -> Message:
        """The gain as a player would write it: ``yellow 4 + 2 ranks = -18``."""
        return message(
            "{colour} {ranks} rank = {gold}" if self.ranks == (1,) else "{colour} {ranks} ranks = {gold}",
            colour=self.colour.label,
            ranks=" + ".join(map(str, self.ranks)),
            gold=f"{self.gold:+d}" if self.gold else "0",
        )


@dataclass(frozen=True)
class Part:
    """Spaces of a row or column between mountains, and their worth (rulebook, scoring).

    ``number`` is that of the row or column, from 1; ``mountains_before`` and ``mountains_after`` are how many of its
    mountains lie left or above, and right or below. ``values`` are the numbers that count, in the order of the
    spaces; ``cancelled`` those of the resources a dragon cancels; ``gold_mines`` how many gold mines double the sum.
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
    def name(self) -> Message:
        """The place of the part: ``row 4, left of the mountain``."""
        line = _line_name(self.axis, self.number)
        if self.mountains_before and self.mountains_after:
            return message("{line}, between the mountains", line=line)
        if self.mountains_after:
            return _before_mountains(self.axis, line, self.mountains_after)
        if self.mountains_before:
            return _after_mountains(self.axis, line, self.mountains_before)
        return line

    @property
    def base(self) -> int:
        """Resources less hazards, without what a dragon cancels, doubled by a gold mine."""
        return sum(self.values) << self.gold_mines

    @property
    def line(self) -> Message:
        """The sum as a player would write it: ``row 4, left of the mountain: dragon cancels +3, base 0``."""
        steps: list[Text] = []
        if self.cancelled:
            steps.append(message("dragon cancels {values}", values=_listed(self.cancelled)))
        if self.values:
            steps.append(_listed(self.values))
        if self.values and self.gold_mines:
            steps.append(message("gold mine doubles {sum}", sum=sum(self.values)))
        sum_of_parts = join_comma([*steps, message("base {base}", base=self.base)])
        return message("{where}: {told}", where=self.name, told=sum_of_parts)

    @property
    def lines(self) -> tuple[Message, ...]:
        """The sum and everybody's gain, one line each."""
        return (self.line, *(gain.line for gain in self.gains))


@dataclass(frozen=True)
class Line:
    """A row or a column, numbered from 1, with its parts."""

    axis: Axis
    number: int
    parts: tuple[Part, ...]

    @property
    def name(self) -> Message:
        """The line as a player says it: ``row 1``, ``column 6``."""
        return _line_name(self.axis, self.number)

    def gold(self, colour: Colour) -> int:
        """The gold that a player takes from the whole line."""
        return sum(gain.gold for part in self.parts for gain in part.gains if gain.colour is colour)


def score_lines(board: Board) -> tuple[Line, ...]:
    """The rows from the top, then the columns from the left."""
    rows = [_line(board, Axis.ROW, row, [(row, column) for column in range(COLUMNS)]) for row in range(ROWS)]
    columns = [_line(board, Axis.COLUMN, column, [(row, column) for row in range(ROWS)]) for column in range(COLUMNS)]
    return (*rows, *columns)


def _line(board: Board, axis: Axis, at: int, spaces: list[Position]) -> Line:
    """A line cut at its mountains, each part scored alone; a mountain belongs to none (rulebook, mountains)."""
    mountains = [place for place, position in enumerate(spaces) if board[position] == MOUNTAIN]
    cuts = [-1, *mountains, len(spaces)]
    parts = (
        _part(board, Part(axis, at + 1, before, len(mountains) - before, tuple(spaces[start + 1 : end])))
        for before, (start, end) in enumerate(pairwise(cuts))
        if start + 1 < end
    )
    return Line(axis, at + 1, tuple(parts))


def _line_name(axis: Axis, number: int) -> Message:
    return message("row {number}", number=number) if axis is Axis.ROW else message("column {number}", number=number)


def _before_mountains(axis: Axis, line: Message, mountains: int) -> Message:
    one = mountains == 1
    if axis is Axis.ROW:
        return message("{line}, left of the mountain" if one else "{line}, left of the mountains", line=line)
    return message("{line}, above the mountain" if one else "{line}, above the mountains", line=line)


def _after_mountains(axis: Axis, line: Message, mountains: int) -> Message:
    one = mountains == 1
    if axis is Axis.ROW:
        return message("{line}, right of the mountain" if one else "{line}, right of the mountains", line=line)
    return message("{line}, below the mountain" if one else "{line}, below the mountains", line=line)


def _part(board: Board, part: Part) -> Part:
    """A part scored: the dragon cancels its resources, the gold mine doubles the rest, the wizard lifts ranks.

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
    return replace(valued, gains=tuple(_gains(board, part.spaces, valued.base)))


def _gains(board: Board, spaces: tuple[Position, ...], base: int) -> Iterator[Gain]:
    """The gold of everybody with a castle in the part, in the order of the colours."""
    for colour in Colour:
        own = [p for p in spaces if isinstance(piece := board[p], Castle) and piece.colour is colour]
        ranks = tuple(effective_rank(board, position) for position in own)
        if ranks:
            yield Gain(colour, ranks, base * sum(ranks))


def effective_rank(board: Board, position: Position) -> int:
    """The rank at which the castle on a space counts: one more for a wizard next to it (rulebook, wizard).

    0 where no castle lies. A second wizard, which no box has, lifts once more.
    """
    piece = board[position]
    if not isinstance(piece, Castle):
        return 0
    return piece.rank + [board[near] for near in board.neighbours(position)].count(WIZARD)


def _listed(values: tuple[int, ...]) -> str:
    return " ".join(f"{value:+d}" for value in values)


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
    """The sheet of an epoch, of a legal board or not: what breaks the rules is for ``find_problems`` to say.

    It lists ``players`` and every other colour with a castle on the board.
    """
    scored = score_lines(board)
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
