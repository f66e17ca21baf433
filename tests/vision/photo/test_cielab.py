"""CIELAB colours are those of OpenCV, to the bit."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo.cielab import cielab


def test_colours_are_those_of_opencv() -> None:
    levels = np.arange(0, 256, 5, dtype=np.uint8)  # from the darkest to the brightest
    every = np.stack(np.meshgrid(levels, levels, levels), -1).reshape(-1, 1, 3)
    chance = np.random.default_rng(1).integers(0, 256, (20_000, 1, 3), np.uint8)
    greys = np.repeat(np.arange(256, dtype=np.uint8), 3).reshape(-1, 1, 3)
    for pixels in (every, chance, greys):
        assert (cielab(pixels) == cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)).all()
