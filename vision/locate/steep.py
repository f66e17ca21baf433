"""A view from above for photos taken at a steep tilt, whose far squares look too small and too flat to be known."""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate.heatmaps import Array, Heatmaps, Matrix
from vision.locate.network import WHOLE, heatmaps_of
from vision.photo.photo import Bgr

TILT = 52.0  # degrees taken back: what is left of a tilt of 40 to 66 degrees is what the network knows well
FOCAL = 0.8  # of the picture's long side, as phones have it
VIEW_PX = 256  # long side of the view, most of which the kingdoms fill
ROUND_IT = 0.25  # of the tiles' extent: how much is shown around
FARTHEST = 0.15  # of the distance that the middle of the picture has: nothing beyond is shown
OUTLYING = (0.01, 0.99)  # quantiles of the places of tiles between which the view lies
LIKE_TILE, FEWEST = 0.3, 20  # how like a tile a place must look, and how many such places make a view worth it
BEYOND = (128.0, 128.0, 128.0)  # shown where the picture ends


def view_from_above(image: Bgr, coarse: Heatmaps, back: Matrix) -> tuple[Heatmaps, Matrix] | None:
    """The heatmaps of what looks like tiles, seen from nearly above, and the way from there to the picture.

    ``coarse`` are the heatmaps of the whole picture and ``back`` the way from them. None where nothing is like a tile.
    """
    turned = _turned_down(image)
    places = _tiles(coarse.tile, coarse.stride, back)
    places = places[places @ turned[2, :2] + turned[2, 2] > FARTHEST]
    if len(places) < FEWEST:
        return None
    seen = cv2.perspectiveTransform(places[None], turned)[0]
    least, most = np.quantile(seen, OUTLYING, axis=0)
    space = ROUND_IT * float((most - least).max())
    least, extent = least - space, most - least + 2 * space
    size = [max(WHOLE, round(side * VIEW_PX / extent.max() / WHOLE) * WHOLE) for side in extent.tolist()]
    framed = np.diag([size[0] / extent[0], size[1] / extent[1], 1.0]) @ np.array(
        [[1, 0, -least[0]], [0, 1, -least[1]], [0, 0, 1.0]]
    )
    to_view = framed @ turned
    view = cv2.warpPerspective(image, to_view, size, flags=cv2.INTER_AREA, borderValue=BEYOND)
    return heatmaps_of(np.asarray(view, np.uint8)), np.asarray(np.linalg.inv(to_view), np.float64)


def _turned_down(image: Bgr) -> Matrix:
    """From the picture to that of a camera at the same place that looks TILT degrees farther down."""
    height, width = image.shape[:2]
    focal, cos, sin = FOCAL * max(height, width), np.cos(np.radians(TILT)), np.sin(np.radians(TILT))
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    down = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
    return np.asarray(lens @ down @ np.linalg.inv(lens), np.float64)


def _tiles(tile: Array, stride: int, back: Matrix) -> Matrix:
    """The places (n, 2) in the picture that look like tiles."""
    rows, columns = np.nonzero(tile > LIKE_TILE)
    if not len(rows):
        return np.zeros((0, 2))
    there = (np.stack([columns, rows], 1) + 0.5) * stride
    return np.asarray(cv2.perspectiveTransform(there[None].astype(np.float64), back)[0], np.float64)
