"""Photos taken at a tilt, by a camera of usual focal length.

At a steep one far squares look too small and too flat to be known, which a view from above helps. Slats of light and
far rows at such a tilt make lattices of half and even a third of the squares' height: where a lattice's cells are no
squares on the table, lines between the true ones were taken for some of them.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate.heatmaps import WHOLE, Array, Heatmaps, Matrix, heatmaps_of
from vision.locate.lattice import Lattice
from vision.photo.photo import Bgr

TILT = 52.0  # degrees taken back: what is left of a tilt of 40 to 66 degrees is what the network knows well
FOCAL = 0.8  # of the picture's long side, as phones have it
VIEW_PX = 256  # long side of the view, most of which the kingdoms fill
ROUND_IT = 0.25  # of the tiles' extent: how much is shown around
FARTHEST = 0.15  # of the distance that the middle of the picture has: nothing beyond is shown
OUTLYING = (0.01, 0.99)  # quantiles of the places of tiles between which the view lies
LIKE_TILE, FEWEST = 0.3, 20  # how like a tile a place must look, and how many such places make a view worth it
BEYOND = (128.0, 128.0, 128.0)  # shown where the picture ends

# Of 410 composed kingdoms, at tilts of up to 65 degrees, none seems longer than 1.1 times its width with the focal
# length of phones, none longer than 1.34 times with 1.4 times that length.
OBLONG = 1.5


def view_from_above(image: Bgr, coarse: Heatmaps, back: Matrix) -> tuple[Heatmaps, Matrix] | None:
    """The heatmaps of what looks like tiles, seen from nearly above, and the matrix (3, 3) back to the picture.

    ``coarse`` are the heatmaps of the picture, ``back`` (3, 3) leads from them to it. None where nothing looks so.
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


def of_squares(image: Bgr, lattice: Lattice) -> Lattice:
    """The lattice, or where its cells are no squares, one in the same place with as many lines fewer as make them so.

    Those lines lie only near the true ones: a close pass has to find these.
    """
    if not is_oblong(image, lattice):
        return lattice
    longer = length_to_width(image, lattice.homography)
    rows, columns = lattice.occupancy.shape
    fewer = (rows, max(1, round(columns * longer))) if longer < 1 else (max(1, round(rows / longer)), columns)
    widened = lattice.homography @ np.diag([columns / fewer[1], rows / fewer[0], 1.0])
    occupancy = cv2.resize(lattice.occupancy, fewer[::-1], interpolation=cv2.INTER_AREA)
    return Lattice(widened, np.asarray(occupancy, np.float32), lattice.support)


def is_oblong(image: Bgr, lattice: Lattice) -> bool:
    """True for a lattice whose cells are no squares on the table, as a usual camera sees them."""
    return not 1 / OBLONG < length_to_width(image, lattice.homography) < OBLONG


def length_to_width(image: Bgr, homography: Matrix) -> float:
    """The length of a lattice's cells on the table to their height, for a camera of usual focal length."""
    height, width = image.shape[:2]
    focal = FOCAL * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    right, down, _ = (np.linalg.inv(lens) @ homography).T
    return float(np.linalg.norm(right) / max(float(np.linalg.norm(down)), 1e-12))
