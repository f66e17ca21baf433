"""The kingdom as a value, its notation in one line of text, and where it lies in its grid.

A kingdom may be smaller than its grid, and players may say where it lies. A grid offset is the (row, column) of the
grid at which the top left square of the cropped kingdom lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from scoring.message import CrownsightError, Message, Text, join_semicolon, message
from scoring.svg import draw_kingdom
from scoring.terrain import CASTLE, EMPTY, MAX_CROWNS, Square, Terrain

MAX_SIDE = (
    13  # most rows, and squares a row, that parse() accepts: above 7x7 so that a message can say what is too large
)
MAX_REPR_CODE = 60  # characters of a code in a repr

Position = tuple[int, int]
"""(row, column), from 0 at the top left."""


def position_label(position: Position) -> Message:
    """Return a position as players count it, from 1: ``row 2, column 4``."""
    return message("row {row}, column {column}", row=position[0] + 1, column=position[1] + 1)


def position_labels(positions: Sequence[Position], most: int = 6) -> Text:
    """Return positions as players count them, at most so many by name: ``row 1, column 1; ...; and 2 more``."""
    names = join_semicolon([position_label(position) for position in positions[:most]])
    if len(positions) <= most:
        return names
    return message("{places}; and {number} more", places=names, number=len(positions) - most)


def prefix_position(position: Position, fault: Message) -> Message:
    """Return a fault with its position: ``row 2, column 4: ...``."""
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


@dataclass(frozen=True, repr=False)
class Kingdom:
    """A rectangle of squares.

    Rows can be iterated over and indexed, ``kingdom[row]``, as can squares, ``kingdom[row, column]``; there are no
    negative positions. Raises ValueError for no rows or rows of different lengths, and TypeError for rows that are not
    tuples of squares.

    Attributes:
        rows: The rows from the top, each from the left.

    Example:
        >>> kingdom = Kingdom.parse("w1w/Cf1")
        >>> kingdom
        Kingdom.parse('w1w/Cf1')
        >>> kingdom[0, 0].crowns
        1
    """

    rows: tuple[tuple[Square, ...], ...]

    def __post_init__(self) -> None:
        if isinstance(self.rows, str):
            raise TypeError(f"rows is a tuple of rows, not text; use Kingdom.parse({self.rows[:MAX_REPR_CODE]!r})")
        if not isinstance(self.rows, tuple) or not all(isinstance(row, tuple) for row in self.rows):
            raise TypeError("rows is a tuple of tuples of squares; Kingdom.parse(text) reads a code")
        if not self.rows or not self.rows[0]:
            raise ValueError("a kingdom has at least one square")
        if len({len(row) for row in self.rows}) != 1:
            raise ValueError("all rows of a kingdom are equally long")

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def __iter__(self) -> Iterator[tuple[Square, ...]]:
        return iter(self.rows)

    @overload
    def __getitem__(self, position: Position) -> Square: ...

    @overload
    def __getitem__(self, position: int) -> tuple[Square, ...]: ...

    def __getitem__(self, position: Position | int) -> Square | tuple[Square, ...]:
        if isinstance(position, int):
            if position < 0:
                raise IndexError(f"rows are counted from 0 at the top, there is no row {position}")
            return self.rows[position]
        row, column = position
        if row < 0 or column < 0:
            raise IndexError(f"positions are counted from 0 at the top left, there is no {position}")
        return self.rows[row][column]

    def squares(self) -> Iterator[tuple[Position, Square]]:
        """Iterate over every position with its square, row by row."""
        for row, squares in enumerate(self.rows):
            for column, square in enumerate(squares):
                yield (row, column), square

    @property
    def tiles(self) -> tuple[Position, ...]:
        """The positions that are not empty, row by row."""
        return tuple(position for position, square in self.squares() if not square.is_empty)

    @property
    def tile_count(self) -> int:
        """The number of squares that are not empty."""
        return len(self.tiles)

    @property
    def castles(self) -> tuple[Position, ...]:
        """The positions of the castles; one in a legal kingdom."""
        return tuple(position for position, square in self.squares() if square.is_castle)

    def neighbours(self, position: Position) -> Iterator[Position]:
        """Iterate over the positions above, left, right and below that are in the rectangle."""
        row, column = position
        for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= near[0] < self.height and 0 <= near[1] < self.width:
                yield near

    def with_square(self, row: int, column: int, square: Square | str) -> Kingdom:
        """Return this kingdom with one square replaced.

        Args:
            row: The row, from 0 at the top.
            column: The column, from 0 at the left.
            square: The new square, or its code.

        Raises:
            IndexError: If there is no such position.
            ValueError: If the code is not that of a square.

        Example:
            >>> str(Kingdom.parse("wC").with_square(0, 0, "m2"))
            'm2C'
        """
        if isinstance(square, str):
            square = Square.parse(square)
        if not isinstance(square, Square):
            raise TypeError(f"square is a Square or its code, not {square!r}")
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"the kingdom is {self.height}x{self.width} and has no position {row, column}")
        rows = [list(squares) for squares in self.rows]
        rows[row][column] = square
        return Kingdom(tuple(tuple(squares) for squares in rows))

    def rotate(self) -> Kingdom:
        """Return this kingdom turned a quarter clockwise.

        Example:
            >>> str(Kingdom.parse("wC").rotate())
            'w/C'
        """
        return Kingdom(tuple(zip(*self.rows[::-1], strict=True)))

    def crop(self) -> Kingdom:
        """Return this kingdom without its empty outer rows and columns; one empty square if all are.

        Example:
            >>> str(Kingdom.parse("./w/C").crop())
            'w/C'
        """
        if not (tiles := self.tiles):
            return Kingdom(((EMPTY,),))
        rows, columns = zip(*tiles, strict=True)
        top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)
        return Kingdom(tuple(row[left : right + 1] for row in self.rows[top : bottom + 1]))

    def canonical(self) -> Kingdom:
        """Return the same kingdom however it is turned: cropped, and first among its rotations by code."""
        turned = self.crop()
        candidates = []
        for _ in range(4):
            candidates.append(turned)
            turned = turned.rotate()
        return min(candidates, key=str)

    @staticmethod
    def empty(height: int, width: int) -> Kingdom:
        """Return a kingdom of empty squares."""
        return Kingdom(((EMPTY,) * width,) * height)

    @staticmethod
    def parse(text: str) -> Kingdom:
        """Parse a kingdom code; ``Kingdom.parse(str(kingdom)) == kingdom``.

        Args:
            text: Rows from the top, separated by ``/`` or a new line. A square is ``w f l g s m``, or ``t`` for a
                town of Queendomino, with an optional crown count 1-3; or ``C``, or ``.``. Blanks are ignored.

        Raises:
            CodeError: Names the row and column of the first thing that cannot be read.

        Example:
            >>> print(Kingdom.parse("w1 w / C f1"))
            w1w/Cf1
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
        """Return the kingdom code on one line: rows separated by ``/``, no blanks."""
        return "/".join("".join(str(square) for square in row) for row in self.rows)

    def __repr__(self) -> str:
        """Return the expression that rebuilds the kingdom, or the start of a long code."""
        code = str(self)
        if len(code) <= MAX_REPR_CODE:
            return f"Kingdom.parse({code!r})"
        return f"<Kingdom {self.height}x{self.width} {code[:40]!r}...>"

    def to_svg(self, size: int | None = None) -> str:
        """Draw the kingdom as an SVG image.

        Args:
            size: Width in pixels; by default the image scales to its surroundings.

        Example:
            >>> Kingdom.parse("wC").to_svg(size=200).startswith("<svg")
            True
        """
        return draw_kingdom(self, size=size)

    def _repr_svg_(self) -> str:
        """Return the image that Jupyter shows."""
        return self.to_svg(size=60 * self.width)


_CROWNED: dict[tuple[Terrain | None, int], Square] = {
    (terrain, crowns): Square.parse(f"{terrain.letter}{crowns or ''}")
    for terrain in Terrain
    for crowns in range(MAX_CROWNS + 1)
}


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
            squares[-1] = _CROWNED[squares[-1].terrain, int(character)]
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
        return _CROWNED[Terrain.from_letter(character), 0]
    except KeyError:
        unknown = message(
            "{character} is not a square; use w f l g s m t with 1-3 for crowns, C for the castle, . for empty",
            character=repr(character),
        )
        raise CodeError(unknown, position) from None


def grid_offsets(kingdom: Kingdom, grid: int = 5) -> tuple[Position, ...]:
    """Return every offset at which a kingdom fits a grid, row by row; none for a larger kingdom.

    Example:
        >>> grid_offsets(Kingdom.parse("wwwwC/wwwww/wwwww/wwwww"))
        ((0, 0), (1, 0))
    """
    trimmed = kingdom.crop()
    down, right = grid - trimmed.height, grid - trimmed.width
    return tuple((row, column) for row in range(down + 1) for column in range(right + 1))


def default_grid_offset(kingdom: Kingdom, grid: int = 5) -> Position:
    """Return the offset that brings the castle nearest to the centre; on a tie, that which centres the kingdom best.

    Raises ValueError for a kingdom larger than the grid.

    Example:
        >>> default_grid_offset(Kingdom.parse("wC"))
        (2, 1)
    """
    trimmed, centre = kingdom.crop(), grid // 2
    castle = next(iter(trimmed.castles), None)

    def distances(at: Position) -> tuple[int, int]:
        off_centre = (grid - trimmed.height - 2 * at[0], grid - trimmed.width - 2 * at[1])
        from_centre = (0, 0) if castle is None else (at[0] + castle[0] - centre, at[1] + castle[1] - centre)
        return sum(map(abs, from_centre)), sum(map(abs, off_centre))

    return min(_require_offsets(kingdom, grid), key=distances)


def pad_to_grid(kingdom: Kingdom, grid: int = 5, at: Position | None = None) -> Kingdom:
    """Pad a kingdom with empty squares to the whole grid.

    Args:
        kingdom: The kingdom.
        grid: Side of the grid in squares.
        at: The offset; by default ``default_grid_offset(kingdom, grid)``.

    Raises:
        ValueError: If the offset is not among ``grid_offsets``, or the kingdom is larger than the grid.

    Example:
        >>> str(pad_to_grid(Kingdom.parse("wC"), 5))
        '...../...../.wC../...../.....'
    """
    chosen = default_grid_offset(kingdom, grid) if at is None else at
    if chosen not in _require_offsets(kingdom, grid):
        raise ValueError(f"the kingdom does not fit the {grid}x{grid} grid at {chosen}")
    trimmed, (above, left) = kingdom.crop(), chosen
    empty = ((EMPTY,) * grid,)
    rows = tuple((EMPTY,) * left + row + (EMPTY,) * (grid - left - trimmed.width) for row in trimmed.rows)
    return Kingdom(empty * above + rows + empty * (grid - above - trimmed.height))


def crop_offset(kingdom: Kingdom) -> Position:
    """Return the first row and the first column with a tile; (0, 0) for an empty kingdom.

    Example:
        >>> crop_offset(Kingdom.parse("./w/C"))
        (1, 0)
    """
    tiles = kingdom.tiles
    return min((row for row, _ in tiles), default=0), min((column for _, column in tiles), default=0)


def _require_offsets(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    found = grid_offsets(kingdom, grid)
    if not found:
        trimmed = kingdom.crop()
        raise ValueError(f"a kingdom of {trimmed.height}x{trimmed.width} is larger than the {grid}x{grid} grid")
    return found
