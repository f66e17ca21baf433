"""Streamlit component: four draggable corners on a photo."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from ui.components import Component
from ui.photos.pictures import get_picture_address
from ui.table.photo_reading import Picture
from vision.photo.photo import Points

SMALLEST = 0.01  # of the photo: a grid that covers less cannot be read
MARGIN = 0.08  # of the longer side: how far round the photo a corner may lie, as those of a close-up do

_corners = Component("corners", "corners.js")


def corner_editor(picture: Picture, start: Points, rows: int, columns: int, *, number: int) -> Points | None:
    """Show four draggable corners; return them in pixels of the picture, clockwise.

    None while they span no grid: crossed, or too close together. ``number`` tells one photo from the next.
    """
    margin = margin_of(picture, start)
    shown = {
        "address": get_picture_address(picture.jpeg),
        "width": picture.width,
        "height": picture.height,
        "margin": margin,
        "corners": start.round(1).tolist(),
        "rows": rows,
        "columns": columns,
        "number": number,
    }
    state = _corners.show(f"corners-{number}", shown, default={"corners": None}, on_corners_change=lambda: None)
    return order_corners(state.corners["corners"] if state.corners else start, picture, margin)


def margin_of(picture: Picture, start: Points) -> int:
    """Return the margin in pixels that keeps corners outside the photo visible."""
    usual = MARGIN * max(picture.width, picture.height)
    beyond = float(max(-start.min(), (start - [picture.width, picture.height]).max()))
    return round(max(usual, beyond + usual / 2))


def order_corners(corners: Any, picture: Picture, margin: int = 0) -> Points | None:
    """Order four points as corners of a grid, clockwise from the one nearest the top left; None if they span none.

    Those farther than ``margin`` pixels outside the photo are moved there.
    """
    try:
        with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused as such
            points = np.asarray(corners, np.float32)
    except (OverflowError, TypeError, ValueError):
        return None
    if points.shape != (4, 2) or not np.isfinite(points).all():
        return None
    points = points.clip(-margin, np.array([picture.width + margin, picture.height + margin], np.float32))
    points = points + np.float32(0)  # OpenCV finds no hull round a negative zero
    hull = cv2.convexHull(points, clockwise=False).reshape(-1, 2)  # as OpenCV counts, with y upwards
    if len(hull) < 4 or cv2.contourArea(hull) < SMALLEST * picture.width * picture.height:
        return None
    clockwise: Points = np.roll(hull, -int(hull.sum(axis=1).argmin()), axis=0)
    return clockwise


def default_corners(picture: Picture) -> Points:
    """Return the default corners: a square in the middle of the photo."""
    middle, reach = np.array([picture.width, picture.height]) / 2, 0.36 * min(picture.width, picture.height)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners: Points = (middle + reach * square).astype(np.float32)
    return corners
