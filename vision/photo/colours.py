"""Whether a picture has the colours by which terrains and castles are told."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.light import exposure_normalised
from vision.photo.photo import Bgr

LOOKED_AT_PX = 96  # long side at which colours are compared: the noise of single pixels is averaged away
DARKEST = 16.0  # added to all channels, so that the noise of dark ones does not count
GREY = 0.12  # spread of a board's colours: of black and white, sepia or noise at most; of real kingdoms 0.28 and more
PALE = 0.22  # spread below which colours that were told from are nearly gone
EVEN = 8.0  # standard deviation of the pixels of a photo that shows anything
OTHER_COLOUR, FEW = 0.25, 0.005  # chroma beside the usual one of a photo, and the share of pixels that must have it


def is_colourless(photo: Bgr) -> bool:
    """Whether a whole photo has one hue only: taken in black and white, or toned like an old print.

    A photo of nothing, all dark or all white, is not called so.
    """
    if photo.std() < EVEN:
        return False
    red, blue = _chroma(photo)
    beside = np.hypot(red - np.median(red), blue - np.median(blue)) > OTHER_COLOUR
    return float(beside.mean()) < FEW


def is_grey(board: Bgr) -> bool:
    """Whether a kingdom has no colours in which its terrains could be told."""
    return _spread(board) < GREY


def is_pale(board: Bgr) -> bool:
    """Whether the colours of a kingdom are so weak that they may be misread."""
    return _spread(board) < PALE


def _spread(board: Bgr) -> float:
    """How far the hues of a board lie apart, whatever the light: natural logarithms."""
    red, blue = _chroma(exposure_normalised(board))
    return float(np.hypot(red.std(), blue.std()))


def _chroma(image: Bgr) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Red and blue against green, of a small picture."""
    scale = min(1.0, LOOKED_AT_PX / max(image.shape[:2]))
    size = [max(1, round(side * scale)) for side in (image.shape[1], image.shape[0])]
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    logs = np.log(small + DARKEST)
    return logs[..., 2] - logs[..., 1], logs[..., 0] - logs[..., 1]
