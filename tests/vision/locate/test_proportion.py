"""Squares are square: a lattice that has lines between the true ones gets as many as make its cells squares."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.locate.lattice import Lattice
from vision.locate.proportion import is_oblong, length_to_width, of_squares
from vision.locate.steep import FOCAL

PICTURE = np.zeros((900, 1200, 3), np.uint8)


def seen(rows: int, columns: int, tilt: float, high: float = 1.0, wide: float = 1.0) -> Lattice:
    """A grid on the table as a tilted phone sees it; its cells are ``high`` and ``wide`` squares long."""
    cos, sin = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    turned = np.array([[1, 0, 0], [0, cos, 0], [0, sin, 12.0]])
    lens = np.array([[FOCAL * 1200, 0, 600], [0, FOCAL * 1200, 450], [0, 0, 1.0]])
    to_middle = np.array([[wide, 0, -columns * wide / 2], [0, high, -rows * high / 2], [0, 0, 1.0]])
    return Lattice(lens @ turned @ to_middle, np.full((rows, columns), 0.9, np.float32), 0.5)


@given(rows=st.integers(2, 9), columns=st.integers(2, 9), tilt=st.floats(0, 65))
def test_squares_are_left_as_they_are(rows: int, columns: int, tilt: float) -> None:
    lattice = seen(rows, columns, tilt)

    assert length_to_width(PICTURE, lattice.homography) == pytest.approx(1.0, abs=0.01)
    assert of_squares(PICTURE, lattice) is lattice


@given(rows=st.integers(2, 7), columns=st.integers(2, 7), tilt=st.floats(0, 65), times=st.integers(2, 3))
def test_lines_between_the_true_ones_are_left_out(rows: int, columns: int, tilt: float, times: int) -> None:
    true = seen(rows, columns, tilt)
    outline = np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float64)

    for double in (
        seen(times * rows, columns, tilt, high=1 / times),
        seen(rows, times * columns, tilt, wide=1 / times),
    ):
        found = of_squares(PICTURE, double)

        assert is_oblong(PICTURE, double)
        assert found.occupancy.shape == (rows, columns)
        there, expected = (cv2.perspectiveTransform(outline, each.homography) for each in (found, true))
        assert np.allclose(there, expected, atol=1e-6)
