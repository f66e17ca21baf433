"""Exposure and white balance: pictures brought to the light that the networks know."""

from __future__ import annotations

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
    """Whether a lamp or the sky colours a kingdom more than is usual."""
    return not WARM <= _green_to_red(board) <= COLD


def is_overexposed(board: Bgr) -> bool:
    """Whether so much of a kingdom is brighter than the camera could tell that its colours are lost."""
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
