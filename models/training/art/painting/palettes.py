"""The colours of a style: one ground for each terrain, never two that could be taken for each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Colour
from scoring.terrain import Terrain

Range = tuple[float, float]

# Hue in degrees, saturation and value of 0 to 1, and how often.
_GROUNDS: dict[Terrain, list[tuple[Range, Range, Range, float]]] = {
    Terrain.WHEAT: [
        ((38, 52), (0.65, 1.0), (0.8, 1.0), 5),
        ((32, 43), (0.66, 0.95), (0.72, 0.9), 3),
        ((27, 36), (0.8, 1.0), (0.88, 1.0), 1.5),
        ((44, 54), (0.38, 0.6), (0.84, 0.96), 1.5),
    ],
    Terrain.FOREST: [
        ((95, 150), (0.4, 0.85), (0.2, 0.42), 5),
        ((100, 145), (0.5, 0.85), (0.4, 0.6), 3),
        ((150, 176), (0.4, 0.75), (0.25, 0.5), 1.5),
        ((66, 95), (0.4, 0.75), (0.25, 0.45), 2),
        ((30, 60), (0.3, 0.6), (0.15, 0.3), 0.7),
        ((85, 125), (0.5, 0.95), (0.6, 0.9), 1),
    ],
    Terrain.LAKE: [
        ((196, 224), (0.6, 1.0), (0.62, 1.0), 6),
        ((176, 196), (0.5, 0.95), (0.62, 0.95), 2.5),
        ((208, 238), (0.55, 0.95), (0.3, 0.65), 2),
        ((194, 216), (0.28, 0.5), (0.82, 0.96), 1),
    ],
    Terrain.GRASSLAND: [
        ((76, 110), (0.5, 0.95), (0.64, 0.95), 5),
        ((68, 80), (0.5, 0.9), (0.72, 0.96), 3),
        ((92, 135), (0.45, 0.85), (0.48, 0.72), 2),
        ((76, 112), (0.28, 0.5), (0.72, 0.92), 1),
    ],
    Terrain.SWAMP: [
        ((18, 36), (0.35, 0.6), (0.32, 0.64), 4),
        ((26, 42), (0.16, 0.42), (0.58, 0.85), 4),
        ((25, 70), (0.04, 0.18), (0.38, 0.66), 1.5),
        ((2, 22), (0.16, 0.36), (0.66, 0.95), 1.5),
        ((46, 72), (0.28, 0.55), (0.3, 0.56), 2),
        ((265, 325), (0.14, 0.36), (0.3, 0.58), 1),
        ((110, 168), (0.12, 0.34), (0.32, 0.56), 1),
    ],
    Terrain.MINE: [
        ((0, 360), (0.0, 0.3), (0.06, 0.2), 4),
        ((0, 360), (0.0, 0.1), (0.2, 0.38), 3),
        ((12, 32), (0.28, 0.6), (0.14, 0.3), 2.5),
        ((205, 262), (0.12, 0.32), (0.2, 0.4), 1.5),
        ((0, 360), (0.0, 0.08), (0.4, 0.58), 0.8),
        ((15, 30), (0.0, 0.06), (0.9, 1.0), 0.35),
    ],
}
_LEAST_APART = 24.0  # between any two grounds, in CIE Lab
_OFTEN_CONFUSED = {frozenset(pair) for pair in combinations((Terrain.WHEAT, Terrain.GRASSLAND, Terrain.SWAMP), 2)}
_FARTHER_APART = 36.0  # between two of these
_FOREST_BELOW_GRASS = 9.0  # in lightness


@dataclass(frozen=True)
class Palette:
    """The ground of every terrain, and the colours that things of any terrain share."""

    grounds: dict[Terrain, Colour]
    leaf: Colour
    leaf_beside: Colour
    stone: Colour
    wood: Colour
    roofs: dict[Terrain, Colour]
    wall: Colour


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour by hue in degrees, and saturation and value of 0 to 1."""
    pixel = np.array([[[hue % 360, saturation, value]]], np.float32)
    blue, green, red = (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255).tolist()
    return blue, green, red


def within(rng: Generator, hue: Range, saturation: Range, value: Range) -> Colour:
    """A random colour within ranges of hue in degrees, saturation and value."""
    return hsv(float(rng.uniform(*hue)), float(rng.uniform(*saturation)), float(rng.uniform(*value)))


def draw_palette(rng: Generator) -> Palette:
    """A palette whose grounds a person tells apart."""
    grounds = _grounds(rng)
    while not _tellable(grounds):
        grounds = _grounds(rng)
    leaf_hue = float(
        rng.choice([rng.uniform(85, 140), rng.uniform(140, 172), rng.uniform(68, 90)], p=[0.6, 0.25, 0.15])
    )
    leaf = hsv(leaf_hue, float(rng.uniform(0.45, 0.85)), float(rng.uniform(0.3, 0.68)))
    beside = hsv(leaf_hue + float(rng.uniform(-28, 28)), float(rng.uniform(0.4, 0.85)), float(rng.uniform(0.28, 0.7)))
    stone = within(rng, (15, 45), (0.02, 0.35), (0.4, 0.8)) if rng.random() < 0.6 else hsv(230, 0.1, 0.55)
    wood = within(rng, (15, 34), (0.4, 0.75), (0.28, 0.66))
    return Palette(grounds, leaf, beside, stone, wood, _roofs(rng), _wall(rng))


def _wall(rng: Generator) -> Colour:
    return within(rng, (28, 48), (0.05, 0.4), (0.72, 0.98)) if rng.random() < 0.7 else hsv(24, 0.5, 0.45)


def _roofs(rng: Generator) -> dict[Terrain, Colour]:
    """The same colour on every roof, or another for each terrain."""
    hues = [4.0, 355.0, 18.0, 40.0, 205.0, 170.0, 280.0, 25.0]
    several = rng.random() < 0.6
    first = hsv(float(rng.choice(hues)), 0.65, 0.6)
    roofs = {}
    for terrain in Terrain:
        other = hsv(float(rng.choice(hues)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.3, 0.85)))
        roofs[terrain] = other if several else first
    return roofs


def _grounds(rng: Generator) -> dict[Terrain, Colour]:
    grounds = {}
    for terrain, choices in _GROUNDS.items():
        weights = np.array([choice[3] for choice in choices])
        hue, saturation, value, _ = choices[int(rng.choice(len(choices), p=weights / weights.sum()))]
        grounds[terrain] = within(rng, hue, saturation, value)
    return grounds


def _tellable(grounds: dict[Terrain, Colour]) -> bool:
    """Whether all grounds lie apart, and a forest is darker than a meadow."""
    lab = {terrain: lightness_and_tint(colour) for terrain, colour in grounds.items()}
    if lab[Terrain.FOREST][0] > lab[Terrain.GRASSLAND][0] - _FOREST_BELOW_GRASS:
        return False
    return all(
        float(np.linalg.norm(lab[one] - lab[other]))
        >= (_FARTHER_APART if {one, other} in _OFTEN_CONFUSED else _LEAST_APART)
        for one, other in combinations(lab, 2)
    )


def lightness_and_tint(colour: Colour) -> NDArray[np.float32]:
    """A colour in CIE Lab, where equal distances look about equally far: shape (3,)."""
    pixel = np.array([[colour]], np.float32) / 255
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2Lab)[0, 0], np.float32)
