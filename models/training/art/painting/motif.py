"""Things that a style draws again and again in its own manner: a tree, a sheep, a rock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.random import Generator

from models.training.art.canvas import Colour, Spot, vary
from models.training.art.painting.pen import Pen


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
        return vary(rng, self.colour, light, 3.0)


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


def draw_look(rng: Generator, colour: Colour, accent: Colour) -> Look:
    """A look of these colours and a random form."""
    return Look(colour, accent, tuple(rng.random(6).tolist()))
