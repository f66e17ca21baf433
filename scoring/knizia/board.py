"""The board as a value, 5 rows of 6 spaces, and its notation in text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.kingdom import NotationError, Position
from scoring.knizia.pieces import Piece, parse_piece
from scoring.message import message

ROWS, COLUMNS = 5, 6
POSITIONS: tuple[Position, ...] = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
FREE = "."
LONGEST_TOKEN = 12  # characters of what was typed, in a sentence

Space = Piece | None  # None: the space is free


class BoardError(NotationError):
    """The text of a board of Kingdoms cannot be read."""


@dataclass(frozen=True)
class Board:
    """The 5 x 6 spaces and their pieces, rows from the top; raises ValueError for another size."""

    rows: tuple[tuple[Space, ...], ...]

    def __post_init__(self) -> None:
        if len(self.rows) != ROWS or any(len(row) != COLUMNS for row in self.rows):
            raise ValueError(f"a board has {ROWS} rows of {COLUMNS} spaces")

    def __getitem__(self, position: Position) -> Space:
        row, column = position
        return self.rows[row][column]

    def spaces(self) -> Iterator[tuple[Position, Space]]:
        """Iterate over every position with its piece, row by row."""
        for row, spaces in enumerate(self.rows):
            for column, space in enumerate(spaces):
                yield (row, column), space

    def neighbours(self, position: Position) -> Iterator[Position]:
        """Iterate over the positions above, left, right and below that are on the board."""
        row, column = position
        for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= near[0] < ROWS and 0 <= near[1] < COLUMNS:
                yield near

    def with_piece(self, row: int, column: int, piece: Space) -> Board:
        """Return this board with another piece on one space, or with the space free."""
        rows = [list(spaces) for spaces in self.rows]
        rows[row][column] = piece
        return Board(tuple(tuple(spaces) for spaces in rows))

    @staticmethod
    def empty() -> Board:
        """Return the board before the first turn."""
        return Board(((None,) * COLUMNS,) * ROWS)

    @staticmethod
    def parse(text: str) -> Board:
        """Parse the text of a board; ``Board.parse(str(board)) == board``.

        Rows from the top, separated by ``/`` or a new line; a space is a token, separated by blanks: ``+1``..``+6`` a
        resource, ``-1``..``-6`` a hazard, ``M`` a mountain, ``D`` the dragon, ``G`` the gold mine, ``W`` the wizard,
        ``r b y g`` with a rank 1-4 a castle, ``.`` free.

        Raises BoardError naming the row and column of the first thing that cannot be read.
        """
        lines = text.strip().replace("/", "\n").split("\n")
        if len(lines) != ROWS:
            wrong = message("a board has {rows} rows parted by /, not {found}", rows=ROWS, found=len(lines))
            raise BoardError(wrong)
        return Board(tuple(_parse_row(line, row) for row, line in enumerate(lines)))

    def __str__(self) -> str:
        """Return the board text on one line: rows separated by ``/``, tokens by single blanks."""
        return "/".join(" ".join(format_space(space) for space in row) for row in self.rows)


def format_space(space: Space) -> str:
    """Return a space as the board text has it: ``+3``, ``r2``, ``.``."""
    return FREE if space is None else str(space)


def _parse_row(line: str, row: int) -> tuple[Space, ...]:
    tokens = line.split()
    if len(tokens) != COLUMNS:
        wrong = message(
            "a space is missing: row {row} has {found} spaces, a board has {columns}"
            if len(tokens) < COLUMNS
            else "a space too many: row {row} has {found} spaces, a board has {columns}",
            row=row + 1,
            found=len(tokens),
            columns=COLUMNS,
        )
        raise BoardError(wrong)
    return tuple(_parse_space(typed, (row, column)) for column, typed in enumerate(tokens))


def _parse_space(typed: str, position: Position) -> Space:
    if typed == FREE:
        return None
    try:
        return parse_piece(typed)
    except KeyError:
        shown = typed if len(typed) <= LONGEST_TOKEN else f"{typed[:LONGEST_TOKEN]}..."
        unknown = message(
            "{typed} is not a piece; use +1 to +6, -1 to -6, M D G W, a colour r b y g with a rank 1-4, or . for free",
            typed=repr(shown),
        )
        raise BoardError(unknown, position) from None
