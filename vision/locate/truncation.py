"""Truncation: whether a kingdom goes on beyond the edge of the photo."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.heatmaps import SAMPLES, Array, Heatmaps, Matrix, tiled_share
from vision.locate.network import TO_CLOSE
from vision.photo.photo import Bgr

SLIVER, WHOLE = 0.08, 0.97  # shares of a square in the photo between which the edge cuts it
TILED = 0.6  # share of the visible slivers that look like tiles where a kingdom goes on
FEWEST = 2  # squares cut by the edge
LYING = 0.5  # probability of a tile from which a neighbour in the grid counts


def is_truncated(image: Bgr, homography: Matrix, occupancy: Array, look: Callable[[], Heatmaps]) -> bool:
    """Whether squares beside the grid look like tiles as far as the picture shows them, and are cut by its edge.

    ``look`` gives the heatmaps of the close pass over the grid of ``homography`` and ``occupancy`` (rows, columns); it
    is called only if the edge cuts squares beside the grid.
    """
    rows, columns = occupancy.shape
    around = np.array([[1, 0, -1.0], [0, 1, -1.0], [0, 0, 1.0]])
    shape = rows + 2, columns + 2
    visible = visible_share(image, homography @ around, shape)
    lying = np.pad(occupancy >= LYING, 1).astype(np.uint8)
    beside = (cv2.dilate(lying, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))) > 0) & (lying == 0)
    cut = beside & (visible > SLIVER) & (visible < WHOLE)
    if cut.sum() < FEWEST:
        return False
    tiled = tiled_share(look(), TO_CLOSE @ around, shape)
    return bool(tiled[cut].sum() >= TILED * visible[cut].sum())


def visible_share(image: Bgr, homography: Matrix, shape: tuple[int, int]) -> NDArray[np.float64]:
    """How much of each square of a (rows, columns) grid the picture shows."""
    rows, columns = shape
    at = [(np.arange(side * SAMPLES) + 0.5) / SAMPLES for side in (columns, rows)]
    points = np.stack(np.meshgrid(*at), -1).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(points, homography)[0]
    inside = ((seen >= 0) & (seen <= [image.shape[1], image.shape[0]])).all(1)
    return np.asarray(inside.reshape(rows, SAMPLES, columns, SAMPLES).mean((1, 3)))
