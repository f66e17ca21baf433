"""From bytes or a path to an upright, bounded picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]  # shape (height, width, 3)
Points = NDArray[np.float32]  # shape (n, 2), each (x, y)


class PhotoError(ValueError):
    """The photo cannot be used; the message says what happened and what to try."""


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture, decoded no larger than needed.

    ``image`` is the picture; ``scale`` turns its pixels into those of the original
    (original = image * scale), upright in both.
    """

    image: Bgr
    scale: float
