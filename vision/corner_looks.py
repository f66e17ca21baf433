"""The looks that the corner network takes at a picture: coarse ones at all of it, close ones at one grid.

Beyond the edge of the picture it is shown plain grey, so that a table or a tile never seems to go on there.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import GREY, Evidence, Matrix
from vision.photo import Bgr
from vision.rectify import warped
from vision.weights import facts, session

COARSE_EDGE_PX = 12  # of grey round a coarse look, at least
CLOSE_STEP_PX = 32  # a square in the close look
CLOSE_MARGIN = 1.5  # squares of surroundings in the close look
WHOLE = 32  # the sides of what the network looks at are multiples of this

_EDGE = CLOSE_MARGIN * CLOSE_STEP_PX
TO_CLOSE: Matrix = np.array([[CLOSE_STEP_PX, 0, _EDGE], [0, CLOSE_STEP_PX, _EDGE], [0, 0, 1.0]])
"""From board points to points of the close look."""


def coarse_look(image: Bgr, long_side: int) -> tuple[Evidence, Matrix]:
    """What the network sees in the whole picture, shrunk to a long side in pixels, and the way back to the picture."""
    height, width = image.shape[:2]
    factor = long_side / max(height, width)
    small = max(1, round(width * factor)), max(1, round(height * factor))
    size = [-(-(side + 2 * COARSE_EDGE_PX) // WHOLE) * WHOLE for side in small]
    left, top = (size[0] - small[0]) // 2, (size[1] - small[1]) // 2
    shown = np.full((size[1], size[0], 3), GREY, np.uint8)
    shown[top : top + small[1], left : left + small[0]] = cv2.resize(image, small, interpolation=cv2.INTER_AREA)
    stretch = np.array([width / small[0], height / small[1]])
    back = np.array([[stretch[0], 0, -left * stretch[0]], [0, stretch[1], -top * stretch[1]], [0, 0, 1.0]])
    return _evidence(shown), back


def close_look(image: Bgr, homography: Matrix, rows: int, columns: int) -> Evidence:
    """What the network sees from straight above a grid and its surroundings (``TO_CLOSE``)."""
    return _evidence(
        warped(image, homography, rows, columns, square_px=CLOSE_STEP_PX, margin=CLOSE_MARGIN, beyond=GREY)
    )


def _evidence(shown: Bgr) -> Evidence:
    """What the corner network answers to a picture whose sides are multiples of WHOLE."""
    known = facts("corners")
    picture = shown.astype(np.float32).transpose(2, 0, 1)[None]
    answer: NDArray[np.float32] = session("corners").run(None, {"picture": picture})[0][0]
    return Evidence(answer[0], answer[1], answer[2:], known["stride"], known["step_unit_px"])
