"""Find stray dominoes: those that lie beside a kingdom without belonging to it.

The corner network detects the corners of all tiles. Five or six of them in the shape of a domino, most of them away
from the points of the kingdom's lattice, are a stray domino. Points are complex numbers here: a product rotates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.heatmaps import Array, Matrix

Mask = NDArray[np.bool_]
Points = NDArray[np.complex128]  # board points, column + row * 1j


@dataclass(frozen=True)
class StrayThresholds:
    """Limits of the search for stray dominoes. Lengths are in squares."""

    on_lattice: float = 0.12  # from a corner to a lattice point, up to which it may be the kingdom's
    side_tolerance: float = 0.12  # by which a side of a square may differ from 1
    corner_tolerance: float = 0.15  # from a corner to where the shape of its domino predicts it
    min_corners: int = 5  # of the six of a domino
    min_off_lattice: int = 4  # of these
    min_offset: float = 0.13  # mean distance of these from the lattice
    min_own_corners: int = 3  # on the lattice, of a square on which no stray domino can lie
    covered_share: float = 0.2  # of a square, from which a domino lies on it
    max_dominoes: int = 2  # with more, the corners belong to another kingdom
    max_off_lattice: int = 40  # corners of a grid; with more they were detected badly


THRESHOLDS = StrayThresholds()

DOMINO: Points = np.array([0, 1, 2, 1j, 1 + 1j, 2 + 1j])  # its corners
SIDES = ((0, 3), (1, 4), (0, 1), (1, 2))  # sides of its halves, by corners; the others are mirror images
SHAPES: Points = np.array(
    [(shape - shape[start]) / (shape[end] - shape[start]) for shape in (DOMINO, DOMINO.conj()) for start, end in SIDES]
)
"""(8, 6), the corners of the dominoes that have a side from 0 to 1."""
MARGIN = 1.5  # squares around the grid in which corners are compared
SAMPLES_PER_SIDE = 10  # of a square, to measure its covered share


def find_stray_squares(points: Matrix, shape: tuple[int, int]) -> Mask:
    """Return a mask (rows, columns) of the squares of a grid on which stray dominoes lie.

    Args:
        points: (n, 2), detected corners as board points (column, row).
        shape: Rows and columns of the grid.
    """
    rows, columns = shape
    near = points[((points > -MARGIN) & (points < np.array([columns, rows]) + MARGIN)).all(1)]
    nearest = near.round().clip(0, [columns, rows])
    offsets = np.hypot(*(near - nearest).T)
    corner = np.zeros((rows + 1, columns + 1), int)
    column, row = nearest[offsets < THRESHOLDS.on_lattice].astype(int).T
    corner[row, column] = 1
    is_own = corner[:-1, :-1] + corner[:-1, 1:] + corner[1:, :-1] + corner[1:, 1:] >= THRESHOLDS.min_own_corners
    stray = np.zeros(shape, bool)
    count = 0
    for outline in _find_dominoes(near @ np.array([1, 1j]), offsets):
        squares = _measure_cover(outline, shape) > THRESHOLDS.covered_share
        if squares.any() and not (squares & is_own).any():
            stray |= squares
            count += 1
    return stray if count <= THRESHOLDS.max_dominoes else np.zeros(shape, bool)


def _find_dominoes(points: Points, offsets: NDArray[np.float64]) -> Iterator[Points]:
    """Yield the corners (6,) of stray dominoes, the best match first; no two have a detected corner in common.

    Args:
        points: (n,), detected corners.
        offsets: (n,), their distances from the lattice.
    """
    is_off = offsets >= THRESHOLDS.on_lattice
    if not THRESHOLDS.min_off_lattice <= is_off.sum() <= THRESHOLDS.max_off_lattice:
        return
    off = points[is_off]
    lengths = np.abs(off[:, None] - off)
    first, second = np.nonzero(np.triu(np.abs(lengths - 1) < THRESHOLDS.side_tolerance))
    outlines = (off[first, None, None] + (off[second] - off[first])[:, None, None] * SHAPES).reshape(-1, 6)
    distances = np.abs(outlines[..., None] - points)
    match, error = distances.argmin(2), distances.min(2)
    matched = error < THRESHOLDS.corner_tolerance
    count = matched.sum(1)
    mean_offset = (offsets[match] * matched).sum(1) / np.maximum(count, 1)
    is_stray = (count >= THRESHOLDS.min_corners) & (mean_offset >= THRESHOLDS.min_offset)
    is_stray &= (is_off[match] & matched).sum(1) >= THRESHOLDS.min_off_lattice
    used: set[int] = set()
    for index in sorted(np.nonzero(is_stray)[0].tolist(), key=lambda index: (-count[index], error[index].sum())):
        corners = match[index][matched[index]].tolist()
        if used.isdisjoint(corners):
            used.update(corners)
            yield outlines[index]


def _measure_cover(outline: Points, shape: tuple[int, int]) -> Array:
    """Return the share (rows, columns) of each square that a domino with these corners covers."""
    rows, columns = shape
    picture = np.zeros((rows * SAMPLES_PER_SIDE, columns * SAMPLES_PER_SIDE), np.uint8)
    corners = np.column_stack([outline.real, outline.imag]) * SAMPLES_PER_SIDE - 0.5
    cv2.fillConvexPoly(picture, cv2.convexHull(corners.round().astype(np.int32)), 1)
    samples = picture.reshape(rows, SAMPLES_PER_SIDE, columns, SAMPLES_PER_SIDE)
    return np.asarray(samples.mean((1, 3)), np.float32)
