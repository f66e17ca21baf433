"""Pictures brought to the range of light the networks know."""

from __future__ import annotations

import numpy as np

from vision.photo import Bgr

VEILED = 40  # the darkest channel of the darkest pixels: above this a veil of light lies over the picture
DIM = 140  # the brightest channel of the brightest pixels: below this the picture is dark
WHITE = 200  # where the brightest are brought; the darkest of a veiled picture become black
EDGES = (2.0, 97.0)  # percentiles that count as darkest and brightest
SAMPLE = 4  # every so many pixels are looked at


def levelled(image: Bgr) -> Bgr:
    """The picture brightened if it is dark and unveiled if it is hazy; the picture itself if it is neither."""
    some = image[::SAMPLE, ::SAMPLE]
    low = float(np.percentile(some.min(-1), EDGES[0]))
    high = float(np.percentile(some.max(-1), EDGES[1]))
    if low <= VEILED and high >= DIM:
        return image
    low = low if low > VEILED else 0.0
    steps = np.arange(256, dtype=np.float32)
    curve = (steps - low) * WHITE / max(high - low, 8.0)
    return np.asarray(curve.clip(0, 255).astype(np.uint8)[image])
