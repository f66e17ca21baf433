"""The board is found in a photo and straightened, or its corners are set by hand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.training.kingdoms.photos import Shot, photograph
from models.training.kingdoms.samples import FOLDER, boards, corners_of, names
from models.training.synthesis.camera import Stance
from scoring.kingdoms import COLUMNS, ROWS
from vision import PhotoError, load
from vision.kingdoms import NoBoardFound, StraightBoard, find_board, straighten
from vision.photo.photo import Photo, Points

SHOT = Shot("felt", Stance(tilt=20, heading=-70, roll=5), width=1200, height=900)
PHOTO = photograph(boards()[0], SHOT, np.random.default_rng(3))


def off(corners: Points, truth: Points) -> float:
    """The farthest a corner lies from its place, in spaces."""
    space = np.linalg.norm(truth[1] - truth[0]) / COLUMNS
    return float(np.linalg.norm(corners - truth, axis=1).max() / space)


def test_the_printed_grid_is_found_by_itself() -> None:
    assert off(find_board(Photo(PHOTO.image, 1.0)), PHOTO.corners) < 0.15


@pytest.mark.parametrize("name", names())
def test_the_board_of_every_sample_photo_is_found(name: str) -> None:
    assert off(find_board(load(FOLDER / f"{name}.jpg")), corners_of(name)) < 0.15


def test_corners_are_in_pixels_of_the_original_photo() -> None:
    found = find_board(Photo(PHOTO.image, 2.0))

    assert off(found, 2 * PHOTO.corners) < 0.15


def test_a_board_photographed_from_its_short_side_is_laid_across() -> None:
    turned = np.ascontiguousarray(np.rot90(PHOTO.image))
    corners = find_board(Photo(turned, 1.0))
    across, down = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])

    assert across > down


def test_corners_set_by_hand_need_no_search() -> None:
    board = straighten(Photo(PHOTO.image, 1.0), PHOTO.corners)

    assert board.image.shape == (ROWS * 160, COLUMNS * 160, 3)
    assert board.crops.shape == (30, 64, 64, 3)
    assert off(board.corners, PHOTO.corners) < 0.05


def test_corners_set_roughly_snap_to_the_printed_grid() -> None:
    rough = PHOTO.corners + np.array([(9, -7), (-8, 8), (7, 9), (-9, -6)], np.float32)

    assert off(straighten(Photo(PHOTO.image, 1.0), rough).corners, PHOTO.corners) < off(rough, PHOTO.corners)


def test_crooked_corners_are_refused() -> None:
    with pytest.raises(PhotoError, match="clockwise"):
        straighten(Photo(PHOTO.image, 1.0), PHOTO.corners[[0, 2, 1, 3]])


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_bare_table_has_no_board(level: int) -> None:
    with pytest.raises(NoBoardFound, match="Set its four corners by hand"):
        straighten(Photo(np.full((600, 800, 3), level, np.uint8), 1.0))


def test_a_straight_board_shows_each_space_from_above() -> None:
    """A red mark painted on one space of a flat board lies in the crop of that space and in no other."""
    image = np.full((ROWS * 160, COLUMNS * 160, 3), 128, np.uint8)
    cv2.circle(image, (4 * 160 + 80, 2 * 160 + 80), 40, (0, 0, 255), -1)
    crops = StraightBoard(image, np.zeros((4, 2), np.float32)).crops.astype(int)

    red = np.flatnonzero((crops[..., 2] - crops[..., 0]).max((1, 2)) > 100)
    assert red.tolist() == [2 * COLUMNS + 4]
