"""Draw on a square canvas in unit coordinates: (0, 0) is the top left, (1, 1) the bottom right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

SHIFT = 4  # fractional bits of the coordinates that OpenCV takes
ONE = 1 << SHIFT

Colour = tuple[float, float, float]  # blue, green, red, 0 to 255
Spot = tuple[float, float]  # x, y in sides
Bgra = NDArray[np.uint8]  # (height, width, 4), alpha last
WHITE: Colour = (255.0, 255.0, 255.0)


def shade(colour: Colour, factor: float) -> Colour:
    """Darken (factor below 1) or lighten (above 1) a colour."""
    blue, green, red = (min(255.0, max(0.0, channel * factor)) for channel in colour)
    return blue, green, red


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Interpolate between two colours: ``part`` 0 is the first, 1 the second."""
    blue, green, red = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return blue, green, red


def vary(rng: Generator, colour: Colour, light: float = 0.08, tint: float = 4.0) -> Colour:
    """Draw a colour near this one: ``light`` is the spread of its brightness, ``tint`` that of each channel."""
    spread = rng.standard_normal(4)
    blue, green, red = (
        channel * (1 + light * spread[3]) + tint * step for channel, step in zip(colour, spread, strict=False)
    )
    return shade((blue, green, red), 1.0)


def clouds(rng: Generator, size: int, cells: int) -> NDArray[np.float32]:
    """Draw smooth noise of about -1 to 1, shape (size, size), with ``cells`` hills along a side."""
    coarse = rng.standard_normal((cells + 1, cells + 1), dtype=np.float32) * 0.5
    return np.asarray(cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


@dataclass(frozen=True)
class Canvas:
    """A picture or mask, changed by drawing on it, and the position of the unit square in it, in pixels."""

    image: NDArray[np.uint8]
    origin: Spot  # the top left corner
    right: Spot  # the upper side, as a vector
    down: Spot  # the left side, as a vector

    @staticmethod
    def of(image: NDArray[np.uint8]) -> Canvas:
        """Return a canvas over a whole square image."""
        return Canvas(image, (0.0, 0.0), (float(image.shape[1]), 0.0), (0.0, float(image.shape[0])))

    def place(self, at: Spot, scale: float = 1.0, turn: float = 0.0, flip: bool = False) -> Canvas:
        """Return a canvas on the same sheet with its origin ``at``, scaled, and turned clockwise by degrees."""
        c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
        mirror = -1.0 if flip else 1.0
        (rx, ry), (dx, dy) = self.right, self.down
        return Canvas(
            self.image,
            self._pixel(at),
            ((rx * c + dx * s) * mirror, (ry * c + dy * s) * mirror),
            (-rx * s + dx * c, -ry * s + dy * c),
        )

    def polygon(self, spots: Sequence[Spot], colour: Colour) -> None:
        cv2.fillPoly(self.image, [self._pixels(spots)], colour, cv2.LINE_AA, SHIFT)

    def line(self, spots: Sequence[Spot], colour: Colour, width: float = 0.01, closed: bool = False) -> None:
        pixels = self._pixels(spots)
        cv2.polylines(self.image, [pixels], closed, colour, max(1, round(width * self._unit)), cv2.LINE_AA, SHIFT)

    def disc(self, at: Spot, radius: float, colour: Colour) -> None:
        cv2.circle(
            self.image, self._fixed(at), max(4, round(radius * self._unit * ONE)), colour, -1, cv2.LINE_AA, SHIFT
        )

    def oval(self, at: Spot, radii: Spot, colour: Colour) -> None:
        axes = (max(4, round(radii[0] * self._unit * ONE)), max(4, round(radii[1] * self._unit * ONE)))
        cv2.ellipse(self.image, self._fixed(at), axes, 0, 0, 360, colour, -1, cv2.LINE_AA, SHIFT)

    @property
    def _unit(self) -> float:
        return float(np.hypot(*self.right))

    def _pixel(self, spot: Spot) -> Spot:
        x, y = spot
        return (
            self.origin[0] + x * self.right[0] + y * self.down[0],
            self.origin[1] + x * self.right[1] + y * self.down[1],
        )

    def _fixed(self, spot: Spot) -> tuple[int, int]:
        x, y = self._pixel(spot)
        return round(x * ONE), round(y * ONE)

    def _pixels(self, spots: Sequence[Spot]) -> NDArray[np.int32]:
        return np.array([self._fixed(spot) for spot in spots], np.int32)


def lump(rng: Generator, at: Spot, radius: float, corners: int = 8, rough: float = 0.18) -> list[Spot]:
    """Draw a roundish polygon with uneven corners, such as a stone or a puddle."""
    lengths = radius * (1 + rough * rng.standard_normal(corners))
    start = float(rng.random()) * 6.28
    angles = start + np.arange(corners) * (6.2832 / corners)
    return [(at[0] + float(r * np.cos(a)), at[1] + float(r * np.sin(a))) for r, a in zip(lengths, angles, strict=True)]
