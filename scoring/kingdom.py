"""The kingdom as a value, the kingdom code, its notation in one line of text, and where it lies in its grid.

A kingdom may be smaller than its grid, and players may say where it lies. A frame position is the (row, column) of the
grid in which the top left square of the trimmed kingdom lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.message import CrownsightError, Message, Text, join_semicolon, message
from scoring.terrain import CASTLE, EMPTY, MAX_CROWNS, Square, Terrain

MAX_SIDE = 13  # of a code we read: 7x7 is the largest legal grid, people type more

# A server holds thousands of kingdoms: that they share their squares saves memory, and time when it is searched.
_LANDS: dict[tuple[Terrain | None, int], Square] = {
    (terrain, crowns): Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)
}

Position = tuple[int, int]  # (row, column), from 0 at the top left


def position_label(position: Position) -> Message:
    """A position as players count it, from 1: ``row 2, column 4``."""
    return message("row {row}, column {column}", row=position[0] + 1, column=position[1] + 1)


def position_labels(positions: Sequence[Position], most: int = 6) -> Text:
    """Positions one after the other, of more than so many the first: ``row 1, column 1; ...; and 2 more``."""
    names = join_semicolon([position_label(position) for position in positions[:most]])
    if len(positions) <= most:
        return names
    return message("{places}; and {number} more", places=names, number=len(positions) - most)


def places_named(text: Message) -> tuple[Position, ...]:
    """The positions that a message names with ``position_label``, in the order of their mention.

    None where it names some of those it counts alone.
    """
    parts = dict(text.parts)
    if text.pattern == position_label((0, 0)).pattern:
        return ((int(str(parts["row"])) - 1, int(str(parts["column"])) - 1),)
    if "number" in parts:
        return ()
    return tuple(place for _name, part in text.parts if isinstance(part, Message) for place in places_named(part))


def prefix_position(position: Position, fault: Message) -> Message:
    """The fault at a position: ``row 2, column 4: ...``."""
    return message("{place}: {message}", place=position_label(position), message=fault)


class NotationError(CrownsightError):
    """The text of a board cannot be read; the message names the place and what was expected.

    ``position`` is that place, or None if the fault is in no single square.
    """

    def __init__(self, fault: Message, position: Position | None = None) -> None:
        super().__init__(fault if position is None else prefix_position(position, fault))
        self.position = position


class CodeError(NotationError):
    """A kingdom code cannot be read."""


@dataclass(frozen=True)
class Kingdom:
    """A rectangle of squares, rows from the top; raises ValueError for ragged or no rows."""

    rows: tuple[tuple[Square, ...], ...]

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0]:
            raise ValueError("a kingdom has at least one square")
        if len({len(row) for row in self.rows}) != 1:
            raise ValueError("all rows of a kingdom are equally long")

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def __getitem__(self, position: Position) -> Square:
        row, column = position
        return self.rows[row][column]

    def squares(self) -> Iterator[tuple[Position, Square]]:
        """Every position with its square, row by row."""
        for row, squares in enumerate(self.rows):
            for column, square in enumerate(squares):
                yield (row, column), square

    @property
    def tiles(self) -> tuple[Position, ...]:
        """The positions that are not empty, row by row."""
        return tuple(position for position, square in self.squares() if not square.is_empty)

    @property
    def tile_count(self) -> int:
        """How many squares are not empty."""
        return len(self.tiles)

    @property
    def castles(self) -> tuple[Position, ...]:
        """The positions of the castles: one, in a legal kingdom."""
        return tuple(position for position, square in self.squares() if square.is_castle)

    def neighbours(self, position: Position) -> Iterator[Position]:
        """The positions above, left, right and below that lie in the rectangle."""
        row, column = position
        for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= near[0] < self.height and 0 <= near[1] < self.width:
                yield near

    def with_square(self, row: int, column: int, square: Square) -> Kingdom:
        """This kingdom with one square replaced."""
        rows = [list(squares) for squares in self.rows]
        rows[row][column] = square
        return Kingdom(tuple(tuple(squares) for squares in rows))

    def rotate(self) -> Kingdom:
        """This kingdom turned a quarter clockwise."""
        return Kingdom(tuple(zip(*self.rows[::-1], strict=True)))

    def crop(self) -> Kingdom:
        """This kingdom without its empty outer rows and columns; one empty square if all are."""
        if not (tiles := self.tiles):
            return Kingdom(((EMPTY,),))
        rows, columns = zip(*tiles, strict=True)
        top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)
        return Kingdom(tuple(row[left : right + 1] for row in self.rows[top : bottom + 1]))

    def canonical(self) -> Kingdom:
        """The same kingdom however it lay on the table: trimmed, and first among its rotations by code."""
        turned = self.crop()
        candidates = []
        for _ in range(4):
            candidates.append(turned)
            turned = turned.rotate()
        return min(candidates, key=str)

    @staticmethod
    def empty(height: int, width: int) -> Kingdom:
        """A kingdom of empty squares."""
        return Kingdom(((EMPTY,) * width,) * height)

    @staticmethod
    def parse(text: str) -> Kingdom:
        """The kingdom a code describes; ``Kingdom.parse(str(k)) == k``.

        Rows from the top, separated by ``/`` or a new line; a square is ``w f l g s m`` with an optional
        crown count 1-3, ``t`` for a town of Queendomino, ``C`` or ``.``; blanks are ignored.

        Raises CodeError naming the row and column of the first thing that cannot be read.
        """
        lines = text.strip().replace("/", "\n").split("\n")
        if len(lines) > MAX_SIDE:
            many = message("the code has {rows} rows; {most} is the most that is read", rows=len(lines), most=MAX_SIDE)
            raise CodeError(many)
        rows = tuple(_parse_row(line, row) for row, line in enumerate(lines))
        for row, squares in enumerate(rows):
            if len(squares) != len(rows[0]):
                ragged = message(
                    "a square is missing: row {row} has {width} squares, row 1 has {first}"
                    if len(squares) < len(rows[0])
                    else "a square too many: row {row} has {width} squares, row 1 has {first}",
                    row=row + 1,
                    width=len(squares),
                    first=len(rows[0]),
                )
                raise CodeError(ragged, (row, min(len(squares), len(rows[0]))))
        kingdom = Kingdom(rows)
        if len(kingdom.castles) > 1:
            first, second, *_ = kingdom.castles
            raise CodeError(message("a second castle; the first is in {place}", place=position_label(first)), second)
        return kingdom

    def __str__(self) -> str:
        """The kingdom code, canonical: rows separated by ``/``, no blanks."""
        return "/".join("".join(str(square) for square in row) for row in self.rows)


def _parse_row(line: str, row: int) -> tuple[Square, ...]:
    squares: list[Square] = []
    may_count = False  # a digit only follows a terrain letter
    for character in line:
        if character.isspace():
            may_count = False
        elif may_count and character.isdigit():
            if character not in "123":
                wrong = message("crowns are 1 to {most}, not {digit}", most=MAX_CROWNS, digit=character)
                raise CodeError(wrong, (row, len(squares) - 1))
            squares[-1] = _LANDS[squares[-1].terrain, int(character)]
            may_count = False
        else:
            squares.append(_parse_square(character, (row, len(squares))))
            may_count = squares[-1].terrain is not None
        if len(squares) > MAX_SIDE:
            raise CodeError(message("row {row} has more than {most} squares", row=row + 1, most=MAX_SIDE))
    if not squares:
        raise CodeError(message("row {row} has no squares", row=row + 1))
    return tuple(squares)


def _parse_square(character: str, position: Position) -> Square:
    if character == "C":
        return CASTLE
    if character == ".":
        return EMPTY
    try:
        return _LANDS[Terrain.from_letter(character), 0]
    except KeyError:
        unknown = message(
            "{character} is not a square; use w f l g s m with 1-3 for crowns, C for the castle, . for empty",
            character=repr(character),
        )
        raise CodeError(unknown, position) from None


@dataclass(frozen=True)
class Problem:
    """Something the rules forbid, in a sentence for the player, and where it is.

    ``rule`` is what is broken, of the rules that the game lists.
    """

    text: Message
    positions: tuple[Position, ...]
    rule: StrEnum


def grid_offsets(kingdom: Kingdom, grid: int = 5) -> tuple[Position, ...]:
    """Every position that fits in a grid of ``grid`` squares a side, row by row; none for a larger kingdom."""
    trimmed = kingdom.crop()
    down, right = grid - trimmed.height, grid - trimmed.width
    return tuple((row, column) for row in range(down + 1) for column in range(right + 1))


def default_grid_offset(kingdom: Kingdom, grid: int = 5) -> Position:
    """The position with the castle nearest to the centre; of two equally near, the one with the kingdom nearest to it.

    Raises ValueError for a kingdom larger than the grid.
    """
    trimmed, centre = kingdom.crop(), grid // 2
    castle = next(iter(trimmed.castles), None)

    def distances(at: Position) -> tuple[int, int]:
        beside = (grid - trimmed.height - 2 * at[0], grid - trimmed.width - 2 * at[1])
        from_centre = (0, 0) if castle is None else (at[0] + castle[0] - centre, at[1] + castle[1] - centre)
        return sum(map(abs, from_centre)), sum(map(abs, beside))

    return min(_fitting_positions(kingdom, grid), key=distances)


def pad_to_grid(kingdom: Kingdom, grid: int = 5, at: Position | None = None) -> Kingdom:
    """The kingdom in the whole grid, empty squares around it; at its usual position if none is given.

    Raises ValueError for a position that is not among ``grid_offsets``, and for a kingdom larger than the grid.
    """
    chosen = default_grid_offset(kingdom, grid) if at is None else at
    if chosen not in _fitting_positions(kingdom, grid):
        raise ValueError(f"the kingdom does not fit the {grid}x{grid} grid at {chosen}")
    trimmed, (above, left) = kingdom.crop(), chosen
    bare = ((EMPTY,) * grid,)
    rows = tuple((EMPTY,) * left + row + (EMPTY,) * (grid - left - trimmed.width) for row in trimmed.rows)
    return Kingdom(bare * above + rows + bare * (grid - above - trimmed.height))


def crop_offset(kingdom: Kingdom) -> Position:
    """The position of a kingdom in its own rectangle: the first row and column with a tile; (0, 0) if it is empty."""
    tiles = kingdom.tiles
    return min((row for row, _ in tiles), default=0), min((column for _, column in tiles), default=0)


def _fitting_positions(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    found = grid_offsets(kingdom, grid)
    if not found:
        trimmed = kingdom.crop()
        raise ValueError(f"a kingdom of {trimmed.height}x{trimmed.width} is larger than the {grid}x{grid} grid")
    return found
