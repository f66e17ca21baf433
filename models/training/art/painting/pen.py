"""A pen that draws every shape in a style's own hand: flat, outlined, lit like a solid body, or as a bare line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import ONE, SHIFT, Colour, Spot, mix, shade
from vision.photo.photo import Bgr

Spots = Sequence[Spot] | NDArray[np.float64]

_TURNS = np.arange(14) * (2 * np.pi / 14)
_LEAST_LIT = 5.0  # pixels; whatever is smaller shows no side in the light
_ROUND = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


@dataclass(frozen=True)
class Hand:
    """How a style draws any shape."""

    outline: float  # in sides of a square, 0 for none
    ink: Colour | None  # of the outline; None is a darker tone of the shape itself
    filled: bool  # False leaves lines alone, as in a line icon
    volume: float  # how strongly a shape is lit from one side, 0 for flat
    light: Spot  # the direction towards the light
    shadow: float  # how dark a cast shadow is, 0 for none


@dataclass(frozen=True)
class Pen:
    """A place on a picture to draw at; (0, 0) is ``origin``, rows of ``axes`` are right and down, all in pixels."""

    image: Bgr
    hand: Hand
    ground: Colour
    origin: NDArray[np.float64]
    axes: NDArray[np.float64]
    side: float  # of the whole square in pixels, by which outlines are measured

    @staticmethod
    def over(image: Bgr, hand: Hand, ground: Colour) -> Pen:
        """A pen whose unit square is a whole square picture; it draws on the picture itself."""
        side = float(image.shape[0])
        return Pen(image, hand, ground, np.zeros(2), np.diag([side, side]), side)

    def at(self, spot: Spot, scale: float = 1.0, turn: float = 0.0, flip: bool = False) -> Pen:
        """A pen whose (0, 0) lies at a spot of this one, scaled, turned clockwise by degrees, mirrored."""
        c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
        mirror = -1.0 if flip else 1.0
        axes = np.array([[mirror * c, mirror * s], [-s, c]]) @ self.axes
        return Pen(self.image, self.hand, self.ground, np.asarray(spot) @ self.axes + self.origin, axes, self.side)

    def shape(self, spots: Spots, colour: Colour) -> None:
        """A body: filled, lit and outlined as the hand does it."""
        points = np.asarray(spots, float) @ self.axes + self.origin
        hand = self.hand
        low, high = points.min(axis=0), points.max(axis=0)
        extent = float((high - low).max())
        if hand.filled:
            round_enough = hand.volume and extent > _LEAST_LIT
            self._fill(points, shade(colour, 1 - 0.45 * hand.volume) if round_enough else colour)
            if round_enough:
                self._light_up(points, (low + high) / 2, 0.5 * extent, colour)
        if hand.outline:
            self._trace(points, hand.ink or shade(colour, 0.45), min(hand.outline * self.side, 0.16 * extent), True)
        elif not hand.filled:
            self._trace(points, colour, 0.015 * self.side, True)

    def fill(self, spots: Spots, colour: Colour) -> None:
        """A flat patch without an outline; nothing where the hand draws bare lines."""
        if self.hand.filled:
            self._fill(np.asarray(spots, float) @ self.axes + self.origin, colour)

    def facet(self, spots: Spots, colour: Colour) -> None:
        """A side of a body in its own tone, which a flat hand leaves out."""
        if self.hand.volume:
            self.fill(spots, colour)

    def oval(self, at: Spot, radii: Spot, colour: Colour, turn: float = 0.0) -> None:
        self.shape(self._ring(at, radii, turn), colour)

    def patch(self, at: Spot, radii: Spot, colour: Colour, turn: float = 0.0) -> None:
        """A flat oval without an outline."""
        self.fill(self._ring(at, radii, turn), colour)

    def disc(self, at: Spot, radius: float, colour: Colour) -> None:
        self.oval(at, (radius, radius), colour)

    def dot(self, at: Spot, radius: float, colour: Colour) -> None:
        """A small disc, always filled and never outlined."""
        x, y = np.asarray(at) @ self.axes + self.origin
        pixels = max(8, round(radius * self._unit * ONE))
        cv2.circle(self.image, (round(x * ONE), round(y * ONE)), pixels, colour, -1, cv2.LINE_AA, SHIFT)

    def box(self, low: Spot, high: Spot, colour: Colour) -> None:
        self.shape([low, (high[0], low[1]), high, (low[0], high[1])], colour)

    def stroke(self, spots: Spots, colour: Colour, width: float = 0.05, closed: bool = False) -> None:
        """A line, its width in this pen's units."""
        points = np.asarray(spots, float) @ self.axes + self.origin
        self._trace(points, colour, width * self._unit, closed)

    def cast(self, at: Spot, radii: Spot) -> None:
        """The shadow that a thing standing here throws on the ground, away from the light."""
        if self.hand.shadow and self.hand.filled:
            reach = 0.5 * max(radii) * self._unit
            points = self._ring(at, radii) @ self.axes + self.origin - reach * np.asarray(self.hand.light)
            self._fill(points, mix(self.ground, (30.0, 25.0, 20.0), self.hand.shadow))

    @property
    def _unit(self) -> float:
        return float(np.hypot(self.axes[0, 0], self.axes[0, 1]))

    @staticmethod
    def _ring(at: Spot, radii: Spot, turn: float = 0.0) -> NDArray[np.float64]:
        ring = _ROUND * radii
        if turn:
            c, s = cos(radians(turn)), sin(radians(turn))
            ring = ring @ np.array([[c, s], [-s, c]])
        return ring + at

    def _light_up(self, points: NDArray[np.float64], centre: NDArray[np.float64], reach: float, colour: Colour) -> None:
        """Lighter tones towards the light, the same form grown smaller."""
        lit = centre + 0.55 * reach * np.asarray(self.hand.light)
        self._fill(0.76 * points + 0.24 * lit, colour)
        self._fill(0.42 * points + 0.58 * lit, shade(colour, 1 + 0.35 * self.hand.volume))

    def _fill(self, points: NDArray[np.float64], colour: Colour) -> None:
        cv2.fillPoly(self.image, [(points * ONE).astype(np.int32)], colour, cv2.LINE_AA, SHIFT)

    def _trace(self, points: NDArray[np.float64], colour: Colour, width: float, closed: bool) -> None:
        pixels = [(points * ONE).astype(np.int32)]
        cv2.polylines(self.image, pixels, closed, colour, max(1, round(width)), cv2.LINE_AA, SHIFT)


def draw_hand(rng: Generator) -> Hand:
    """A hand of a random kind: solid bodies most often, then flat shapes, outlined ones, bare lines."""
    kind = rng.choice(["solid", "flat", "outlined", "bold", "lines"], p=[0.42, 0.2, 0.2, 0.14, 0.04])
    slant = float(rng.uniform(-1.2, 1.2))
    light = (float(np.sin(slant)), -float(np.cos(slant)))
    ink: Colour | None = None
    if kind == "bold" or rng.random() < 0.35:
        tone = float(rng.uniform(5, 60))
        ink = (tone, tone, tone)
    if kind == "lines":
        tone = float(rng.choice([20.0, 245.0]))
        ink = (tone, tone, tone)
    outline = {"solid": (0.0, 0.0), "flat": (0.0, 0.0), "outlined": (0.006, 0.012), "bold": (0.014, 0.028)}
    low, high = outline.get(str(kind), (0.012, 0.024))
    volume = float(rng.uniform(0.4, 1.0)) if kind == "solid" or rng.random() < 0.25 else 0.0
    shadow = float(rng.uniform(0.25, 0.6)) if rng.random() < (0.85 if volume else 0.3) else 0.0
    return Hand(float(rng.uniform(low, high)), ink, kind != "lines", volume, light, shadow)
