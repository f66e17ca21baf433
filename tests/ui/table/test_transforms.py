"""A board is rotated and moved in its frame with its photo, and may suggest the other grid."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Rules
from tests.ui.factories import ANA_AND_BEN, reading_of
from ui.photos.pictures import rectify_board, shrink_photo, window_corners
from ui.table.board import Board, crop_kingdom, find_moves, make_board, pad_board, reorient
from ui.table.photo_reading import DIRECTIONS, Picture
from ui.table.table import set_grid, suggest_grid
from vision import Reading
from vision.photo.photo import Photo
from vision.warning import ReadingWarning, WarningCode

# A photo in which every square of 2 rows of 3 has a grey of its own: 40, 60, 80 / 100, 120, 140.
GREYS = np.array([[40, 60, 80], [100, 120, 140]], np.uint8)
PHOTO = Photo(cv2.merge([np.kron(GREYS, np.ones((100, 100), np.uint8))] * 3), 1.0)
KINGDOM = Kingdom.parse("w w1 f/C s m2")
CORNERS = ((0.0, 0.0), (300.0, 0.0), (300.0, 200.0), (0.0, 200.0))
ALL = frozenset(position for position, _ in KINGDOM.squares())


def reading(*warnings: ReadingWarning) -> Reading:
    return replace(reading_of(KINGDOM, *ALL, confidence=0.5, warnings=warnings), corners=CORNERS)


def photograph(*warnings: ReadingWarning) -> Board:
    return make_board(reading(*warnings), shrink_photo(PHOTO))


def greys(board: Board) -> list[list[int]]:
    """Return the grey of every square in the board's own rectified picture."""
    assert board.source is not None
    above = np.asarray(cv2.imdecode(np.frombuffer(rectify_board(board.source), np.uint8), cv2.IMREAD_GRAYSCALE))
    rows, columns = board.kingdom.height, board.kingdom.width
    height, width = above.shape[0] / rows, above.shape[1] / columns
    middles = [
        [int(above[int((r + 0.5) * height), int((c + 0.5) * width)]) for c in range(columns)] for r in range(rows)
    ]
    return [[round(grey / 20) * 20 for grey in row] for row in middles]


def test_a_quarter_turn_turns_the_board_and_its_photo_clockwise() -> None:
    board = replace(photograph(), doubtful=frozenset({(0, 1)})).rotate()

    assert str(board.kingdom) == "Cw/sw1/m2f"
    assert board.doubtful == {(1, 1)}
    assert greys(board) == [[100, 40], [120, 60], [140, 80]]


def test_warnings_follow_their_squares() -> None:
    blurred = ReadingWarning(WarningCode.BLURRED)
    board = photograph(blurred, ReadingWarning(WarningCode.GLARE, ((0, 0), (1, 2)))).rotate()

    assert board.source is not None
    assert board.source.warnings == (blurred, ReadingWarning(WarningCode.GLARE, ((0, 1), (2, 0))))


def test_warning_leaves_with_its_last_square() -> None:
    board = photograph(ReadingWarning(WarningCode.GLARE, ((0, 0),)))

    assert board.source is not None
    assert board.source.window(1, 0, 1, 3).warnings == ()


def test_the_part_that_was_read_is_found_again_in_the_frame() -> None:
    board = photograph()
    assert board.source is not None
    squares = tuple(tuple(replace(one, alternative=one.square) for one in row) for row in board.source.squares)
    seen = make_board(replace(board.source.reading, squares=squares), board.source.picture)
    framed = pad_board(seen, 5)
    assert framed.source is not None

    window = (*framed.source.orientation.offset, *framed.source.read_size)

    assert crop_kingdom(framed.kingdom, *window) == KINGDOM
    assert np.allclose(window_corners(framed.source, *window), board.source.reading.corners, atol=0.01)


@given(st.lists(st.sampled_from([None, *DIRECTIONS]), max_size=10))
def test_reading_rotates_and_moves_with_its_board(steps: list[tuple[int, int] | None]) -> None:
    board = pad_board(make_board(reading(), Picture(b"", 300, 200, 1.0)), 5)
    for step in steps:
        if step is None or step in find_moves(board.kingdom, 5):
            board = reorient(board, step)

    assert board.source is not None
    assert board.source.kingdom == board.kingdom
    assert board.source.doubtful == board.doubtful
    assert board.kingdom.tile_count == KINGDOM.tile_count


# --- The other grid


FIVE, SEVEN = ANA_AND_BEN, replace(ANA_AND_BEN, rules=Rules(grid=7))
WIDE = Board(Kingdom.parse("wwwCww"))
FULL = Board(Kingdom.parse("wwwww/wwwww/wwCww/wwwww/wwww."), doubtful=frozenset({(0, 1)}))


def test_grid_size_follows_the_kingdoms() -> None:
    assert suggest_grid(FIVE, WIDE) == 7
    assert suggest_grid(SEVEN, WIDE) is None
    assert suggest_grid(SEVEN, FULL) == 5
    assert suggest_grid(SEVEN.with_new_board(2, WIDE), FULL) is None
    assert suggest_grid(SEVEN, Board(Kingdom.parse("wwC"))) is None


def test_changing_the_grid_keeps_doubts_of_fitting_boards() -> None:
    table = set_grid(FIVE.with_new_board(1, WIDE).with_new_board(2, FULL), 7)

    boards = [seat.board for seat in table.seats if seat.board]
    assert table.rules.grid == 7
    assert [(board.kingdom.height, board.kingdom.width) for board in boards] == [(7, 7), (7, 7)]
    assert [board.doubts for board in boards] == [0, 1]
    back = set_grid(table, 5)
    assert [seat.board.kingdom.height for seat in back.seats if seat.board] == [7, 5]
