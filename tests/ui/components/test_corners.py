"""Four points set by hand become the corners of a grid, or are refused."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.components.corners import default_corners, margin_of, order_corners
from ui.table.photo_reading import Picture

PICTURE = Picture(b"", width=800, height=600, scale=2.0)
GRID = [(100.0, 120.0), (640.0, 90.0), (700.0, 520.0), (60.0, 480.0)]


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_dragged_corners_are_ordered_clockwise(order: tuple[int, ...]) -> None:
    corners = order_corners([GRID[index] for index in order], PICTURE)

    assert corners is not None
    np.testing.assert_array_equal(corners, np.array(GRID, np.float32))


@pytest.mark.parametrize(
    "points",
    [
        [(10, 10), (10, 10), (10, 10), (10, 10)],
        [(0, 0), (400, 0), (800, 0), (400, 5)],
        [(100, 100), (500, 100), (300, 200), (300, 500)],  # one lies inside the other three
        [(100, 100), (500, 100), (500, 400)],
        [(float("nan"), 0), (800, 0), (800, 600), (0, 600)],
        "corners",
        [[1], [2, 3], [4], [5]],
        None,
    ],
)
def test_points_that_span_no_grid_are_refused(points: Any) -> None:
    assert order_corners(points, PICTURE) is None


@given(st.lists(st.tuples(st.floats(width=32), st.floats(width=32)), min_size=4, max_size=4))
def test_corners_never_leave_the_photo_and_its_margin(points: list[tuple[float, float]]) -> None:
    corners = order_corners(points, PICTURE, 50)

    assert corners is None or (corners.min() >= -50 and (corners <= (850, 650)).all())


def test_all_corners_of_a_close_up_lie_inside_the_margin() -> None:
    close_up = np.array([(-90, -20), (880, 10), (820, 640), (5, 610)], np.float32)

    assert margin_of(PICTURE, close_up) > 90
    assert order_corners(close_up, PICTURE, margin_of(PICTURE, close_up)) is not None
    assert margin_of(PICTURE, default_corners(PICTURE)) > 0


def test_the_corners_start_as_a_square_inside_the_photo() -> None:
    start = default_corners(PICTURE)

    assert order_corners(start, PICTURE) is not None
    assert np.ptp(start[:, 0]) == np.ptp(start[:, 1])
