"""Rectifying undoes the tilt of the camera."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.photo.photo import Photo
from vision.rectify import cut_squares, project_grid_points, rectify

CORNERS = np.array([[120, 90], [520, 130], [560, 470], [70, 420]], np.float32)


def draw_chequered(rows: int, columns: int, side: int) -> np.ndarray:
    """Draw a board whose square (r, c) has the grey 40 + 20 r + 30 c everywhere."""
    grey = 40 + 20 * np.arange(rows)[:, None] + 30 * np.arange(columns)[None, :]
    return np.repeat(np.kron(grey, np.ones((side, side)))[..., None], 3, 2).astype(np.uint8)


def photograph(board: np.ndarray, corners: np.ndarray) -> np.ndarray:
    height, width = board.shape[:2]
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return cv2.warpPerspective(board, cv2.getPerspectiveTransform(outline, corners), (640, 520))


@settings(max_examples=25, derandomize=True)
@given(st.lists(st.floats(-25, 25), min_size=8, max_size=8), st.sampled_from([1.0, 2.0]))
def test_rectified_squares_map_back_to_the_photo(shifts: list[float], scale: float) -> None:
    corners = CORNERS + np.array(shifts, np.float32).reshape(4, 2)
    photo = Photo(photograph(draw_chequered(3, 4, 60), corners), scale)

    squares = cut_squares(rectify(photo, np.float32(scale) * corners, 3, 4), 3, 4)

    middles = squares[:, 24:40, 24:40, 0].mean((1, 2)).reshape(3, 4)
    np.testing.assert_allclose(middles, 40 + 20 * np.arange(3)[:, None] + 30 * np.arange(4)[None, :], atol=2)


@given(st.integers(1, 9), st.integers(1, 9))
def test_the_lines_of_a_grid_run_from_corner_to_corner(rows: int, columns: int) -> None:
    points = project_grid_points(CORNERS, rows, columns)

    assert points.shape == (rows + 1, columns + 1, 2)
    ends = points[[0, 0, -1, -1], [0, -1, -1, 0]]
    np.testing.assert_allclose(ends, CORNERS, atol=0.01)
