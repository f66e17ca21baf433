"""Train the corner network: ``python -m vision.training.train_corners DATA [--out models] [--without NAME...]``.

Every picture is made from the seed and its number, so a run can be repeated. Every 500 steps the network is published.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.locate.heatmaps import CHANNELS, STRIDE
from vision.training.networks import corner_net
from vision.training.networks.corner_net import CornerNet, as_onnx
from vision.training.networks.fit import Recipe as FitRecipe
from vision.training.networks.fit import fit
from vision.training.networks.publishing import publish
from vision.training.pictures.textures import TextureBank, load_bank
from vision.training.synthesis.corners import STEP_UNIT_PX, scene

HELD_BACK = ["photo/"]  # the whole photos stay unseen, so that finding kingdoms in them can be measured


@dataclass(frozen=True)
class Recipe(FitRecipe):
    """Everything that decides what training produces."""

    steps: int = 4000
    batch: int = 12
    steepest: float = 5.0


def train(bank: TextureBank, recipe: Recipe, keep: Callable[[CornerNet, int], None] | None = None) -> CornerNet:
    """The network trained on scenes composed from the bank."""
    return fit(CornerNet, partial(_draw, bank, recipe), _loss, recipe, keep)


def _draw(bank: TextureBank, recipe: Recipe, step: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    numbers = range(step * recipe.batch, (step + 1) * recipe.batch)
    images, truths = zip(
        *(scene(np.random.default_rng([recipe.seed, number]), bank) for number in numbers), strict=True
    )
    return np.stack(images), np.stack(truths)


def _loss(net: nn.Module, images: Tensor, truth: Tensor) -> Tensor:
    return corner_net.loss(net(images.permute(0, 3, 1, 2).float()), truth)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the corner network.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--steps", type=int, default=Recipe.steps)
    parser.add_argument("--without", nargs="*", default=HELD_BACK, help="sources left out: photo/, board/7, family/")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s corners: %(message)s")
    recipe = Recipe(steps=arguments.steps)
    bank = load_bank(arguments.data, recipe.seed, without=lambda name: name.startswith(tuple(arguments.without)))
    facts = {
        "channels": list(CHANNELS),
        "stride": STRIDE,
        "step_unit_px": STEP_UNIT_PX,
        "input": ["n", 3, "h", "w"],
        "recipe": asdict(recipe),
    }

    def keep(net: CornerNet, step: int) -> None:
        publish("corners", as_onnx(net), {**facts, "steps": step}, arguments.out)

    train(bank, recipe, keep)


if __name__ == "__main__":
    main()
