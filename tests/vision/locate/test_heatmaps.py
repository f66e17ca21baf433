"""The network's passes lead back to the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.locate.heatmaps import STRIDE, close_pass, coarse_pass

STEP = 40.0  # pixels a square of the boards below


def board_at(x: float, y: float) -> np.ndarray:
    """The homography of a grid whose top left corner lies at (x, y)."""
    return np.array([[STEP, 0, x], [0, STEP, y], [0, 0, 1.0]])


@pytest.mark.parametrize("shape", [(300, 400, 3), (480, 200, 3), (96, 96, 3)])
def test_a_coarse_pass_leads_back_to_the_picture(shape: tuple[int, int, int]) -> None:
    heatmaps, back = coarse_pass(np.zeros(shape, np.uint8), 256)

    height, width = (side * STRIDE for side in heatmaps.tile.shape)
    shown = cv2.perspectiveTransform(np.array([[[0, 0], [width, height]]], np.float64), back)[0]
    np.testing.assert_allclose(shown, [[0, 0], [shape[1], shape[0]]], atol=1e-6)


def test_a_close_pass_shows_a_square_and_a_half_around_the_grid() -> None:
    heatmaps = close_pass(np.zeros((400, 400, 3), np.uint8), board_at(80, 80), 5, 3)

    assert heatmaps.tile.shape == ((5 + 3) * 32 // STRIDE, (3 + 3) * 32 // STRIDE)
