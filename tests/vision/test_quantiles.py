"""Quantiles and medians are NumPy's."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.quantiles import median, quantile


@given(share=st.floats(0, 1), count=st.integers(1, 40), seed=st.integers(0, 100))
def test_a_quantile_is_that_of_numpy_along_any_axis(share: float, count: int, seed: int) -> None:
    levels = np.random.default_rng(seed).integers(0, 256, (3, count)).astype(np.uint8)

    assert np.allclose(quantile(levels, share), np.quantile(levels, share, axis=1))
    assert np.allclose(quantile(levels.T, share, axis=0), np.quantile(levels, share, axis=1))
    assert np.array_equal(median(levels), np.median(levels, axis=1))
