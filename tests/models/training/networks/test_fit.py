"""A network is fitted to its batches, the same from the same seed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="PyTorch is not here: pip install -e '.[train]'")

from torch import Tensor, nn  # noqa: E402 - after the skip

from models.training.networks.fit import Recipe, fit  # noqa: E402

RECIPE = Recipe(steps=60, batch=16, peak_rate=0.3, averaging=0.5)


def line() -> nn.Module:
    return nn.Linear(1, 1)


def draw(step: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Numbers and their negatives."""
    x = np.random.default_rng(step).normal(0, 1, (RECIPE.batch, 1)).astype(np.float32)
    return x, -x


def squared(net: nn.Module, pictures: Tensor, truth: Tensor) -> Tensor:
    return ((net(pictures).float() - truth) ** 2).mean()


def test_a_network_learns_what_its_batches_show() -> None:
    net = fit(line, draw, squared, RECIPE)

    x = torch.tensor([[-1.0], [2.0]])
    assert squared(net, x, -x).item() < 0.05
    assert not net.training


def test_the_same_seed_gives_the_same_weights_and_another_seed_others() -> None:
    first, again = (fit(line, draw, squared, RECIPE).state_dict() for _ in range(2))
    other = fit(line, draw, squared, replace(RECIPE, seed=8)).state_dict()

    assert all(torch.equal(first[name], again[name]) for name in first)
    assert not all(torch.equal(first[name], other[name]) for name in first)


def test_batches_are_drawn_by_opencv_after_its_threads_have_run() -> None:
    def drawn(step: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        x, y = draw(step)
        return cv2.GaussianBlur(np.tile(x, (200, 2000)), (0, 0), 3.0)[: len(x), :1], y

    cv2.setNumThreads(4)
    cv2.GaussianBlur(np.zeros((2000, 2000), np.float32), (0, 0), 3.0)

    assert fit(line, drawn, squared, replace(RECIPE, steps=2))
