"""The rows and columns of a board, cut into parts by mountains, and what each part is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from scoring.kingdom import Position
from scoring.kingdoms.board import COLUMNS, ROWS, Board
from scoring.kingdoms.pieces import DRAGON, GOLD_MINE, MOUNTAIN, SIGNS, WIZARD, Castle, Colour, Kind, Tile
from scoring.sentence import in_a_row, said


@dataclass(frozen=True)
class Gain:
    """What one player takes from a part, negative if it is paid: the base times the ranks of the player's castles.

    ``ranks`` has one for each castle, raised where a wizard stands next to it.
    """

    colour: Colour
    ranks: tuple[int, ...]
    gold: int

    @property
    def line(self) -> str:
        """The gain as a player would write it: ``yellow 4 + 2 ranks = -18``."""
        noun = "rank" if self.ranks == (1,) else "ranks"
        return f"{self.colour.value} {' + '.join(map(str, self.ranks))} {noun} = {_signed(self.gold)}"


@dataclass(frozen=True)
class Part:
    """Spaces of a row or column between mountains, and their worth (rulebook, scoring).

    ``name`` says where: ``row 4, left of the mountain``. ``values`` are the numbers that count, in the order of the
    spaces; ``cancelled`` those of the resources a dragon cancels; ``gold_mines`` how many gold mines double the sum.
    """

    name: str
    spaces: tuple[Position, ...]
    values: tuple[int, ...]
    cancelled: tuple[int, ...]
    gold_mines: int
    gains: tuple[Gain, ...]

    @property
    def base(self) -> int:
        """Resources less hazards, without what a dragon cancels, doubled by a gold mine."""
        return sum(self.values) << self.gold_mines

    @property
    def line(self) -> str:
        """The sum as a player would write it: ``row 4, left of the mountain: dragon cancels +3, base 0``."""
        steps: list[str] = [said("dragon cancels {values}", values=_listed(self.cancelled))] if self.cancelled else []
        if self.values:
            steps.append(_listed(self.values))
        if self.values and self.gold_mines:
            steps.append(said("gold mine doubles {sum}", sum=sum(self.values)))
        told = in_a_row([*steps, said("base {base}", base=self.base)], "{first}, {rest}")
        return said("{where}: {told}", where=self.name, told=told)

    @property
    def lines(self) -> tuple[str, ...]:
        """The sum and everybody's gain, one line each."""
        return (self.line, *(gain.line for gain in self.gains))


@dataclass(frozen=True)
class Line:
    """A row or a column with its parts; ``name`` is ``row 1`` or ``column 6``."""

    name: str
    parts: tuple[Part, ...]

    @property
    def is_row(self) -> bool:
        return self.name.startswith("row")

    def gold(self, colour: Colour) -> int:
        """What a player takes from the whole line."""
        return sum(gain.gold for part in self.parts for gain in part.gains if gain.colour is colour)


def lines(board: Board) -> tuple[Line, ...]:
    """The rows from the top, then the columns from the left."""
    rows = [
        _line(board, said("row {number}", number=at + 1), [(at, column) for column in range(COLUMNS)])
        for at in range(ROWS)
    ]
    columns = [
        _line(board, said("column {number}", number=at + 1), [(row, at) for row in range(ROWS)])
        for at in range(COLUMNS)
    ]
    return (*rows, *columns)


def _line(board: Board, name: str, spaces: list[Position]) -> Line:
    return Line(name, tuple(_parts(board, name, spaces)))


def _parts(board: Board, name: str, spaces: list[Position]) -> Iterator[Part]:
    """The spaces between mountains, each scored alone; a mountain belongs to none (rulebook, mountains)."""
    mountains = [position for position in spaces if board[position] == MOUNTAIN]
    cuts = [-1, *(spaces.index(mountain) for mountain in mountains), len(spaces)]
    for before, (start, end) in enumerate(pairwise(cuts)):
        part = tuple(spaces[start + 1 : end])
        if part:
            yield _part(board, _beside(name, before, len(mountains)), part)


def _beside(line: str, before: int, mountains: int) -> str:
    """The name of a part that has so many of the line's mountains before it: ``row 4, left of the mountain``."""
    if not mountains:
        return line
    if 0 < before < mountains:
        return said("{line}, between the mountains", line=line)
    one = mountains == 1
    if line.startswith("row") and before == 0:
        pattern = "{line}, left of the mountain" if one else "{line}, left of the mountains"
    elif line.startswith("row"):
        pattern = "{line}, right of the mountain" if one else "{line}, right of the mountains"
    elif before == 0:
        pattern = "{line}, above the mountain" if one else "{line}, above the mountains"
    else:
        pattern = "{line}, below the mountain" if one else "{line}, below the mountains"
    return said(pattern, line=line)


def _part(board: Board, name: str, spaces: tuple[Position, ...]) -> Part:
    """One part scored: the dragon cancels its resources, the gold mine doubles the rest, the wizard lifts ranks.

    A second dragon changes nothing; a second gold mine, which no box has, doubles again.
    """
    tiles = [tile for position in spaces if isinstance(tile := board[position], Tile)]
    cancelled = tuple(tile.value for tile in tiles if tile.kind is Kind.RESOURCE) if DRAGON in tiles else ()
    values = tuple(
        tile.value if tile.kind is Kind.RESOURCE else -tile.value
        for tile in tiles
        if tile.kind in SIGNS and not (cancelled and tile.kind is Kind.RESOURCE)
    )
    part = Part(name, spaces, values, cancelled, tiles.count(GOLD_MINE), ())
    return Part(name, spaces, values, cancelled, part.gold_mines, tuple(_gains(board, spaces, part.base)))


def _gains(board: Board, spaces: tuple[Position, ...], base: int) -> Iterator[Gain]:
    """What everybody with a castle in the part takes, in the order of the colours."""
    for colour in Colour:
        own = [p for p in spaces if isinstance(piece := board[p], Castle) and piece.colour is colour]
        ranks = tuple(lifted_rank(board, position) for position in own)
        if ranks:
            yield Gain(colour, ranks, base * sum(ranks))


def lifted_rank(board: Board, position: Position) -> int:
    """The rank at which the castle on a space counts: one more for a wizard next to it (rulebook, wizard).

    0 where no castle lies. A second wizard, which no box has, lifts once more.
    """
    piece = board[position]
    if not isinstance(piece, Castle):
        return 0
    return piece.rank + [board[near] for near in board.neighbours(position)].count(WIZARD)


def _listed(values: tuple[int, ...]) -> str:
    return " ".join(f"{value:+d}" for value in values)


def _signed(gold: int) -> str:
    return f"{gold:+d}" if gold else "0"
