"""The corner network's passes over a picture: coarse ones over all of it, close ones over one rectified grid."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.heatmaps import Heatmaps, Matrix
from vision.networks import manifest, session
from vision.photo.photo import Bgr
from vision.rectify import warped

CLOSE_STEP_PX = 32  # a square in the close pass
CLOSE_MARGIN = 1.5  # squares of surroundings in the close pass
WHOLE = 32  # the sides of what the network is given are multiples of this

_EDGE = CLOSE_MARGIN * CLOSE_STEP_PX
TO_CLOSE: Matrix = np.array([[CLOSE_STEP_PX, 0, _EDGE], [0, CLOSE_STEP_PX, _EDGE], [0, 0, 1.0]])
"""From board points to points of the close pass."""


def coarse_pass(image: Bgr, long_side: int) -> tuple[Heatmaps, Matrix]:
    """The heatmaps of the whole picture, shrunk to a long side in pixels, and the way back to the picture."""
    scale = long_side / max(image.shape[:2])
    size = [max(WHOLE, round(side * scale / WHOLE) * WHOLE) for side in (image.shape[1], image.shape[0])]
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return heatmaps_of(np.asarray(small, np.uint8)), np.diag([image.shape[1] / size[0], image.shape[0] / size[1], 1.0])


def close_pass(image: Bgr, homography: Matrix, rows: int, columns: int, *, beyond: int | None = None) -> Heatmaps:
    """The heatmaps of a grid and its surroundings, rectified (``TO_CLOSE``).

    Beyond the edge of the picture that edge is continued, or all is of the grey ``beyond``, so that nothing seems to go
    on there.
    """
    return heatmaps_of(
        warped(image, homography, rows, columns, square_px=CLOSE_STEP_PX, margin=CLOSE_MARGIN, beyond=beyond)
    )


def heatmaps_of(shown: Bgr) -> Heatmaps:
    """The corner network's output for a picture whose sides are multiples of WHOLE."""
    entry = manifest("corners")
    picture = shown.astype(np.float32).transpose(2, 0, 1)[None]
    output: NDArray[np.float32] = session("corners").run(None, {"picture": picture})[0][0]
    return Heatmaps(output[0], output[1], output[2:], entry["stride"], entry["step_unit_px"])
