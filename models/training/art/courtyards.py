"""The start tile, on which the castle stands."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Canvas, Colour, mix, shade, vary
from vision.photo.photo import Bgr

PLAYERS: dict[str, Colour] = {
    "yellow": (70, 205, 225),
    "pink": (150, 90, 215),
    "green": (110, 165, 60),
    "blue": (215, 150, 60),
}
"""The players of the base game, among whom training pictures choose."""

INKS = PLAYERS | {"brown": (70, 100, 138)}  # and the fifth player of Age of Giants
COBBLE: Colour = (150, 172, 184)


def courtyard(rng: Generator, size_px: int, player: str) -> Bgr:
    """The start tile: cobbles, a crown laid in the player's colour, a dashed border; uint8 (size_px, size_px, 3)."""
    ink = vary(rng, INKS[player], 0.08)
    gaps, tones = _cobbles(rng, size_px)
    inlay = _inlay(size_px, rng)
    plain = np.array(vary(rng, COBBLE, 0.06), np.float32) * (0.72 + 0.4 * tones[..., None])
    tinted = np.array(mix(ink, (235, 240, 240), 0.55), np.float32) * (0.85 + 0.2 * tones[..., None])
    joints = np.where(inlay[..., None], np.array(ink, np.float32), np.array((62, 82, 98), np.float32))
    body = np.where(inlay[..., None], tinted, plain)
    image = np.clip(np.where(gaps[..., None], joints, body), 0, 255).astype(np.uint8)
    _border(Canvas.of(image), ink, rng)
    return image


def _cobbles(rng: Generator, size: int) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """A random paving: whether a pixel is a joint, and the stone's tone 0 to 1, each (size, size)."""
    across = int(rng.integers(9, 15))
    step = size / across
    seeds = np.full((size, size), 255, np.uint8)
    grid = (
        np.stack(np.meshgrid(np.arange(across), np.arange(across)), -1) + rng.uniform(0.12, 0.88, (across, across, 2))
    ) * step
    spots = np.clip(grid.reshape(-1, 2), 0, size - 1).astype(int)
    seeds[spots[:, 1], spots[:, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
    count = int(labels.max()) + 1
    tones = rng.random(count).astype(np.float32)[labels]
    numbers = labels.astype(np.float32)
    kernel = np.ones((2, 2) if size < 140 else (3, 3), np.uint8)
    gaps = cv2.morphologyEx(numbers, cv2.MORPH_GRADIENT, kernel) > 0
    return np.asarray(gaps), tones


def _inlay(size: int, rng: Generator) -> NDArray[np.bool_]:
    """Where the tile's crown lies."""
    sheet = np.zeros((size, size, 3), np.uint8)
    high = float(rng.uniform(0.24, 0.3))
    spots = [
        (0.2, 0.72),
        (0.14, 0.34),
        (0.3, 0.48),
        (0.36, high),
        (0.5, 0.46),
        (0.64, high),
        (0.7, 0.48),
        (0.86, 0.34),
        (0.8, 0.72),
    ]
    Canvas.of(sheet).polygon(spots, (255, 255, 255))
    return sheet[..., 0] > 127


def _border(canvas: Canvas, ink: Colour, rng: Generator) -> None:
    count = int(rng.integers(9, 13))
    for side in range(4):
        strip = canvas.placed((0.5, 0.5), turn=90.0 * side).placed((-0.5, -0.5))
        for brick in range(count):
            start, end = (brick + 0.08) / count, (brick + 0.92) / count
            tone = shade(ink, 0.75 + 0.35 * float(rng.random()))
            strip.polygon([(start, 0.0), (end, 0.0), (end, 0.045), (start, 0.045)], tone)
