"""A kingdom whose outline is off by a row is found again on the side where it goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import BASE, EMPTY, Kingdom, Position
from tests.given import SAMPLES
from ui.photos.outline import Side, looked_round, loose_in, may_be_off
from ui.photos.pictures import kept, window_corners
from ui.photos.reading import read_kept, to_board_reading
from ui.table.board import Board, in_frame, read_board
from ui.table.source import BoardReading, Picture, ReadSquare
from ui.table.table import Table
from vision import load, read

PHOTO = SAMPLES / "kitchen-table.jpg"
GRID = 5


@pytest.fixture(scope="module")
def found() -> Board:
    """The board as the photo gives it."""
    photo = load(PHOTO)
    return read_board(to_board_reading(read(photo)[0]), kept(photo))


def moved(board: Board, by: Position) -> Board:
    """The board read with an outline that lies so many rows and columns beside it."""
    assert board.source
    corners = window_corners(board.source, *by, GRID, GRID)
    [reading] = read_kept(board.source.picture, corners, (GRID, GRID), progress=print).readings
    return in_frame(read_board(reading, board.source.picture), GRID)


@pytest.mark.parametrize(("by", "side"), [((1, 0), Side.ABOVE), ((0, -1), Side.RIGHT)], ids=str)
def test_a_row_beside_the_outline_is_found(found: Board, by: Position, side: Side) -> None:
    off = moved(found, by)
    assert may_be_off(Table(), off)
    assert off.source

    looked = looked_round(off.source, progress=print)

    assert looked
    assert looked[0] is side
    assert looked[1].readings[0].kingdom == Kingdom.parse(PHOTO.with_suffix(".txt").read_text())


def test_a_kingdom_inside_its_outline_goes_on_nowhere(found: Board) -> None:
    assert not may_be_off(Table(), found)
    assert found.source
    assert looked_round(found.source, progress=print) is None


def test_a_domino_that_may_lie_beside_is_asked_about_until_it_is_answered_or_changed() -> None:
    kingdom = Kingdom.parse("wwCwwgg")
    squares = tuple(ReadSquare(square, 1.0) for square in kingdom.rows[0])
    pair = (0, 5), (0, 6)
    reading = BoardReading(kingdom, (squares,), ((0, 0), (7, 0), (7, 1), (0, 1)), doubtful=frozenset(pair))
    board = read_board(reading, Picture(b"", 70, 10, 1.0))

    assert loose_in(board, BASE) == (pair,)
    assert loose_in(board.turned(), BASE) == (((5, 0), (6, 0)),)
    assert loose_in(replace(board, doubtful=frozenset(pair[:1])), BASE) == ()
    assert loose_in(replace(board, kingdom=kingdom.with_square(0, 6, EMPTY)), BASE) == ()


def test_an_outline_that_is_too_small_grows(found: Board) -> None:
    assert found.source
    corners = window_corners(found.source, 1, 0, GRID - 1, GRID)
    [reading] = read_kept(found.source.picture, corners, (GRID - 1, GRID), progress=print).readings
    small = in_frame(read_board(reading, found.source.picture), GRID)
    assert small.source

    looked = looked_round(small.source, progress=print)

    assert looked
    assert looked[0] is Side.ABOVE
    assert looked[1].readings[0].kingdom.trimmed() == Kingdom.parse(PHOTO.with_suffix(".txt").read_text())
