"""Bad light of an evening, made otherwise than the training's: in the plane of the photo, from few measured facts."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr

Values = NDArray[np.float32]  # (height, width, 3), 0 to 255
Relit = Callable[[Generator, Values], Values]


def relit(rng: Generator, image: Bgr, light: str) -> Bgr:
    """The photo in one of LIGHTS."""
    return np.asarray(LIGHTS[light](rng, image.astype(np.float32)).clip(0, 255), np.uint8)


def _places(image: Values) -> tuple[Values, Values]:
    """x and y of every pixel, 0 to 1."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return x / width, y / height


def _blinds(rng: Generator, image: Values) -> Values:
    """Low sun through a blind: bands that fan out, warm and bright between bluish shadows."""
    x, y = _places(image)
    lean, bands, fan = rng.uniform(-0.6, 0.6), rng.uniform(7, 20), rng.uniform(0.0, 0.5)
    wave = np.sin(2 * np.pi * bands * (y + lean * x) / (1 + fan * x) + rng.uniform(0, 6))
    sun = cv2.GaussianBlur((wave > rng.uniform(-0.3, 0.3)).astype(np.float32), (0, 0), rng.uniform(1, 5))[..., None]
    bright, dark = np.array([1.15, 1.3, 1.4], np.float32), np.array([0.62, 0.52, 0.46], np.float32)
    return np.asarray(image * (dark + (bright - dark) * sun), np.float32)


def _window(rng: Generator, image: Values) -> Values:
    """A window behind the table: all dim, and veiled from the top of the photo down."""
    _, y = _places(image)
    veil = rng.uniform(120, 190) * np.exp(-y / rng.uniform(0.35, 0.8))[..., None]
    return np.asarray(image * rng.uniform(0.35, 0.55) + veil, np.float32)


def _veil(rng: Generator, image: Values) -> Values:
    """A dirty lens against a lamp: half the contrast or less, bright all over."""
    return np.asarray(image * rng.uniform(0.32, 0.5) + rng.uniform(95, 135), np.float32)


def _glare(rng: Generator, image: Values) -> Values:
    """Lamps mirrored in the lacquer: white cores with wide halos about the middle of the photo."""
    x, y = _places(image)
    light = np.zeros_like(x)
    for _ in range(int(rng.integers(1, 4))):
        at, size = rng.uniform(0.25, 0.75, 2), rng.uniform(0.012, 0.035)
        distance = ((x - at[0]) ** 2 + (y - at[1]) ** 2) ** 0.5 / size
        light += 1.3 / (1 + distance**3) + 0.25 * np.exp(-distance / 3)
    return np.asarray(image + 255 * light[..., None], np.float32)


def _blown(rng: Generator, image: Values) -> Values:
    """Exposed for the dark: the bright half is lost."""
    return np.asarray(255 * (image / 255) ** 0.75 * rng.uniform(1.45, 1.8), np.float32)


def _candle(rng: Generator, image: Values) -> Values:
    """A warm lamp on one side of a dark room, with the noise that comes of it."""
    x, _ = _places(image)
    level = 0.55 / (1 + 2.5 * np.abs(x - rng.uniform(-0.1, 1.1)) ** 2)
    warm = image * level[..., None] * np.array([0.5, 0.85, 1.15], np.float32)
    return np.asarray(warm + rng.normal(0, 5, image.shape), np.float32)


def _shallow(rng: Generator, image: Values) -> Values:
    """A lens wide open: sharp in front, soft at the back."""
    _, y = _places(image)
    soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(2.0, 3.5) * max(image.shape) / 1200)
    share = np.clip((0.6 - y) / 0.4, 0, 1)[..., None]
    return np.asarray(image + (soft - image) * share, np.float32)


def _even(rng: Generator, image: Values) -> Values:
    return np.asarray(image + rng.normal(0, 2, image.shape), np.float32)


LIGHTS: dict[str, Relit] = {
    "even": _even,
    "blinds": _blinds,
    "window behind": _window,
    "veil": _veil,
    "glare": _glare,
    "blown": _blown,
    "candle": _candle,
    "shallow": _shallow,
}
