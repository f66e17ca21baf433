"""Train the corner network: ``python -m models.training.train_corners DATA [--out models]``.

It starts from weights that were trained on easier scenes (``networks/first_corners.onnx``: 4000 steps from scratch at
five times the learning rate), and the result is the mean of both. Each picture depends only on the seed and its number,
so that a run can be repeated. The network is published every 500 steps.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.networks import corner_net
from models.training.networks.corner_net import CornerNet, as_onnx
from models.training.networks.fit import Recipe as FitRecipe
from models.training.networks.fit import fit
from models.training.networks.layers import between, load_folded_weights
from models.training.networks.publishing import publish, training_parser
from models.training.pictures.textures import TextureBank, load_bank
from models.training.synthesis.corners import scene
from vision.locate.heatmaps import CHANNELS, STEP_UNIT_PX, STRIDE

FIRST = Path(__file__).parent / "networks/first_corners.onnx"


@dataclass(frozen=True)
class Recipe(FitRecipe):
    """All parameters of a training."""

    steps: int = 800
    batch: int = 12
    peak_rate: float = 6e-4
    warm_up: float = 0.1
    steepest: float = 5.0
    kept: float = 0.5  # share of the first training's weights


def train(bank: TextureBank, recipe: Recipe, keep: Callable[[CornerNet, int], None]) -> None:
    """Give ``keep`` the network trained on scenes composed from the bank, now and then and at the end."""

    def keep_between(net: CornerNet, step: int) -> None:
        keep(between(_first(), net, recipe.kept), step)

    fit(_first, partial(_draw, bank, recipe), _loss, recipe, keep_between)


def _first() -> CornerNet:
    return load_folded_weights(CornerNet(), FIRST.read_bytes(), torch.zeros(1, 3, 64, 64))


def _draw(bank: TextureBank, recipe: Recipe, step: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    numbers = range(step * recipe.batch, (step + 1) * recipe.batch)
    images, truths = zip(
        *(scene(np.random.default_rng([recipe.seed, number]), bank) for number in numbers), strict=True
    )
    return np.stack(images), np.stack(truths)


def _loss(net: nn.Module, images: Tensor, truth: Tensor) -> Tensor:
    return corner_net.loss(net(images.permute(0, 3, 1, 2).float()), truth)


def main() -> None:
    arguments = training_parser("Train the corner network.").parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s corners: %(message)s")
    recipe = Recipe()
    facts = {
        "channels": list(CHANNELS),
        "stride": STRIDE,
        "step_unit_px": STEP_UNIT_PX,
        "input": ["n", 3, "h", "w"],
        "recipe": asdict(recipe),
    }

    def keep(net: CornerNet, step: int) -> None:
        publish("corners", as_onnx(net), {**facts, "steps": step}, arguments.out)

    train(load_bank(arguments.data, recipe.seed), recipe, keep)


if __name__ == "__main__":
    main()
