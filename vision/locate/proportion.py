"""Squares are square: where a lattice's cells are not, lines between the true ones were taken for some of them.

Slats of light and far rows at a steep tilt make lattices of half and even a third of the squares' height.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate.heatmaps import Matrix
from vision.locate.lattice import Lattice
from vision.locate.steep import FOCAL
from vision.photo.photo import Bgr

# Of 410 composed kingdoms, at tilts of up to 65 degrees, none seems longer than 1.1 times its width with the focal
# length of phones, none longer than 1.34 times with 1.4 times that length.
OBLONG = 1.5


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
    """Whether a lattice's cells are no squares on the table, as a usual camera sees them."""
    return not 1 / OBLONG < length_to_width(image, lattice.homography) < OBLONG


def length_to_width(image: Bgr, homography: Matrix) -> float:
    """How many times as long as high a lattice's cells are on the table, for a camera of usual focal length."""
    height, width = image.shape[:2]
    focal = FOCAL * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    right, down, _ = (np.linalg.inv(lens) @ homography).T
    return float(np.linalg.norm(right) / max(float(np.linalg.norm(down)), 1e-12))
