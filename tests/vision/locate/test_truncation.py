"""A kingdom that goes on beyond the edge of its photo is known to be truncated."""

from __future__ import annotations

import numpy as np
import pytest

from tests.given import KITCHEN
from vision import Photo, load, read
from vision.locate.heatmaps import STRIDE, Heatmaps
from vision.locate.network import TO_CLOSE
from vision.locate.truncation import is_truncated

STEP = 40.0  # pixels a square of the boards below


def board_at(x: float, y: float) -> np.ndarray:
    """The homography of a grid whose top left corner lies at (x, y)."""
    return np.array([[STEP, 0, x], [0, STEP, y], [0, 0, 1.0]])


def seen(rows: int, columns: int, tiles: tuple[slice, slice]) -> Heatmaps:
    """A close pass that shows tiles on the given rows and columns of a grid with one more square all around."""
    around = np.zeros((rows + 2, columns + 2), np.float32)
    around[tiles] = 1.0
    size = TO_CLOSE[0, 0] / STRIDE
    picture = np.pad(around, 1).repeat(int(size), 0).repeat(int(size), 1)
    start = int(size / 2)
    tile = np.ascontiguousarray(picture[start:-start, start:-start])
    return Heatmaps(np.zeros_like(tile), tile, np.zeros((5, *tile.shape), np.float32), STRIDE, 24.0)


def test_tiles_cut_by_the_edge_beside_the_grid_are_part_of_the_kingdom() -> None:
    picture = np.zeros((400, int(100 + 5.5 * STEP), 3), np.uint8)  # half of one more column
    tiles = (slice(1, 6), slice(1, 7))

    assert is_truncated(picture, board_at(100, 100), np.ones((5, 5), np.float32), lambda: seen(5, 5, tiles))


def test_a_table_that_the_edge_cuts_is_no_kingdom() -> None:
    picture = np.zeros((400, int(100 + 5.5 * STEP), 3), np.uint8)
    tiles = (slice(1, 6), slice(1, 6))

    assert not is_truncated(picture, board_at(100, 100), np.ones((5, 5), np.float32), lambda: seen(5, 5, tiles))


def test_a_kingdom_wholly_in_the_photo_ends_there() -> None:
    picture = np.zeros((600, 600, 3), np.uint8)

    def look() -> Heatmaps:
        raise AssertionError("nothing is cut, so there is nothing to look at")

    assert not is_truncated(picture, board_at(100, 100), np.ones((5, 5), np.float32), look)


@pytest.mark.parametrize("squares", [0.5, 1.4])
def test_a_kingdom_cut_by_the_photo_is_said_to_be_cut(squares: float) -> None:
    photo = load(KITCHEN)
    (whole,) = read(photo)
    corners = np.array(whole.corners) / photo.scale
    step = float(np.linalg.norm(corners[1] - corners[0])) / 5
    right = int(corners[:, 0].max() - squares * step)
    part = Photo(np.ascontiguousarray(photo.image[:, :right]), photo.scale)

    (cut,) = read(part)

    assert any("cut off" in str(warning) for warning in cut.warnings)
