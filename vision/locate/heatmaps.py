"""Run the corner network over a picture: heatmaps of corners and tiles, and the local affine frame of the squares."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import get_session
from vision.photo.photo import Bgr
from vision.rectify import warp

Array = NDArray[np.float32]
Matrix = NDArray[np.float64]

CHANNELS = ("corner", "tile", "log_step", "stretch", "shear", "cos4", "sin4")  # of the network's output
STRIDE = 2  # picture pixels to one pixel of the output
STEP_UNIT_PX = 24.0  # a square of this side has log_step 0
MIN_CORNER_PROBABILITY = 0.12  # of a peak
GREY = 128  # level of padding outside the picture
SAMPLES_PER_SIDE = 6  # points at which a square is sampled

CLOSE_STEP_PX = 32  # side of a square in the close pass
CLOSE_MARGIN = 1.5  # squares of surroundings in the close pass
INPUT_MULTIPLE_PX = 32  # the network's input sides are multiples of this

_EDGE = CLOSE_MARGIN * CLOSE_STEP_PX
TO_CLOSE: Matrix = np.array([[CLOSE_STEP_PX, 0, _EDGE], [0, CLOSE_STEP_PX, _EDGE], [0, 0, 1.0]])
"""(3, 3), from board points to points of the close pass."""


def run_coarse_pass(image: Bgr, long_side: int) -> tuple[Heatmaps, Matrix]:
    """Run the network over the whole picture, reduced to a long side in pixels.

    Returns:
        The heatmaps, and the matrix (3, 3) from their points to picture points.
    """
    scale = long_side / max(image.shape[:2])
    multiples = [round(side * scale / INPUT_MULTIPLE_PX) for side in (image.shape[1], image.shape[0])]
    size = [max(1, multiple) * INPUT_MULTIPLE_PX for multiple in multiples]
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return run_corner_network(np.asarray(small, np.uint8)), np.diag(
        [image.shape[1] / size[0], image.shape[0] / size[1], 1.0]
    )


def run_close_pass(image: Bgr, homography: Matrix, rows: int, columns: int, *, outside: int | None = None) -> Heatmaps:
    """Run the network over a rectified grid and CLOSE_MARGIN squares around it, CLOSE_STEP_PX a square.

    ``TO_CLOSE`` maps board points to it. Outside the picture its edge is repeated, or the grey level ``outside`` is
    padded, so that no tile seems to continue there.
    """
    return run_corner_network(
        warp(image, homography, rows, columns, square_px=CLOSE_STEP_PX, margin=CLOSE_MARGIN, outside=outside)
    )


def run_corner_network(image: Bgr) -> Heatmaps:
    """Run the network on a picture (height, width, 3) whose sides are multiples of INPUT_MULTIPLE_PX."""
    picture = image.astype(np.float32).transpose(2, 0, 1)[None]
    output: NDArray[np.float32] = get_session("corners").run(None, {"picture": picture})[0][0]
    return Heatmaps(output[0], output[1], output[2:])


@dataclass(frozen=True, eq=False)
class Heatmaps:
    """The network's output for one picture."""

    corner: Array  # (h, w), probabilities
    tile: Array  # (h, w), probabilities
    local_affine: Array  # (5, h, w): the affine frame of the squares there, the last five of CHANNELS


@dataclass(frozen=True, eq=False)
class Peaks:
    """Likely corners."""

    points: Matrix  # (n, 2), in picture pixels
    certainty: Array  # (n,), 0 to 1
    steps: Matrix  # (n, 2, 2): the steps right and down to the next corners, in picture pixels


def find_peaks(heatmaps: Heatmaps) -> Peaks:
    """Return the local maxima of the corner heatmap, with sub-pixel positions."""
    corner = heatmaps.corner
    highest = cv2.dilate(corner, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((corner >= highest) & (corner > MIN_CORNER_PROBABILITY))
    padded = np.pad(corner, 1)
    window = np.stack([padded[rows + dy, columns + dx] for dy in range(3) for dx in range(3)], 1)
    window = window / window.sum(1, keepdims=True)  # its centroid, times 1.6 as the window cuts off the peak's slopes
    dy, dx = np.repeat([-1, 0, 1], 3), np.tile([-1, 0, 1], 3)
    points = np.stack([columns + 0.5 + 1.6 * window @ dx, rows + 0.5 + 1.6 * window @ dy], 1) * STRIDE
    return Peaks(points, corner[rows, columns], _compute_steps(heatmaps, rows, columns))


def _compute_steps(heatmaps: Heatmaps, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Matrix:
    """Return the picture vectors (n, 2, 2) of one step right and one down (or a quarter turn) at output pixels.

    The network gives the matrix of both steps as a rotation followed by a symmetric matrix. The square of the latter
    has the determinant ``area ** 2``; stretch and shear are its deviation from a multiple of the identity. Its root
    follows from the theorem of Cayley and Hamilton.
    """
    weight = heatmaps.tile + 1e-3
    window = (7, 7)
    total = cv2.blur(weight, window)
    smoothed = [(cv2.blur(layer * weight, window) / total)[rows, columns] for layer in heatmaps.local_affine]
    log_step, stretch, shear, cos4, sin4 = np.stack(smoothed, 1).astype(np.float64).T
    area = (STEP_UNIT_PX * np.exp(log_step.clip(-3, 3))) ** 2
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


def measure_tiled_share(heatmaps: Heatmaps, homography: Matrix, shape: tuple[int, int]) -> Array:
    """Return the share (rows, columns) of each square of a grid that looks like a tile, 0 to 1."""
    number = SAMPLES_PER_SIDE
    to_samples = np.array([[1 / number, 0, 0.5 / number], [0, 1 / number, 0.5 / number], [0, 0, 1.0]])
    to_output = np.array([[1 / STRIDE, 0, -0.5], [0, 1 / STRIDE, -0.5], [0, 0, 1.0]])
    size = shape[1] * number, shape[0] * number
    samples = cv2.warpPerspective(
        heatmaps.tile, to_output @ homography @ to_samples, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    squares = samples.reshape(shape[0], number, shape[1], number)  # less their rims, which neighbours may reach into
    share: Array = squares[:, 1:-1, :, 1:-1].mean((1, 3), dtype=np.float32)
    return share
