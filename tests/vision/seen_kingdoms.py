"""What photos would show of small kingdoms."""

from __future__ import annotations

import numpy as np

from scoring import Kingdom, Square, Terrain
from vision.pipeline.evidence import Evidence
from vision.squares.classify import KINDS

GRASS, SWAMP = Square(Terrain.GRASSLAND, 2), Square(Terrain.SWAMP, 2)


def seen_as(code: str, *, swamp: float = 0.001) -> Evidence:
    """A kingdom seen plainly, but for its last square, which may be two crowns of swamp with that probability."""
    kingdom = Kingdom.parse(code)
    chances = np.full((kingdom.height, kingdom.width, len(KINDS)), 1e-5, np.float32)
    for position, square in kingdom.squares():
        chances[position][KINDS.index(square)] = 1.0
    chances[-1, -1, KINDS.index(SWAMP)] = swamp / (1 - swamp)
    chances /= chances.sum(2, keepdims=True)
    shape = kingdom.height, kingdom.width
    nothing = np.zeros((*shape, 0), np.float32)
    return Evidence(np.log(chances), np.full(shape, 0.98, np.float32), np.zeros(shape, np.float32), nothing)
