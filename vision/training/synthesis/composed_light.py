"""The last steps of a composed photo: lamp, glare, lens, the edges of the photo, its size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr
from vision.training.synthesis.weather import photographed

NOISE = 2.0  # of 255, in good light


@dataclass(frozen=True)
class Light:
    """How a photo is lit and how sharp it is; the defaults are good."""

    brightness: float = 1.0
    warmth: float = 0.0  # above 0 a lamp, below 0 the sky: red times e to this, blue the other way
    glare: float = 0.0  # squares across a lamp's mirror image on the kingdom
    blur_px: float = 0.6
    rough: bool = False  # shadows, casts, noise and compression as they come, on top of all that


GOOD_LIGHT = Light()


def taken(rng: Generator, image: Bgr, light: Light, corners: NDArray[np.float64]) -> Bgr:
    """The table photographed in a light; a glare lies on the kingdom whose corners (4, 2) are given."""
    if light.rough:
        image = photographed(rng, image)
    gains = light.brightness * np.exp([-light.warmth, 0.0, light.warmth])
    lit = np.asarray(image * gains, np.float32)
    if light.glare:
        lit += _glare(rng, image.shape[0], light.glare, corners)
    lit = cv2.GaussianBlur(np.asarray(lit, np.float32), (0, 0), light.blur_px)
    lit += NOISE * rng.standard_normal(lit.shape, np.float32)
    return np.asarray(lit.clip(0, 255), np.uint8)


def _glare(rng: Generator, size: int, squares: float, corners: NDArray[np.float64]) -> NDArray[np.float32]:
    side = np.sqrt(cv2.contourArea(corners.astype(np.float32))) / 5
    middle = corners.mean(0) + rng.uniform(-1.5, 1.5, 2) * side
    y, x = np.mgrid[:size, :size].astype(np.float32)
    far = np.hypot(x - middle[0], (y - middle[1]) * rng.uniform(0.7, 1.4)) / (0.5 * squares * side)
    return np.asarray(330 * np.exp(-(far**4))[..., None], np.float32)


def cropped(
    rng: Generator, image: Bgr, corners: NDArray[np.float64], margin: float | None, cut: float, step: float
) -> tuple[Bgr, NDArray[np.float64]]:
    """The part of the picture that a photo shows, and where its top left corner was.

    ``margin`` is the table (in squares of ``step`` pixels) left round what lies between the corners, ``cut`` how many
    squares of that one edge takes away.
    """
    size = np.array(image.shape[1::-1], np.float64)
    least, most = np.zeros(2), size
    if margin is not None:
        least, most = corners.min(0) - margin * step, corners.max(0) + margin * step
    if cut:
        axis = int(rng.integers(2))
        if rng.random() < 0.5:
            least[axis] = corners[:, axis].min() + cut * step
        else:
            most[axis] = corners[:, axis].max() - cut * step
    left, top = np.maximum(least, 0).round().astype(int).tolist()
    right, bottom = np.minimum(most, size).round().astype(int).tolist()
    return np.ascontiguousarray(image[top:bottom, left:right]), np.array([left, top], np.float64)


def scaled(image: Bgr, long_side: int | None) -> tuple[Bgr, float]:
    """The photo with a long side of so many pixels, and how many times larger that is."""
    if long_side is None:
        return image, 1.0
    factor = long_side / max(image.shape[:2])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8), factor
