"""Handle photos taken at a steep tilt, assuming the focal length of a phone.

At a steep tilt far squares are too small and too flat for the network; a synthetic view from above corrects that.
Slats of light and far rows also produce lattices with cells of half or a third of the true height. Such a lattice is
recognised by cells that are not square on the table.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate.heatmaps import INPUT_MULTIPLE_PX, Array, Heatmaps, Matrix, run_corner_network
from vision.locate.lattice import Lattice
from vision.photo.photo import Bgr

CORRECTED_TILT_DEGREES = 52.0  # what remains of a tilt of 40 to 66 degrees is within the training range
FOCAL_LENGTH = 0.8  # of the picture's long side, as phones have it
VIEW_PX = 256  # long side of the view from above, most of which the kingdoms fill
VIEW_MARGIN = 0.25  # of the tiles' extent, on each side
MIN_DEPTH_RATIO = 0.15  # depth coordinate relative to the picture's centre; points nearer the horizon are left out
EXTENT_QUANTILES = (0.01, 0.99)  # of the positions of tiles, between which the view is taken
MIN_TILE_PROBABILITY = 0.3  # of an output pixel that counts as a tile
MIN_TILE_PIXELS = 20  # that make a view worth its time
PADDING = (128.0, 128.0, 128.0)  # grey outside the picture

# Ratio of cell length to width. Of 410 synthetic kingdoms, at tilts of up to 65 degrees, none exceeds 1.1 with the
# focal length of phones, none 1.34 with 1.4 times that length.
MAX_CELL_RATIO = 1.5


def view_from_above(image: Bgr, coarse: Heatmaps, back: Matrix) -> tuple[Heatmaps, Matrix] | None:
    """Run the corner network on a synthetic view of the tiles from nearly above.

    Args:
        image: The picture.
        coarse: Its heatmaps.
        back: (3, 3), from points of the heatmaps to picture points.

    Returns:
        The heatmaps of the view and the matrix (3, 3) from their points to picture points; None without tiles.
    """
    tilted = _tilt_homography(image)
    points = _tile_points(coarse.tile, coarse.stride, back)
    points = points[points @ tilted[2, :2] + tilted[2, 2] > MIN_DEPTH_RATIO]
    if len(points) < MIN_TILE_PIXELS:
        return None
    seen = cv2.perspectiveTransform(points[None], tilted)[0]
    least, most = np.quantile(seen, EXTENT_QUANTILES, axis=0)
    margin = VIEW_MARGIN * float((most - least).max())
    least, extent = least - margin, most - least + 2 * margin
    multiples = [round(side * VIEW_PX / extent.max() / INPUT_MULTIPLE_PX) for side in extent.tolist()]
    size = [max(1, multiple) * INPUT_MULTIPLE_PX for multiple in multiples]
    crop = np.diag([size[0] / extent[0], size[1] / extent[1], 1.0]) @ np.array(
        [[1, 0, -least[0]], [0, 1, -least[1]], [0, 0, 1.0]]
    )
    to_view = crop @ tilted
    view = cv2.warpPerspective(image, to_view, size, flags=cv2.INTER_AREA, borderValue=PADDING)
    return run_corner_network(np.asarray(view, np.uint8)), np.asarray(np.linalg.inv(to_view), np.float64)


def _tilt_homography(image: Bgr) -> Matrix:
    """Return the homography from the picture to that of the same camera tilted CORRECTED_TILT_DEGREES further down."""
    height, width = image.shape[:2]
    angle = np.radians(CORRECTED_TILT_DEGREES)
    focal, cos, sin = FOCAL_LENGTH * max(height, width), np.cos(angle), np.sin(angle)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    down = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
    return np.asarray(lens @ down @ np.linalg.inv(lens), np.float64)


def _tile_points(tile: Array, stride: int, back: Matrix) -> Matrix:
    """Return the picture points (n, 2) that look like tiles."""
    rows, columns = np.nonzero(tile > MIN_TILE_PROBABILITY)
    if not len(rows):
        return np.zeros((0, 2))
    points = (np.stack([columns, rows], 1) + 0.5) * stride
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), back)[0], np.float64)


def with_square_cells(image: Bgr, lattice: Lattice) -> Lattice:
    """Return the lattice with as many lines fewer as make its cells square on the table.

    The remaining lines are only near the true ones, which a close pass has to find.
    """
    if not is_oblong(image, lattice):
        return lattice
    ratio = length_to_width(image, lattice.homography)
    rows, columns = lattice.occupancy.shape
    fewer = (rows, max(1, round(columns * ratio))) if ratio < 1 else (max(1, round(rows / ratio)), columns)
    widened = lattice.homography @ np.diag([columns / fewer[1], rows / fewer[0], 1.0])
    occupancy = cv2.resize(lattice.occupancy, fewer[::-1], interpolation=cv2.INTER_AREA)
    return Lattice(widened, np.asarray(occupancy, np.float32), lattice.support)


def is_oblong(image: Bgr, lattice: Lattice) -> bool:
    """Return whether a lattice's cells are not square on the table."""
    return not 1 / MAX_CELL_RATIO < length_to_width(image, lattice.homography) < MAX_CELL_RATIO


def length_to_width(image: Bgr, homography: Matrix) -> float:
    """Return the ratio of the sides of a lattice's cells on the table, right to down, for a phone's focal length."""
    height, width = image.shape[:2]
    focal = FOCAL_LENGTH * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    right, down, _ = (np.linalg.inv(lens) @ homography).T
    return float(np.linalg.norm(right) / max(float(np.linalg.norm(down)), 1e-12))
