"""A kingdom of which a part is missing: cut off by the edge of its photo, or a row that lies beside its outline."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from scoring import Box, Position
from scoring.dominoes.nearest import Pair, loose_dominoes
from ui.photos.pictures import window_corners
from ui.photos.reading import KnownTiles, read_kept
from ui.table.board import Attempt, Board
from ui.table.checking import problem_as_read
from ui.table.source import Source
from ui.table.table import Table
from vision.pipeline.advice import IS_CUT_OFF
from vision.pipeline.find import Progress


class Side(Enum):
    """A side of an outline; the value is the step to it, in rows and columns."""

    ABOVE = (-1, 0)
    BELOW = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)


def is_cut_off(board: Board) -> bool:
    """True if the photo of a board shows a part of it alone, and nobody has entered the rest."""
    source = board.source
    return source is not None and board.kingdom == source.kingdom and IS_CUT_OFF in source.warnings


def left_in_doubt(board: Board) -> frozenset[Position]:
    """The doubts of a board that is counted although it is cut off: a square, unless one is in doubt."""
    laid = board.kingdom.tiles
    return frozenset() if board.doubts else frozenset(laid[:1])


def loose_in(board: Board, box: Box) -> tuple[Pair, ...]:
    """The dominoes of a board that may lie beside its kingdom, neither answered nor changed."""
    if board.source is None or not board.doubtful:
        return ()
    as_read = board.source.kingdom
    return tuple(
        pair
        for pair in loose_dominoes(as_read, box)
        if board.doubtful.issuperset(pair) and all(board.kingdom[at] == as_read[at] for at in pair)
    )


def may_be_off(table: Table, board: Board) -> bool:
    """True if a kingdom could not have been laid as it was read, and nobody has corrected it."""
    source = board.source
    as_read = source is not None and board.kingdom == source.kingdom and not board.checked
    return as_read and problem_as_read(table, board) is not None


def looked_round(
    source: Source, *, progress: Progress, known: Callable[[], KnownTiles] = KnownTiles
) -> tuple[Side, Attempt] | None:
    """The side on which the kingdom goes on, and what the photo gives with that row; None if it does on none.

    The grid is moved there where nothing is lost on the other side, else it grows. The arguments are those of
    ``read_kept``.
    """

    def reads(top: int, left: int, rows: int, columns: int) -> Attempt:
        corners = window_corners(source, top, left, rows, columns)
        return read_kept(source.picture, corners, (rows, columns), progress=progress, known=known)

    for side in Side:
        down, right = side.value
        larger = reads(min(down, 0), min(right, 0), source.rows + abs(down), source.columns + abs(right))
        if _taken(larger) > source.kingdom.taken:
            moved = reads(down, right, source.rows, source.columns)
            return side, moved if _taken(moved) == _taken(larger) else larger
    return None


def _taken(attempt: Attempt) -> int:
    """How many squares the kingdom of an attempt has; 0 for one that could not have been laid."""
    return max((one.kingdom.taken for one in attempt.readings if one.legal), default=0)
