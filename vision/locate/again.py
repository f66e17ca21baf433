"""Looking again where no kingdom was found or one is in doubt: with a border round the photo, and upside down.

Where a kingdom fills the photo, the corner network sees no table beyond it; with the photo's edge continued it does. It
looks at pictures from above to below, so that upside down the same photo is another to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.locate.heatmaps import Matrix
from vision.locate.locate import Location, at_edge_of, locate
from vision.photo.photo import Bgr, Photo

BORDER = 0.12  # of the photo's longer side

Search = Callable[[Photo], list[Location]]  # kingdoms in a photo, in reading order


def locate_within_border(photo: Photo) -> list[Location]:
    """Every kingdom in a photo whose edges are continued: one that fills it, above all."""
    image, border = _bordered(photo.image)
    return [_within(photo, location, border) for location in locate(replace(photo, image=image))]


def locate_upside_down(photo: Photo) -> list[Location]:
    """Every kingdom in a photo whose edges are continued, looked at upside down; in the photo's reading order."""
    image, border = _bordered(photo.image)
    height, width = image.shape[:2]
    turned = replace(photo, image=np.ascontiguousarray(image[::-1, ::-1]))
    return [_within(photo, _turned(location, width, height), border) for location in reversed(locate(turned))]


def _bordered(image: Bgr) -> tuple[Bgr, int]:
    """The image with its edges continued, and by how many pixels."""
    border = round(BORDER * max(image.shape[:2]))
    return np.asarray(cv2.copyMakeBorder(image, border, border, border, border, cv2.BORDER_REPLICATE), np.uint8), border


def _within(photo: Photo, location: Location, border: int) -> Location:
    """The place in the photo of one found within its border, which hides where the photo cuts a kingdom off."""
    moved = replace(location, homography=_matrix(1, -border, -border) @ location.homography)
    return at_edge_of(photo.image, moved)


def _turned(location: Location, width: int, height: int) -> Location:
    """The same place in a picture of that size turned upside down, its grid upright there."""
    back = _matrix(-1, width - 1, height - 1) @ location.homography @ _matrix(-1, location.columns, location.rows)
    return replace(location, homography=back, occupancy=location.occupancy[::-1, ::-1])


def _matrix(scale: int, x: int, y: int) -> Matrix:
    """Points scaled and moved: with a scale of -1 turned by half a circle."""
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]], float)


SEARCHES: tuple[Search, ...] = (
    locate,
    locate_within_border,
    locate_upside_down,
)  # each where those before found nothing, or left doubt
