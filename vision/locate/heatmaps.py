"""Heatmaps of the corner network: where corners are, the local affine frame of squares there, where tiles are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Matrix = NDArray[np.float64]

CHANNELS = ("corner", "tile", "log_step", "stretch", "shear", "cos4", "sin4")  # of the network's answer
STRIDE = 2  # picture pixels to one of the answer's
PEAK = 0.12  # how likely a corner must be to count as one
GREY = 128  # what pictures are laid on where the network looks beyond their edge
SAMPLES = 6  # a side: where a square is looked at to see whether a tile lies there


@dataclass(frozen=True, eq=False)
class Heatmaps:
    """The network's output for one picture, in its own pixels: ``stride`` picture pixels each.

    ``corner`` and ``tile`` are probabilities (h, w). ``local_affine`` (5, h, w) is the affine frame of the squares
    there: the last five of CHANNELS, with ``log_step`` relative to ``step_unit_px``.
    """

    corner: Array
    tile: Array
    local_affine: Array
    stride: int
    step_unit_px: float


@dataclass(frozen=True, eq=False)
class Peaks:
    """Likely corners: points (n, 2) in picture pixels, certainty (n,), and the steps (n, 2, 2) right and down there."""

    points: Matrix
    certainty: Array
    steps: Matrix


def find_peaks(heatmaps: Heatmaps) -> Peaks:
    """All likely corners, to a fraction of a pixel."""
    corner = heatmaps.corner
    highest = cv2.dilate(corner, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((corner >= highest) & (corner > PEAK))
    padded = np.pad(corner, 1)
    window = np.stack([padded[rows + dy, columns + dx] for dy in range(3) for dx in range(3)], 1)
    window = window / window.sum(1, keepdims=True)
    dy, dx = np.repeat([-1, 0, 1], 3), np.tile([-1, 0, 1], 3)
    points = np.stack([columns + 0.5 + 1.6 * window @ dx, rows + 0.5 + 1.6 * window @ dy], 1) * heatmaps.stride
    return Peaks(points, corner[rows, columns], _steps(heatmaps, rows, columns))


def _steps(heatmaps: Heatmaps, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Matrix:
    """The picture vectors (n, 2, 2) of one step right and one down (or a quarter turn of these) at output pixels."""
    weight = heatmaps.tile + 1e-3
    around = (7, 7)
    total = cv2.blur(weight, around)
    smoothed = [(cv2.blur(layer * weight, around) / total)[rows, columns] for layer in heatmaps.local_affine]
    log_step, stretch, shear, cos4, sin4 = np.stack(smoothed, 1).astype(np.float64).T
    area = (heatmaps.step_unit_px * np.exp(log_step.clip(-3, 3))) ** 2
    roundness = np.sqrt((1 - stretch**2 - shear**2).clip(0.05, 1))
    trace = 2 * area / roundness
    root = np.sqrt(trace + 2 * area)
    r00 = (trace / 2 * (1 + stretch) + area) / root
    r11 = (trace / 2 * (1 - stretch) + area) / root
    r01 = trace / 2 * shear / root
    angle = np.arctan2(sin4, cos4) / 4
    cos, sin = np.cos(angle), np.sin(angle)
    right = np.stack([r00 * cos + r01 * sin, r01 * cos + r11 * sin], 1)
    down = np.stack([-r00 * sin + r01 * cos, -r01 * sin + r11 * cos], 1)
    return np.stack([right, down], 1)


def tiled_share(heatmaps: Heatmaps, homography: Matrix, shape: tuple[int, int]) -> Array:
    """How much of each square of a (rows, columns) grid looks like a tile."""
    to_samples = np.array([[1 / SAMPLES, 0, 0.5 / SAMPLES], [0, 1 / SAMPLES, 0.5 / SAMPLES], [0, 0, 1.0]])
    to_answer = np.array([[1 / heatmaps.stride, 0, -0.5], [0, 1 / heatmaps.stride, -0.5], [0, 0, 1.0]])
    size = shape[1] * SAMPLES, shape[0] * SAMPLES
    samples = cv2.warpPerspective(
        heatmaps.tile, to_answer @ homography @ to_samples, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    squares = samples.reshape(shape[0], SAMPLES, shape[1], SAMPLES)
    share: Array = squares[:, 1:-1, :, 1:-1].mean((1, 3), dtype=np.float32)
    return share
