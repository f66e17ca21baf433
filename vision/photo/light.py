"""Light of a picture: exposure and white balance as the networks know them, and colours by which terrains are told."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.photo import Bgr

VEILED = 40  # the darkest channel of the darkest pixels: above this a veil of light lies over the picture
DIM = 140  # the brightest channel of the brightest pixels: below this the picture is dark
WHITE = 200  # where the brightest are brought; the darkest of a veiled picture become black
EDGES = (0.02, 0.97)  # quantiles that count as darkest and brightest
NEUTRAL = 0.87  # green to red, of the brightest pixels of a kingdom in daylight
WARM, COLD = 0.80, 1.06  # beyond these a lamp or the sky colours the picture
LOST, MOST_LOST = 254, 0.15  # a channel at its end: on at most a tenth of the pixels of real kingdoms
SAMPLE = 4  # every so many pixels are looked at
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


def light_normalised(board: Bgr) -> Bgr:
    """A kingdom as the squares network knows them: ``exposure_normalised``, then ``white_balanced``."""
    return white_balanced(exposure_normalised(board))


def brightened(image: Bgr) -> Bgr:
    """The picture brightened if it is dark; the picture itself if it is not."""
    high = _brightest(image)
    return image if high >= DIM else _stretched(image, 0.0, high)


def warmed(image: Bgr) -> Bgr:
    """The picture without the blue of the sky; the picture itself if it is not that blue.

    The corner network takes dark tables in blue light for tiles; warm light does not mislead it.
    """
    return white_balanced(image) if _green_to_red(image) > COLD else image


def exposure_normalised(board: Bgr) -> Bgr:
    """A kingdom brightened if it is dark and unveiled if it is hazy; the picture itself if it is neither.

    Only a kingdom is known to have dark and colourful places: a light table is no veil.
    """
    low = _level(_across_channels(np.minimum, board), EDGES[0])
    return brightened(board) if low <= VEILED else _stretched(board, low, _brightest(board))


def _brightest(image: Bgr) -> float:
    return _level(_across_channels(np.maximum, image), EDGES[1])


def _level(pixels: NDArray[np.uint8], share: float) -> float:
    return float(np.quantile(pixels, share))


def _across_channels(extreme: np.ufunc, image: Bgr) -> NDArray[np.uint8]:
    """The extreme of the three channels of every sampled pixel; ten times as fast as along an axis of length 3."""
    blue, green, red = np.moveaxis(image[::SAMPLE, ::SAMPLE], -1, 0)
    return np.asarray(extreme(extreme(blue, green), red))


def _stretched(image: Bgr, low: float, high: float) -> Bgr:
    """The picture with ``low`` brought to black and ``high`` to WHITE."""
    curve = (np.arange(256, dtype=np.float32) - low) * WHITE / max(high - low, 8.0)
    return np.asarray(curve.clip(0, 255).astype(np.uint8)[image])


def is_coloured(board: Bgr) -> bool:
    """True for a kingdom that a lamp or the sky colours more than is usual."""
    return not WARM <= _green_to_red(board) <= COLD


def is_overexposed(board: Bgr) -> bool:
    """True where so much of a kingdom is brighter than the camera could tell that its colours are lost."""
    return float((_across_channels(np.maximum, board) >= LOST).mean()) > MOST_LOST


def white_balanced(board: Bgr) -> Bgr:
    """A kingdom without the colour of the lamp; the picture itself if that is within the usual.

    Green against red tells the colour temperature whatever the terrains are. Along the Planckian locus blue against
    green moves about as green against red does, so blue is corrected by the same factor again.
    """
    if not is_coloured(board):
        return board
    gain = float(np.clip(NEUTRAL / max(_green_to_red(board), 0.1), 0.5, 2.0))
    gains = np.array([gain**1.5, gain**0.5, gain**-0.5], np.float32)  # blue, green, red: the brightness stays
    return np.asarray((board * gains).clip(0, 255).astype(np.uint8))


def _green_to_red(board: Bgr) -> float:
    _, green, red = np.moveaxis(board[::SAMPLE, ::SAMPLE], -1, 0)
    return _level(green, EDGES[1]) / max(_level(red, EDGES[1]), 1.0)


def is_colourless(photo: Bgr) -> bool:
    """True for a whole photo of one hue only: taken in black and white, or toned like an old print.

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
    """True for a kingdom whose colours are so weak, or gone, that terrains may be misread."""
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
