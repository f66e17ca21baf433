"""Provenance of a board: its photo, the reading, and the orientation of the board since.

Squares are (row, column) from the top left, points (x, y) in pixels, corners run clockwise from the top left. A board
that is rotated, or moved in its frame, gets another number. Another phone may still edit the board as it was before:
each board remembers its last transforms, and they are applied to the positions of those edits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from scoring import EMPTY, Kingdom, Position
from vision import Reading, ReadingWarning, SquareReading, WarningCode

DIRECTIONS: tuple[Position, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
SHOWN_ELSEWHERE = (WarningCode.UNCERTAIN_KINGDOM, WarningCode.UNFAMILIAR_TILES)
"""Warnings that no board shows: the first is asked as its photo is assigned, the second is shown once on the table."""
MAX_TRANSFORMS = 12  # that a board remembers; another phone sees each within seconds


@dataclass(frozen=True)
class Orientation:
    """How a reading lies on its board: rotated clockwise, then moved by ``offset`` rows and columns."""

    quarter_turns: int = 0  # 0 to 3
    offset: Position = (0, 0)


AS_READ = Orientation()


@dataclass(frozen=True)
class Transform:
    """A change of the position of the board with that number: a move by one square in its frame, or a rotation."""

    number: int
    move: Position | None = None  # rows down and columns right; None for a rotation


Transforms = tuple[Transform, ...]


def transform_position(position: Position, transforms: Transforms, rows: int, columns: int) -> Position:
    """Map a square of a board of that size through those transforms; the result may be outside its frame."""
    row, column = position
    for transform in transforms:
        if transform.move is None:
            row, column, rows, columns = column, rows - 1 - row, columns, rows
        else:
            row, column = row + transform.move[0], column + transform.move[1]
    return row, column


T = TypeVar("T")
N = TypeVar("N")
Rows = tuple[tuple[T, ...], ...]


@dataclass(frozen=True, eq=False)
class Picture:
    """A photo as JPEG; ``scale`` turns its pixels into those of the original upright photo."""

    jpeg: bytes
    width: int
    height: int
    scale: float


@dataclass(frozen=True, eq=False)
class PhotoReading:
    """Provenance of a board: its photo, the unchanged reading, and the orientation of the board since.

    The board is ``rows`` by ``columns`` squares; those around the reading are empty.
    """

    picture: Picture
    reading: Reading
    rows: int
    columns: int
    orientation: Orientation = AS_READ

    @classmethod
    def of(cls, reading: Reading, picture: Picture) -> PhotoReading:
        """Build the provenance of a board that lies as it was read, without its evidence."""
        warnings = tuple(warning for warning in reading.warnings if warning.code not in SHOWN_ELSEWHERE)
        kept = replace(reading, warnings=warnings, evidence=None)
        return cls(picture, kept, reading.kingdom.height, reading.kingdom.width)

    def rotate(self) -> PhotoReading:
        """Return the provenance of the board rotated a quarter turn clockwise."""
        down, right = self.orientation.offset
        turns, offset = (self.orientation.quarter_turns + 1) % 4, (right, self.rows - down - self.read_size[0])
        return replace(self, rows=self.columns, columns=self.rows, orientation=Orientation(turns, offset))

    def window(self, top: int, left: int, rows: int, columns: int) -> PhotoReading:
        """Cut out a part of the board, from a row and a column on; it may reach outside."""
        down, right = self.orientation.offset
        orientation = replace(self.orientation, offset=(down - top, right - left))
        return replace(self, rows=rows, columns=columns, orientation=orientation)

    @property
    def read_size(self) -> tuple[int, int]:
        """How many rows and columns were read, as the board lies now."""
        height, width = self.reading.kingdom.height, self.reading.kingdom.width
        return (width, height) if self.orientation.quarter_turns % 2 else (height, width)

    @cached_property
    def squares(self) -> Rows[SquareReading]:
        """The reading of every square of the board as it lies now."""
        return self._as_now(self.reading.squares, SquareReading(EMPTY, 1.0))

    @cached_property
    def kingdom(self) -> Kingdom:
        """The kingdom as it was read, as the board lies now."""
        return Kingdom(tuple(tuple(read.square for read in row) for row in self.squares))

    @cached_property
    def doubtful(self) -> frozenset[Position]:
        """The squares of the board the reader is not sure of."""
        return self._to_current(self.reading.doubtful)

    @cached_property
    def unknown(self) -> frozenset[Position]:
        """The squares of the board that look like no tile the reader knows."""
        return self._to_current(self.reading.unknown)

    @cached_property
    def read_positions(self) -> dict[Position, Position]:
        """The place at which each square of the board was read; squares around what was read have none."""
        size = self.reading.kingdom
        read = tuple(tuple((r, c) for c in range(size.width)) for r in range(size.height))
        now = self._as_now(read, None)
        return {(r, c): read_at for r, row in enumerate(now) for c, read_at in enumerate(row) if read_at is not None}

    def _to_current(self, read: frozenset[Position]) -> frozenset[Position]:
        return frozenset(now for now, read_at in self.read_positions.items() if read_at in read)

    def _as_now(self, read: Rows[T], nothing: N) -> Rows[T | N]:
        """Return rows of the reading as the board lies now, ``nothing`` around them."""
        for _ in range(self.orientation.quarter_turns):
            read = rotate_rows(read)
        return place_in_frame(read, self.orientation.offset, self.rows, self.columns, nothing)

    @property
    def warnings(self) -> tuple[ReadingWarning, ...]:
        """Return the warnings of the reader with their squares as the board lies now.

        A warning is left out if none of its squares is on the board any more.
        """
        now = {read_at: at for at, read_at in self.read_positions.items()}
        return tuple(
            replace(warning, squares=tuple(now[square] for square in warning.squares if square in now))
            for warning in self.reading.warnings
            if not warning.squares or not now.keys().isdisjoint(warning.squares)
        )


def rotate_rows(rows: Rows[T]) -> Rows[T]:
    """Rotate rows a quarter turn clockwise."""
    return tuple(zip(*rows[::-1], strict=True))


def place_in_frame(rows: Rows[T], at: Position, height: int, width: int, nothing: N) -> Rows[T | N]:
    """Place rows into a frame with their top left at a position, which may be outside; ``nothing`` elsewhere."""
    top, left = at
    known = {(top + r, left + c): one for r, row in enumerate(rows) for c, one in enumerate(row)}
    return tuple(tuple(known.get((r, c), nothing) for c in range(width)) for r in range(height))
