"""Light of a picture: normalise exposure and white balance for the networks, and detect colours too weak to read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.photo import Bgr


@dataclass(frozen=True)
class LightThresholds:
    """Limits on the exposure, the white balance and the chroma of pictures.

    Levels are those of 8-bit channels. Chroma is a natural logarithm of channel ratios. Haze is anything that
    makes the whole picture lighter, such as a reflection.
    """

    haze_level: int = 40  # of the darkest channel of the darkest pixels; above it the picture is hazy
    dim_level: int = 140  # of the brightest channel of the brightest pixels; below it the picture is dark
    white_level: int = 200  # to which the brightest pixels are stretched
    dark_quantile: float = 0.02  # of the pixels that count as darkest
    bright_quantile: float = 0.97  # and as brightest
    neutral_green_to_red: float = 0.87  # of the brightest pixels of a kingdom in daylight
    warm_green_to_red: float = 0.80  # below it a lamp tints the picture
    cold_green_to_red: float = 1.06  # above it the sky does
    lost_level: int = 254  # from which the camera could not tell a channel's brightness
    max_lost_share: float = 0.15  # of pixels with such a channel
    min_hue_spread: float = 0.22  # of a board, below which its colours are washed out
    min_contrast: float = 8.0  # standard deviation of the levels of a photo that shows anything
    other_colour_chroma: float = 0.25  # distance from the median chroma from which a pixel has another colour
    min_other_colour_share: float = 0.09  # of such pixels, below which a photo has one hue only


THRESHOLDS = LightThresholds()

SAMPLE_STEP = 4  # every fourth row and column is measured
SMALL_PX = 96  # long side at which chroma is measured, because averaging removes the noise of single pixels
AVERAGED_PX = 4  # side of the area that is averaged to one of these pixels
LOG_OFFSET = 16.0  # added to all channels before the logarithm, because the noise of dark ones is large
CHANNEL_QUANTILES = (0.02, 0.98)  # of each channel, stretched to ``STRETCHED_RANGE``
MIN_STRETCHED_RANGE = 24.0  # between them, because noise must not be stretched to colours
STRETCHED_RANGE = 200.0
SRGB_TO_XYZ = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))
D65_WHITE = ((0.950456,), (1.0,), (1.088754,))  # its X, Y and Z


def normalise_light(board: Bgr) -> Bgr:
    """Normalise the exposure, then the white balance of a board, as in the training of the squares network."""
    return balance_white(normalise_exposure(board))


def brighten_if_dark(image: Bgr) -> Bgr:
    """Brighten a picture if it is dark; return another one unchanged."""
    high = _measure_bright_level(image)
    return image if high >= THRESHOLDS.dim_level else _stretch(image, 0.0, high)


def remove_blue_cast(image: Bgr) -> Bgr:
    """Balance the white of a picture in blue light; return another one unchanged.

    The corner network takes dark tables in blue light for tiles; warm light does not mislead it.
    """
    return balance_white(image) if _measure_green_to_red(image) > THRESHOLDS.cold_green_to_red else image


def normalise_exposure(board: Bgr) -> Bgr:
    """Brighten a dark board and remove the haze from a hazy one; return another one unchanged.

    This is for boards only, which always have dark pixels: in a whole photo a light table would be taken for haze.
    """
    low = _compute_quantile(_reduce_channels(np.minimum, board), THRESHOLDS.dark_quantile)
    return (
        brighten_if_dark(board) if low <= THRESHOLDS.haze_level else _stretch(board, low, _measure_bright_level(board))
    )


def _measure_bright_level(image: Bgr) -> float:
    """Return the level of the brightest channel of the brightest pixels."""
    return _compute_quantile(_reduce_channels(np.maximum, image), THRESHOLDS.bright_quantile)


def _compute_quantile(pixels: NDArray[np.uint8], share: float) -> float:
    return float(np.quantile(pixels, share))


def _reduce_channels(extreme: np.ufunc, image: Bgr) -> NDArray[np.uint8]:
    """Return the minimum or maximum of the channels of each sampled pixel.

    This is ten times as fast as a reduction along an axis of length 3.
    """
    blue, green, red = np.moveaxis(image[::SAMPLE_STEP, ::SAMPLE_STEP], -1, 0)
    return np.asarray(extreme(extreme(blue, green), red))


def _stretch(image: Bgr, low: float, high: float) -> Bgr:
    """Stretch levels linearly, ``low`` to black and ``high`` to the white level."""
    curve = (np.arange(256, dtype=np.float32) - low) * THRESHOLDS.white_level / max(high - low, 8.0)
    return np.asarray(curve.clip(0, 255).astype(np.uint8)[image])


def has_colour_cast(board: Bgr) -> bool:
    """Return whether a lamp or the sky tints a board more than usual."""
    return not THRESHOLDS.warm_green_to_red <= _measure_green_to_red(board) <= THRESHOLDS.cold_green_to_red


def is_overexposed(board: Bgr) -> bool:
    """Return whether so many pixels of a board are saturated that its colours are lost."""
    is_lost = _reduce_channels(np.maximum, board) >= THRESHOLDS.lost_level
    return float(is_lost.mean()) > THRESHOLDS.max_lost_share


def balance_white(board: Bgr) -> Bgr:
    """Remove the tint of the light from a board; return one without a tint unchanged.

    The ratio of green to red gives the colour temperature whatever the terrains are. Along the Planckian locus the
    ratio of blue to green changes about as much, so blue is corrected by the same factor again.
    """
    if not has_colour_cast(board):
        return board
    gain = float(np.clip(THRESHOLDS.neutral_green_to_red / max(_measure_green_to_red(board), 0.1), 0.5, 2.0))
    gains = np.array([gain**1.5, gain**0.5, gain**-0.5], np.float32)  # blue, green, red: keeps the brightness
    return np.asarray((board * gains).clip(0, 255).astype(np.uint8))


def _measure_green_to_red(board: Bgr) -> float:
    """Return the ratio of green to red of the brightest pixels."""
    _, green, red = np.moveaxis(board[::SAMPLE_STEP, ::SAMPLE_STEP], -1, 0)
    quantile = THRESHOLDS.bright_quantile
    return _compute_quantile(green, quantile) / max(_compute_quantile(red, quantile), 1.0)


def is_colourless(photo: Bgr) -> bool:
    """Return whether a whole photo has one hue only: black and white, or toned like an old print.

    A photo of nothing, all dark or all white, is not colourless. Haze brings all colours closer to each other, so the
    channels are stretched before they are compared.
    """
    small = _shrink(photo)
    if small.std() < THRESHOLDS.min_contrast:
        return False
    red, blue = _measure_chroma(_stretch_channels(small))
    difference = np.hypot(red - np.median(red), blue - np.median(blue))
    return float((difference > THRESHOLDS.other_colour_chroma).mean()) < THRESHOLDS.min_other_colour_share


def is_washed_out(board: Bgr) -> bool:
    """Return whether the colours of a board are so weak that terrains may be misread."""
    red, blue = _measure_chroma(normalise_exposure(_shrink(board)))
    return float(np.hypot(red.std(), blue.std())) < THRESHOLDS.min_hue_spread


def _stretch_channels(small: Bgr) -> NDArray[np.float32]:
    """Stretch each channel to its full range, so that a picture of one hue becomes grey."""
    low, high = np.quantile(small.reshape(-1, 3), CHANNEL_QUANTILES, axis=0)
    gains = STRETCHED_RANGE / np.maximum(high - low, MIN_STRETCHED_RANGE)
    return np.asarray(((small - low) * gains).clip(0, 255), np.float32)


def _shrink(image: Bgr) -> Bgr:
    """Return the picture with a long side of at most SMALL_PX, each pixel averaged over several."""
    step = max(1, max(image.shape[:2]) // (AVERAGED_PX * SMALL_PX))
    sampled = image[::step, ::step]
    scale = min(1.0, SMALL_PX / max(sampled.shape[:2]))
    size = [max(1, round(side * scale)) for side in (sampled.shape[1], sampled.shape[0])]
    return np.asarray(cv2.resize(np.ascontiguousarray(sampled), size, interpolation=cv2.INTER_AREA), np.uint8)


def to_lab(image: Bgr) -> NDArray[np.uint8]:
    """Convert pixels (..., 3) to 8-bit CIELAB, exactly as OpenCV does.

    For a few pixels this saves the tables that OpenCV computes at its first conversion, in 0.1 s.
    """
    levels = np.arange(256) / 255
    linear = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    rgb = np.rint(linear * 2040).astype(np.int64)[image[..., ::-1]]  # 2040 is white
    weights = np.rint(4096 * np.array(SRGB_TO_XYZ) / np.array(D65_WHITE)).astype(np.int64)
    xyz = ((rgb @ weights.T + 2048) >> 12).astype(np.float32) / np.float32(2040)
    is_dark = xyz < np.float32(216 / 24389)
    curve = np.where(is_dark, xyz * np.float32(841 / 108) + np.float32(16 / 116), np.cbrt(xyz))
    x, y, z = np.moveaxis(np.rint(curve * 32768).astype(np.int64), -1, 0)  # 32768 is white
    lightness = 296 * y - 1336934  # 116 y - 16, scaled to 255 levels
    lab = np.stack([lightness, 500 * (x - y) + (128 << 15), 200 * (y - z) + (128 << 15)], -1)
    return ((lab + (1 << 14)) >> 15).clip(0, 255).astype(np.uint8)


def _measure_chroma(small: NDArray[np.uint8] | NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the natural logarithms of the ratios red to green and blue to green."""
    logs = np.log(small.astype(np.float32) + LOG_OFFSET)
    return logs[..., 2] - logs[..., 1], logs[..., 0] - logs[..., 1]
