"""How a board lies: in its frame of 5 x 5 or 7 x 7, and which side is up. The photo it was read from turns with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np

from scoring import EMPTY, Kingdom, Position, place_of, places, usual_place
from scoring.sentence import Sentence
from ui.photos.pictures import Source, source
from ui.table.orientation import STEPS, Lies, and_then
from ui.table.table import Board
from vision.reading import Reading
from vision.rectify import homography_of
from vision.squares.classify import SquareReading

T = TypeVar("T")


def in_frame(board: Board, grid: int) -> Board:
    """The board with the empty squares of its frame around it, so that what the reader missed can be entered.

    As it is if it fills the frame already, or is larger.
    """
    kingdom = board.kingdom
    if max(kingdom.height, kingdom.width) > grid or (kingdom.height, kingdom.width) == (grid, grid):
        return board
    if not places(kingdom, grid):
        return board
    wanted, lies = usual_place(kingdom, grid), place_of(kingdom)
    top = min(max(wanted[0] - lies[0], 0), grid - kingdom.height)
    left = min(max(wanted[1] - lies[1], 0), grid - kingdom.width)
    return _window(board, -top, -left, grid, grid)


def moves(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    """The steps by which a kingdom smaller than its frame can be moved in it."""
    if (kingdom.height, kingdom.width) != (grid, grid) or all(square.is_empty for _, square in kingdom.squares()):
        return ()
    row, column = place_of(kingdom)
    possible = places(kingdom, grid)
    return tuple((down, right) for down, right in STEPS if (row + down, column + right) in possible)


def moved(board: Board, step: Position) -> Board:
    """The board one step further in its frame, which the players then mean to be its place."""
    laid = _window(board, -step[0], -step[1], board.kingdom.height, board.kingdom.width)
    return replace(laid, place=place_of(laid.kingdom))


def laid(board: Board, step: Position | None) -> Board:
    """The board moved by a step in its frame, or turned without one, which remembers what it was."""
    return replace(turned(board) if step is None else moved(board, step), lies=and_then(board, step))


def laid_as(board: Board, other: Board, lies: Lies) -> Board:
    """The board after it was turned and moved, as another lies now; without the photo, which the other has."""
    if not lies:
        return replace(board, number=other.number, lies=other.lies)
    bare = replace(board, source=None)
    for lie in lies:
        bare = turned(bare) if lie.step is None else moved(bare, lie.step)
    return replace(bare, number=other.number, lies=other.lies, revision=0, place=other.place)


def turned(board: Board) -> Board:
    """The board a quarter turn clockwise, its photo with it."""
    height = board.kingdom.height
    kingdom = Kingdom(_turned(board.kingdom.rows))
    doubtful = frozenset((column, height - 1 - row) for row, column in board.doubtful)
    return replace(
        board,
        kingdom=kingdom,
        doubtful=doubtful,
        source=_turned_source(board.source) if board.source else None,
        place=None if board.place is None else place_of(kingdom),
    )


def as_read(held: Source, kingdom: Kingdom) -> tuple[Source, Kingdom]:
    """The part of a board and its source that the reader looked at, without what was added around it."""
    seen = [
        (row, column)
        for row, line in enumerate(held.reading.squares)
        for column, square in enumerate(line)
        if square.alternative is not None
    ]
    if not seen:
        return held, kingdom
    top, left = min(row for row, _ in seen), min(column for _, column in seen)
    rows = 1 + max(row for row, _ in seen) - top
    columns = 1 + max(column for _, column in seen) - left
    if (rows, columns) == (kingdom.height, kingdom.width):
        return held, kingdom
    window = top, left, rows, columns
    return source(_reading_window(held.reading, *window), held.picture), _kingdom_window(kingdom, *window)


def _turned(rows: tuple[tuple[T, ...], ...]) -> tuple[tuple[T, ...], ...]:
    return tuple(zip(*rows[::-1], strict=True))


def _turned_source(held: Source) -> Source:
    reading = held.reading
    top_left, top_right, bottom_right, bottom_left = reading.corners
    return source(
        replace(
            reading,
            kingdom=Kingdom(_turned(reading.kingdom.rows)),
            squares=_turned(reading.squares),
            warnings=_without_places(reading),
            corners=(bottom_left, top_left, top_right, bottom_right),
        ),
        held.picture,
    )


def _window(board: Board, top: int, left: int, rows: int, columns: int) -> Board:
    """The part of a board from a row and column on, which may lie outside; there it is empty."""
    doubtful = frozenset((row - top, column - left) for row, column in board.doubtful)
    return replace(
        board,
        kingdom=_kingdom_window(board.kingdom, top, left, rows, columns),
        doubtful=frozenset((r, c) for r, c in doubtful if 0 <= r < rows and 0 <= c < columns),
        source=source(_reading_window(board.source.reading, top, left, rows, columns), board.source.picture)
        if board.source
        else None,
    )


def _kingdom_window(kingdom: Kingdom, top: int, left: int, rows: int, columns: int) -> Kingdom:
    known = dict(kingdom.squares())
    return Kingdom(
        tuple(
            tuple(known.get((row, column), EMPTY) for column in range(left, left + columns))
            for row in range(top, top + rows)
        )
    )


def _reading_window(reading: Reading, top: int, left: int, rows: int, columns: int) -> Reading:
    known = {(r, c): square for r, line in enumerate(reading.squares) for c, square in enumerate(line)}
    nothing = SquareReading(EMPTY, 1.0)
    ends = [[left, top], [left + columns, top], [left + columns, top + rows], [left, top + rows]]
    grid = homography_of(np.array(reading.corners), reading.kingdom.height, reading.kingdom.width)
    corners = cv2.perspectiveTransform(np.array([ends], np.float64), grid)[0]
    return replace(
        reading,
        kingdom=_kingdom_window(reading.kingdom, top, left, rows, columns),
        squares=tuple(
            tuple(known.get((row, column), nothing) for column in range(left, left + columns))
            for row in range(top, top + rows)
        ),
        warnings=_without_places(reading) if top or left else reading.warnings,
        corners=tuple((float(x), float(y)) for x, y in corners),
    )


def _without_places(reading: Reading) -> tuple[str, ...]:
    """What the reader warns of, but for what names squares, which lie elsewhere now."""
    return tuple(
        warning for warning in reading.warnings if not (isinstance(warning, Sentence) and "places" in warning.parts)
    )
