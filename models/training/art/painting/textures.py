"""Textures of the ground: maps of tone of about -1 to 1, laid between two colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Colour, clouds
from vision.photo.photo import Bgr

Tones = NDArray[np.float32]
Weave = Callable[[Generator, int, int, float], Tones]  # size in px, cells along a side, angle in radians


@dataclass(frozen=True)
class Texture:
    """How the ground of one terrain is painted: a weave from its colour towards ``other``."""

    weave: Weave
    cells: int
    angle: float
    amount: float  # how far towards the other colour, 0 to 1
    other: Colour
    drift: float  # how much lighter or darker one corner is than the opposite

    def paint(self, colour: Colour, rng: Generator, size_px: int) -> Bgr:
        """Bare ground of a colour: uint8 (size_px, size_px, 3)."""
        tones = self.weave(rng, size_px, self.cells, self.angle)
        part = np.linspace(0, self.amount, 256)[:, None]
        inks = (np.array(colour) * (1 - part) + np.array(self.other) * part).astype(np.uint8)
        image = inks[np.clip(127.5 + 127.5 * tones, 0, 255).astype(np.uint8)]
        if self.drift:
            light = (1 + self.drift * _slope(size_px, self.angle)).astype(np.float32)
            image = np.clip(image * light[..., None], 0, 255).astype(np.uint8)
        return np.asarray(image)


def _slope(size: int, angle: float) -> Tones:
    """From -1 in one corner to 1 in the opposite."""
    steps = np.linspace(-1, 1, size, dtype=np.float32)
    return np.asarray(steps[None, :] * np.cos(angle) + steps[:, None] * np.sin(angle), np.float32)


def plain(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    return np.full((size, size), -1, np.float32)


def cloudy(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    return clouds(rng, size, cells)


def rough(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Hills upon hills, as in a photo of earth or leaves."""
    fine = min(4 * cells, size // 2)
    return clouds(rng, size, cells) * 0.7 + clouds(rng, size, fine) * 0.8 + clouds(rng, size, min(3 * fine, size)) * 0.6


def grainy(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    return np.asarray(clouds(rng, size, cells) * 0.7 + clouds(rng, size, size // 2) * 0.6)


def patchy(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Patches with clear edges, as of dry and wet mud."""
    return np.asarray(np.tanh(8 * clouds(rng, size, cells)), np.float32)


def streaky(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Long brush strokes in one direction."""
    wide = rng.standard_normal((4 * cells + 8, cells // 2 + 2), dtype=np.float32) * 0.6
    return _turned(wide, size, angle)


def furrowed(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Parallel furrows, a little bent."""
    bend = clouds(rng, size, 2) * 0.6
    return np.asarray(np.sin(3.3 * cells * _slope(size, angle) + bend + float(rng.uniform(0, 6))), np.float32)


def netted(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """A net of bright bent lines, as light makes on shallow water."""
    half, meshes = max(8, size // 2), min(cells, 4) + 1
    steps = np.linspace(0, 1, half, dtype=np.float32)
    x, y = steps[None, :] + 0.05 * clouds(rng, half, 5), steps[:, None] + 0.05 * clouds(rng, half, 5)
    nearest = following = np.full((half, half), 9, np.float32)
    for spot_x, spot_y in _spots(rng, meshes).astype(np.float32):
        away = cv2.magnitude(x - spot_x, y - spot_y)
        following = np.minimum(following, np.maximum(nearest, away))
        nearest = np.minimum(nearest, away)
    gap = (following - nearest) * meshes
    return np.asarray(cv2.resize(2 * np.exp(-((gap / 0.13) ** 2)) - 1, (size, size), interpolation=cv2.INTER_LINEAR))


def cracked(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Uneven stones or clods with gaps between them."""
    spots = np.clip(_spots(rng, cells + 1) * size, 0, size - 1).astype(int)
    seeds = np.full((size, size), 255, np.uint8)
    seeds[spots[:, 1], spots[:, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
    tones = rng.uniform(-1, 0.3, int(labels.max()) + 1).astype(np.float32)[labels]
    gaps = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)) > 0
    return np.asarray(np.where(gaps, np.float32(1.0), tones))


def brushed(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Short strokes laid over each other."""
    tones = np.zeros((size, size), np.float32)
    count = 20 * cells
    middles = rng.random((count, 1, 2)) * size
    turns = angle + 0.35 * rng.standard_normal(count)
    arms = np.stack([np.cos(turns), np.sin(turns)], axis=1)[:, None] * (0.2 * size / cells)
    lines = np.concatenate([middles - arms, middles + arms], axis=1).astype(np.int32)
    for part, tone in enumerate((0.8, -0.8, 0.4, -0.4)):
        cv2.polylines(tones, list(lines[part::4]), False, tone, max(1, size // 48))
    return tones


def dotted(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Dots in rows, as of print or seed."""
    waves = np.sin(5.0 * cells * _slope(size, angle)) * np.sin(5.0 * cells * _slope(size, angle + 1.571))
    return np.asarray(np.where(waves > 0.45, 1.0, -1.0), np.float32)


def hatched(rng: Generator, size: int, cells: int, angle: float) -> Tones:
    """Thin parallel lines of a pen, thicker here and thinner there."""
    waves = np.sin(9.0 * cells * _slope(size, angle) + 0.8 * clouds(rng, size, 3))
    return np.asarray(np.where(waves > 0.55 + 0.5 * clouds(rng, size, 3), 1.0, -1.0), np.float32)


def _spots(rng: Generator, cells: int) -> NDArray[np.float64]:
    """One random spot in every cell of a grid one cell wider than the unit square on each side, shape (n, 2)."""
    grid = np.stack(np.meshgrid(np.arange(-1, cells + 1), np.arange(-1, cells + 1)), -1)
    return np.asarray((grid + rng.uniform(0.08, 0.92, grid.shape)).reshape(-1, 2) / cells)


def _turned(coarse: Tones, size: int, angle: float) -> Tones:
    """Coarse noise stretched over a square at an angle."""
    large = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    middle = (size / 2, size / 2)
    turn = cv2.getRotationMatrix2D(middle, float(np.degrees(angle)), 1.0)
    return np.asarray(cv2.warpAffine(large, turn, (size, size), borderMode=cv2.BORDER_REFLECT), np.float32)
