"""Handle photos taken at a steep tilt, assuming the focal length of a phone.

At a steep tilt far squares are too small and too flat for the network; a synthetic view from above corrects that.
Slats of light and far rows also produce lattices with cells of half or a third of the true height. Such a lattice is
recognised by cells that are not square on the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.locate.heatmaps import INPUT_MULTIPLE_PX, STRIDE, Array, Heatmaps, Matrix, run_corner_network
from vision.locate.lattice import Lattice
from vision.photo.photo import Bgr


@dataclass(frozen=True)
class TiltThresholds:
    """Assumptions on cameras, and limits on views and cells."""

    corrected_tilt_degrees: float = 52.0  # by which the camera of the synthetic view looks further down
    focal_length: float = 0.8  # of the picture's long side, as in phones
    view_margin: float = 0.25  # of the tiles' extent, on each side of the view
    min_depth_ratio: float = 0.15  # depth relative to the picture's centre; points nearer the horizon are left out
    low_quantile: float = 0.01  # of the positions of tiles, between which the view is taken
    high_quantile: float = 0.99
    min_tile_probability: float = 0.3  # of an output pixel that counts as a tile
    min_tile_pixels: int = 20  # that make a view worth its time
    max_cell_ratio: float = 1.5  # of the longer side of a cell on the table to the shorter one


THRESHOLDS = TiltThresholds()

VIEW_PX = 256  # long side of the view from above, most of which the kingdoms fill
PADDING = (128.0, 128.0, 128.0)  # grey outside the picture


def run_tilted_pass(image: Bgr, coarse: Heatmaps, back: Matrix) -> tuple[Heatmaps, Matrix] | None:
    """Run the corner network on a synthetic view of the tiles from nearly above.

    Args:
        image: The picture.
        coarse: Its heatmaps.
        back: (3, 3), from points of the heatmaps to picture points.

    Returns:
        The heatmaps of the view and the matrix (3, 3) from their points to picture points; None without tiles.
    """
    tilted = _compute_tilt_homography(image)
    points = _find_tile_points(coarse.tile, back)
    points = points[points @ tilted[2, :2] + tilted[2, 2] > THRESHOLDS.min_depth_ratio]
    if len(points) < THRESHOLDS.min_tile_pixels:
        return None
    seen = cv2.perspectiveTransform(points[None], tilted)[0]
    least, most = np.quantile(seen, [THRESHOLDS.low_quantile, THRESHOLDS.high_quantile], axis=0)
    margin = THRESHOLDS.view_margin * float((most - least).max())
    least, extent = least - margin, most - least + 2 * margin
    multiples = [round(side * VIEW_PX / extent.max() / INPUT_MULTIPLE_PX) for side in extent.tolist()]
    size = [max(1, multiple) * INPUT_MULTIPLE_PX for multiple in multiples]
    crop = np.diag([size[0] / extent[0], size[1] / extent[1], 1.0]) @ np.array(
        [[1, 0, -least[0]], [0, 1, -least[1]], [0, 0, 1.0]]
    )
    to_view = crop @ tilted
    view = cv2.warpPerspective(image, to_view, size, flags=cv2.INTER_AREA, borderValue=PADDING)
    return run_corner_network(np.asarray(view, np.uint8)), np.asarray(np.linalg.inv(to_view), np.float64)


def _compute_tilt_homography(image: Bgr) -> Matrix:
    """Return the homography from the picture to that of the same camera tilted further down by the corrected tilt."""
    height, width = image.shape[:2]
    angle = np.radians(THRESHOLDS.corrected_tilt_degrees)
    focal, cos, sin = THRESHOLDS.focal_length * max(height, width), np.cos(angle), np.sin(angle)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    down = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
    return np.asarray(lens @ down @ np.linalg.inv(lens), np.float64)


def _find_tile_points(tile: Array, back: Matrix) -> Matrix:
    """Return the picture points (n, 2) that look like tiles."""
    rows, columns = np.nonzero(tile > THRESHOLDS.min_tile_probability)
    if not len(rows):
        return np.zeros((0, 2))
    points = (np.stack([columns, rows], 1) + 0.5) * STRIDE
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), back)[0], np.float64)


def make_cells_square(image: Bgr, lattice: Lattice) -> Lattice:
    """Return the lattice with as many lines fewer as make its cells square on the table.

    The remaining lines are only near the true ones, which a close pass has to find.
    """
    if not is_oblong(image, lattice):
        return lattice
    ratio = measure_cell_ratio(image, lattice.homography)
    rows, columns = lattice.rows, lattice.columns
    fewer = (rows, max(1, round(columns * ratio))) if ratio < 1 else (max(1, round(rows / ratio)), columns)
    widened = lattice.homography @ np.diag([columns / fewer[1], rows / fewer[0], 1.0])
    occupancy = cv2.resize(lattice.occupancy, fewer[::-1], interpolation=cv2.INTER_AREA)
    return Lattice(widened, np.asarray(occupancy, np.float32), lattice.certainty)


def is_oblong(image: Bgr, lattice: Lattice) -> bool:
    """Return whether a lattice's cells are not square on the table."""
    return not 1 / THRESHOLDS.max_cell_ratio < measure_cell_ratio(image, lattice.homography) < THRESHOLDS.max_cell_ratio


def measure_cell_ratio(image: Bgr, homography: Matrix) -> float:
    """Return the ratio of the sides of a lattice's cells on the table, right to down, for a phone's focal length."""
    height, width = image.shape[:2]
    focal = THRESHOLDS.focal_length * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    right, down, _ = (np.linalg.inv(lens) @ homography).T
    return float(np.linalg.norm(right) / max(float(np.linalg.norm(down)), 1e-12))
