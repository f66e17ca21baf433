"""Things that a style draws again and again in its own manner: a tree, a sheep, a rock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Colour, Spot, vary
from models.training.art.painting.pen import Pen
from vision.photo.photo import Bgr


@dataclass(frozen=True)
class Look:
    """What stays the same wherever a style draws a motif: its colours, and six numbers of 0 to 1 for its form."""

    colour: Colour
    accent: Colour
    traits: tuple[float, ...]

    def between(self, trait: int, low: float, high: float) -> float:
        """A measure of the form, from ``low`` to ``high``."""
        return low + (high - low) * self.traits[trait]

    def number(self, trait: int, low: int, high: int) -> int:
        """A count of the form, from ``low`` to ``high``, both included."""
        return min(high, low + int(self.traits[trait] * (high - low + 1)))

    def has(self, trait: int, share: float = 0.5) -> bool:
        """Whether the form has something that a ``share`` of all looks has."""
        return self.traits[trait] < share

    def varied(self, rng: Generator, light: float = 0.07) -> Colour:
        """The motif's colour, a little different every time."""
        return vary(rng, self.colour, light, 5.0)


Draw = Callable[[Pen, Look, Generator], None]
"""Draws a motif around (0, 0), about 1 wide or high."""


@dataclass(frozen=True)
class Motif:
    """A thing, how this style draws it, and how large: ``size`` in sides of a square."""

    draw: Draw
    look: Look
    size: float
    tilt: float = 0.0  # spread of its turn, in degrees

    def paint(self, pen: Pen, at: Spot, rng: Generator, scale: float = 1.0) -> None:
        """Draw it at a spot of a square, a little larger or smaller and facing either side."""
        size = self.size * scale * float(rng.uniform(0.86, 1.14))
        turn = self.tilt * float(rng.standard_normal()) if self.tilt else 0.0
        self.draw(pen.at(at, size, turn, bool(rng.random() < 0.5)), self.look, rng)


@dataclass(frozen=True)
class Stamp:
    """A motif drawn once, to be pressed on a picture many times: what it adds, and how much of the ground it keeps."""

    body: NDArray[np.float32]  # (h, h, 3)
    keeps: NDArray[np.float32]  # (h, h, 3), 0 to 1

    def press(self, image: Bgr, at_px: Spot) -> None:
        """Print it around a place of the picture, which changes; what sticks out is cut off."""
        side = len(self.body)
        left, top = round(at_px[0] - side / 2), round(at_px[1] - side / 2)
        x0, y0, x1, y1 = max(0, left), max(0, top), min(image.shape[1], left + side), min(image.shape[0], top + side)
        if x0 < x1 and y0 < y1:
            part = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
            under = image[y0:y1, x0:x1]
            under[:] = (under * self.keeps[part] + self.body[part]).astype(np.uint8)


def cut_stamp(motif: Motif, pen: Pen, rng: Generator) -> Stamp:
    """A stamp of a motif as this pen would draw it on its square.

    Drawn on black and again on white: where the two agree the motif covers the ground.
    """
    side = 2 * round(0.85 * motif.size * pen.side) + 6
    seed = int(rng.integers(1 << 32))
    sheets = []
    for tone in (0, 255):
        sheet = np.full((side, side, 3), tone, np.uint8)
        place = Pen(sheet, pen.hand, pen.ground, np.array([side / 2, side / 2]), pen.axes, pen.side)
        motif.paint(place, (0.0, 0.0), np.random.default_rng(seed))
        sheets.append(sheet.astype(np.float32))
    return Stamp(sheets[0] + np.float32(0.5), (sheets[1] - sheets[0]) / np.float32(255))


def draw_look(rng: Generator, colour: Colour, accent: Colour) -> Look:
    """A look of these colours and a random form."""
    return Look(colour, accent, tuple(rng.random(6).tolist()))
