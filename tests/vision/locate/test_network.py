"""The network's looks lead back to the picture, and a kingdom that the photo cuts is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.given import KITCHEN
from vision import NoKingdomFound, Photo, load, read
from vision.locate.heatmaps import STRIDE, Evidence
from vision.locate.network import TO_CLOSE, close_look, coarse_look
from vision.locate.truncation import goes_on_beyond

STEP = 40.0  # pixels a square of the boards below


def board_at(x: float, y: float) -> np.ndarray:
    """The homography of a grid whose top left corner lies at (x, y)."""
    return np.array([[STEP, 0, x], [0, STEP, y], [0, 0, 1.0]])


def seen(rows: int, columns: int, tiles: tuple[slice, slice]) -> Evidence:
    """A close look that shows tiles on the given rows and columns of a grid with one more square all around."""
    around = np.zeros((rows + 2, columns + 2), np.float32)
    around[tiles] = 1.0
    size = TO_CLOSE[0, 0] / STRIDE
    picture = np.pad(around, 1).repeat(int(size), 0).repeat(int(size), 1)
    start = int(size / 2)
    tile = np.ascontiguousarray(picture[start:-start, start:-start])
    return Evidence(np.zeros_like(tile), tile, np.zeros((5, *tile.shape), np.float32), STRIDE, 24.0)


@pytest.mark.parametrize("shape", [(300, 400, 3), (480, 200, 3), (96, 96, 3)])
def test_a_coarse_look_leads_back_to_the_picture(shape: tuple[int, int, int]) -> None:
    evidence, back = coarse_look(np.zeros(shape, np.uint8), 256)

    height, width = (side * STRIDE for side in evidence.tile.shape)
    shown = cv2.perspectiveTransform(np.array([[[0, 0], [width, height]]], np.float64), back)[0]
    np.testing.assert_allclose(shown, [[0, 0], [shape[1], shape[0]]], atol=1e-6)


def test_a_close_look_shows_a_square_and_a_half_around_the_grid() -> None:
    evidence = close_look(np.zeros((400, 400, 3), np.uint8), board_at(80, 80), 5, 3)

    assert evidence.tile.shape == ((5 + 3) * 32 // STRIDE, (3 + 3) * 32 // STRIDE)


def test_tiles_cut_by_the_edge_beside_the_grid_are_part_of_the_kingdom() -> None:
    picture = np.zeros((400, int(100 + 5.5 * STEP), 3), np.uint8)  # half of one more column
    tiles = (slice(1, 6), slice(1, 7))

    assert goes_on_beyond(picture, board_at(100, 100), np.ones((5, 5), np.float32), seen(5, 5, tiles))


def test_a_table_that_the_edge_cuts_is_no_kingdom() -> None:
    picture = np.zeros((400, int(100 + 5.5 * STEP), 3), np.uint8)
    tiles = (slice(1, 6), slice(1, 6))

    assert not goes_on_beyond(picture, board_at(100, 100), np.ones((5, 5), np.float32), seen(5, 5, tiles))


def test_a_kingdom_wholly_in_the_photo_ends_there() -> None:
    picture = np.zeros((600, 600, 3), np.uint8)

    assert not goes_on_beyond(picture, board_at(100, 100), np.ones((5, 5), np.float32), seen(5, 5, (slice(None),) * 2))


@pytest.mark.parametrize("squares", [0.5, 1.4])
def test_a_kingdom_cut_by_the_photo_is_said_to_be_cut(squares: float) -> None:
    photo = load(KITCHEN)
    (whole,) = read(photo)
    corners = np.array(whole.corners) / photo.scale
    step = float(np.linalg.norm(corners[1] - corners[0])) / 5
    right = int(corners[:, 0].max() - squares * step)
    part = Photo(np.ascontiguousarray(photo.image[:, :right]), photo.scale)

    try:
        warnings = [warning for reading in read(part) for warning in reading.warnings]
    except NoKingdomFound:
        return

    assert any("cut off" in str(warning) for warning in warnings)
