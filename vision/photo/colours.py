"""Whether a picture has the colours by which terrains and castles are told."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.light import exposure_normalised
from vision.photo.photo import Bgr

LOOKED_AT_PX = 96  # long side at which colours are compared: the noise of single pixels is averaged away
AVERAGED = 4  # pixels a side that make up one of those
DARKEST = 16.0  # added to all channels, so that the noise of dark ones does not count
PALE = 0.22  # spread of a board's hues: of black and white, sepia or noise 0.13 at most, of real kingdoms 0.28 and more
EVEN = 8.0  # standard deviation of the pixels of a photo that shows anything
OTHER_COLOUR = 0.25  # chroma beside the usual one of a photo: another colour
FEW = 0.09  # share of pixels of another colour: of real photos in bad light 13 % and more, of 99 % of toned ones less
ENDS = (0.02, 0.98)  # quantiles of every channel that count as its darkest and its brightest
LEAST_RANGE = 24.0  # between them, so that noise is not stretched to colours
FULL_RANGE = 200.0


def is_colourless(photo: Bgr) -> bool:
    """Whether a whole photo has one hue only: taken in black and white, or toned like an old print.

    A photo of nothing, all dark or all white, is not called so. A veil of light makes all colours look alike, so it is
    taken off before they are compared.
    """
    small = _small(photo)
    if small.std() < EVEN:
        return False
    red, blue = _chroma(_unveiled(small))
    beside = np.hypot(red - np.median(red), blue - np.median(blue)) > OTHER_COLOUR
    return float(beside.mean()) < FEW


def is_pale(board: Bgr) -> bool:
    """Whether the colours of a kingdom are so weak, or gone, that terrains may be misread."""
    red, blue = _chroma(exposure_normalised(_small(board)))
    return float(np.hypot(red.std(), blue.std())) < PALE


def _unveiled(small: Bgr) -> NDArray[np.float32]:
    """The picture with every channel brought to its full range: of one hue it becomes grey."""
    low, high = np.quantile(small.reshape(-1, 3), ENDS, axis=0)
    gains = FULL_RANGE / np.maximum(high - low, LEAST_RANGE)
    return np.asarray(((small - low) * gains).clip(0, 255), np.float32)


def _small(image: Bgr) -> Bgr:
    """The picture in few pixels, each the mean of several."""
    every = max(1, max(image.shape[:2]) // (AVERAGED * LOOKED_AT_PX))
    sampled = image[::every, ::every]
    scale = min(1.0, LOOKED_AT_PX / max(sampled.shape[:2]))
    size = [max(1, round(side * scale)) for side in (sampled.shape[1], sampled.shape[0])]
    return np.asarray(cv2.resize(np.ascontiguousarray(sampled), size, interpolation=cv2.INTER_AREA), np.uint8)


def _chroma(small: NDArray[np.uint8] | NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Red and blue against green: natural logarithms of ratios."""
    logs = np.log(small.astype(np.float32) + DARKEST)
    return logs[..., 2] - logs[..., 1], logs[..., 0] - logs[..., 1]
