"""The corner network's passes over a picture, and what they show: corners, tiles, and the frame of squares there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import manifest, session
from vision.photo.photo import Bgr
from vision.rectify import warped

Array = NDArray[np.float32]
Matrix = NDArray[np.float64]

CHANNELS = ("corner", "tile", "log_step", "stretch", "shear", "cos4", "sin4")  # of the network's answer
STRIDE = 2  # picture pixels to one of the answer's
PEAK = 0.12  # how likely a corner must be to count as one
GREY = 128  # what pictures are laid on where the network looks beyond their edge
SAMPLES = 6  # a side: where a square is looked at to see whether a tile lies there

CLOSE_STEP_PX = 32  # a square in the close pass
CLOSE_MARGIN = 1.5  # squares of surroundings in the close pass
WHOLE = 32  # the sides of what the network is given are multiples of this

_EDGE = CLOSE_MARGIN * CLOSE_STEP_PX
TO_CLOSE: Matrix = np.array([[CLOSE_STEP_PX, 0, _EDGE], [0, CLOSE_STEP_PX, _EDGE], [0, 0, 1.0]])
"""From board points to points of the close pass."""


def coarse_pass(image: Bgr, long_side: int) -> tuple[Heatmaps, Matrix]:
    """The heatmaps of the whole picture, shrunk to a long side in pixels, and the way back to the picture."""
    scale = long_side / max(image.shape[:2])
    size = [max(WHOLE, round(side * scale / WHOLE) * WHOLE) for side in (image.shape[1], image.shape[0])]
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return heatmaps_of(np.asarray(small, np.uint8)), np.diag([image.shape[1] / size[0], image.shape[0] / size[1], 1.0])


def close_pass(image: Bgr, homography: Matrix, rows: int, columns: int, *, beyond: int | None = None) -> Heatmaps:
    """The heatmaps of a grid and CLOSE_MARGIN squares around it, rectified to CLOSE_STEP_PX a square (``TO_CLOSE``).

    Beyond the edge of the picture that edge is continued, or all is of the grey ``beyond``, so that nothing seems to go
    on there.
    """
    return heatmaps_of(
        warped(image, homography, rows, columns, square_px=CLOSE_STEP_PX, margin=CLOSE_MARGIN, beyond=beyond)
    )


def heatmaps_of(shown: Bgr) -> Heatmaps:
    """The corner network's output for a picture (height, width, 3) whose sides are multiples of WHOLE pixels."""
    entry = manifest("corners")
    picture = shown.astype(np.float32).transpose(2, 0, 1)[None]
    output: NDArray[np.float32] = session("corners").run(None, {"picture": picture})[0][0]
    return Heatmaps(output[0], output[1], output[2:], entry["stride"], entry["step_unit_px"])


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
    """The share (rows, columns) of each square of a grid that looks like a tile."""
    to_samples = np.array([[1 / SAMPLES, 0, 0.5 / SAMPLES], [0, 1 / SAMPLES, 0.5 / SAMPLES], [0, 0, 1.0]])
    to_answer = np.array([[1 / heatmaps.stride, 0, -0.5], [0, 1 / heatmaps.stride, -0.5], [0, 0, 1.0]])
    size = shape[1] * SAMPLES, shape[0] * SAMPLES
    samples = cv2.warpPerspective(
        heatmaps.tile, to_answer @ homography @ to_samples, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    squares = samples.reshape(shape[0], SAMPLES, shape[1], SAMPLES)
    share: Array = squares[:, 1:-1, :, 1:-1].mean((1, 3), dtype=np.float32)
    return share
