"""What a board of Kingdoms is read from: its photo, straightened and looked at."""

from __future__ import annotations

import numpy as np

from ui.kingdoms.game import Sight
from ui.pictures import Picture, jpeg, photo
from vision.errors import VisionError
from vision.kingdoms import StraightBoard, look, straighten
from vision.photo.photo import Points


def sight(straight: StraightBoard, picture: Picture) -> Sight:
    """What is seen on a straightened board; the picture is what is kept of its photo."""
    corners = straight.corners / np.float32(picture.scale)
    return Sight(picture, corners.astype(np.float32), jpeg(straight.image), look(straight))


def sight_at(picture: Picture, corners: Points) -> Sight | None:
    """The same again from a kept photo, ``corners`` (4, 2) in its pixels; None where they frame nothing."""
    try:
        return sight(straighten(photo(picture), corners * np.float32(picture.scale)), picture)
    except VisionError:
        return None
