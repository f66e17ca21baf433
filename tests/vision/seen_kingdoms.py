"""Synthetic evidence: grid readings and probabilities of given kingdoms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring import Kingdom, Square, Terrain
from vision.locate.locate import Location
from vision.pipeline.evidence import Evidence
from vision.pipeline.grids import GridReading
from vision.squares.classify import KINDS

GRASS, SWAMP = Square(Terrain.GRASSLAND, 2), Square(Terrain.SWAMP, 2)


def looks_like(kingdom: Kingdom, certainty: float = 0.95, kinds: Sequence[Square] = KINDS) -> NDArray[np.float32]:
    """Build the log-probabilities (rows, columns, kinds) of a classifier that is right on every square."""
    chances = np.full((kingdom.height, kingdom.width, len(kinds)), (1 - certainty) / (len(kinds) - 1))
    for position, square in kingdom.squares():
        chances[position][kinds.index(square)] = certainty
    return np.asarray(np.log(chances), np.float32)


def build_grid_reading(logs: NDArray[np.float32]) -> GridReading:
    """Build a grid reading of these squares, ten pixels wide, without occlusion."""
    shape = logs.shape[:2]
    location = Location(np.diag([10.0, 10.0, 1.0]), np.full(shape, 0.98, np.float32), 0.8)
    return GridReading(location, logs, np.zeros(shape, np.float32), np.zeros((*shape, 0), np.float32))


def evidence_of(code: str, *, swamp: float = 0.001) -> Evidence:
    """Build the evidence of a kingdom; its last square may be two crowns of swamp with that probability."""
    chances = np.exp(looks_like(Kingdom.parse(code), 0.9998))
    chances[-1, -1, KINDS.index(SWAMP)] = swamp / (1 - swamp)
    grid = build_grid_reading(np.log(chances / chances.sum(2, keepdims=True)))
    return Evidence(grid.log_probabilities, grid.location.occupancy, grid.hidden, grid.novel_probabilities)
