"""Medians and quantiles without those of NumPy, which import its masked arrays at their first use: 20 ms of a start."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def quantile(values: NDArray[Any], share: float, axis: int = -1) -> NDArray[np.float64]:
    """The value below which a share (0 to 1) of the values along an axis lies, interpolated; the axis is gone."""
    at = share * (values.shape[axis] - 1)
    low = int(at)
    high = min(low + 1, values.shape[axis] - 1)
    ordered = np.partition(values, (low, high), axis)
    below, above = (ordered.take(place, axis).astype(np.float64) for place in (low, high))
    return np.asarray(below + (above - below) * (at - low))


def median(values: NDArray[Any], axis: int = -1) -> NDArray[np.float64]:
    """The middle value along an axis, or the mean of the two in the middle; the axis is gone."""
    return quantile(values, 0.5, axis)
