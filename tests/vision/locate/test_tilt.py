"""Kingdoms are found at tilts at which the far squares look a third as large as the near ones, and of squares."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.synthesis.camera import Stance
from models.training.synthesis.legal_play import play
from models.training.synthesis.light import Light
from models.training.synthesis.scene import Laid, Scene, render
from vision.locate.heatmaps import Heatmaps
from vision.locate.lattice import Lattice
from vision.locate.locate import locate
from vision.locate.tilt import FOCAL, is_oblong, length_to_width, of_squares, view_from_above
from vision.photo.photo import Photo

PICTURE = np.zeros((900, 1200, 3), np.uint8)


def test_a_kingdom_is_found_at_a_large_tilt() -> None:
    tilt = 60
    rng = np.random.default_rng(tilt)
    laid = Laid(play(rng, complete=True), turn=10)
    image, (truth,) = render(Scene.framed((laid,), "wood", Stance(tilt), Light(blur=0.5), (1200, 900), 0.75), rng)

    (found,) = locate(Photo(image, 1.0))

    corners = found.corners(Photo(image, 1.0))
    assert (found.rows, found.columns) == (5, 5)
    assert min(np.abs(np.roll(corners, turn, 0) - truth.corners).max() for turn in range(4)) < 12


def test_where_nothing_is_like_a_tile_there_is_no_view_from_above() -> None:
    nothing = np.zeros((32, 32), np.float32)
    heatmaps = Heatmaps(nothing, nothing, np.zeros((5, 32, 32), np.float32), 2, 24.0)

    assert view_from_above(np.zeros((64, 64, 3), np.uint8), heatmaps, np.eye(3)) is None


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
