"""CIELAB colours in 8 bits, the same as OpenCV's ``COLOR_BGR2LAB``, for a few pixels.

At its first conversion OpenCV makes tables for pictures that take 75 ms, a sixth of what reading a first photo costs.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.photo.photo import Bgr

# Fixed-point numbers: light in eighths of a level, roots in 15 bits, coefficients in 12.
LEVELS, EIGHTHS, ROOT, ONE = 255, 8, 1 << 15, 1 << 12
BRIGHTEST = LEVELS * EIGHTHS * 3 // 2
TO_XYZ = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))  # sRGB, D65
WHITE = (0.950456, 1.0, 1.088754)
LINEAR, SLOPE, START = 216 / 24389, 841 / 108, 16 / 116  # of the cube root near black

Integers = NDArray[np.int64]


def cielab(pixels: Bgr) -> NDArray[np.uint8]:
    """Lightness (0 to 255), a and b (from 128 each) of pixels (..., 3) in BGR."""
    light = _linear()[pixels[..., ::-1]]
    x, y, z = np.moveaxis(_roots()[_rounded(light @ _coefficients().T, ONE)], -1, 0)
    lightness = _rounded((116 * LEVELS + 50) // 100 * y - (16 * LEVELS * ROOT + 50) // 100, ROOT)
    a = _rounded(500 * (x - y) + 128 * ROOT, ROOT)
    b = _rounded(200 * (y - z) + 128 * ROOT, ROOT)
    return np.stack([lightness, a, b], -1).clip(0, LEVELS).astype(np.uint8)


def _rounded(values: Integers, unit: int) -> Integers:
    return np.asarray((values + unit // 2) // unit)


@cache
def _linear() -> Integers:
    """The light of every level of sRGB."""
    level = np.arange(LEVELS + 1) / LEVELS
    light = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.rint(LEVELS * EIGHTHS * light).astype(np.int64)


@cache
def _roots() -> Integers:
    """The cube root of every amount of light, made linear near black."""
    light = np.arange(BRIGHTEST + EIGHTHS * 2, dtype=np.float32) * np.float32(1 / (LEVELS * EIGHTHS))
    return np.rint(ROOT * np.where(light < LINEAR, light * SLOPE + START, _cut_root(light))).astype(np.int64)


def _cut_root(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cube root cut to single precision, as in OpenCV; NumPy's own differs from processor to processor."""
    exact = np.cbrt(light, dtype=np.float64)
    nearest = exact.astype(np.float32)
    return np.where(nearest > exact, np.nextafter(nearest, np.float32(0)), nearest)


@cache
def _coefficients() -> Integers:
    return np.rint(ONE * np.array(TO_XYZ) / np.array(WHITE)[:, None]).astype(np.int64)
