"""Train the network that reads squares: ``python -m models.training.train_squares DATA [--out models]``.

The same seed, data and library versions give the same weights. ``--without`` and ``--fold`` hold pictures back.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.networks.fit import Recipe as FitRecipe
from models.training.networks.fit import fit
from models.training.networks.publishing import publish
from models.training.networks.square_net import SquareNet, as_input, as_onnx
from models.training.pictures.patches import FOLDS, Patch, load_patches, without
from models.training.synthesis.squares import JUNK, draw_batch
from models.training.synthesis.supply import ALL_KINDS, Mix, Supply, make_supply
from vision.squares.classify import CROP_PX, KINDS, kind_name


@dataclass(frozen=True)
class Recipe(FitRecipe):
    """Everything that decides what a training produces, beside the data."""

    steps: int = 3125
    batch: int = 96
    warm_up: float = 0.15
    weight_decay: float = 0.02
    label_smoothing: float = 0.02
    cover_weight: float = 0.3  # of telling how much is covered, beside telling the kind
    temperature: float = 0.53  # log-probabilities are divided by it; measured on held-out pictures
    mix: Mix = field(default_factory=Mix)

    def of(self, samples: int) -> Recipe:
        """The same recipe for so many squares."""
        return replace(self, steps=samples // self.batch)


def train(
    patches: Sequence[Patch],
    data: Path,
    recipe: Recipe,
    keep: Callable[[SquareNet, int], None] | None = None,
    build: Callable[[], SquareNet] = SquareNet,
    drawn_kinds: Sequence[int] = ALL_KINDS,
) -> SquareNet:
    """A network trained on these patches, and on tiles drawn of some kinds (indices into KINDS)."""
    supply = make_supply(patches, data, recipe.mix, np.random.default_rng(recipe.seed), drawn_kinds)
    return fit(build, partial(_draw, supply, recipe), partial(_loss, recipe), recipe, keep)


def _draw(supply: Supply, recipe: Recipe, step: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    return draw_batch(supply, recipe.batch, np.random.default_rng((recipe.seed, step)))


def _loss(recipe: Recipe, net: nn.Module, crops: Tensor, truth: Tensor) -> Tensor:
    logits, cover = net(as_input(crops))
    kinds, covered, smoothing = truth[:, 0].long(), truth[:, 1], recipe.label_smoothing
    spread = torch.full_like(logits, 1.0 / len(KINDS), dtype=torch.float32)
    sure = nn.functional.one_hot(kinds.clamp(min=0), len(KINDS)) * (1.0 - smoothing) + spread * smoothing
    told = nn.functional.cross_entropy(logits.float(), torch.where((kinds == JUNK)[:, None], spread, sure))
    return told + recipe.cover_weight * nn.functional.binary_cross_entropy_with_logits(cover.float(), covered)


def facts_of(recipe: Recipe) -> dict[str, object]:
    """What the manifest says of the network."""
    return {
        "classes": [kind_name(square) for square in KINDS],
        "input": [CROP_PX, CROP_PX, 3],
        "temperature": recipe.temperature,
        "recipe": asdict(recipe),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that reads squares.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"), help="folder of the ONNX file and the manifest")
    parser.add_argument("--without", nargs="*", default=[], help="sources, families, kingdoms or photos to hold back")
    parser.add_argument("--fold", type=int, choices=range(FOLDS), help="hold this quarter of the pictures back")
    parser.add_argument("--samples", type=int, default=Recipe.steps * Recipe.batch)
    parser.add_argument("--seed", type=int, default=Recipe.seed)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s squares: %(message)s")
    recipe = Recipe(seed=arguments.seed).of(arguments.samples)
    patches = [p for p in without(load_patches(arguments.data), arguments.without) if p.fold != arguments.fold]

    def keep(net: SquareNet, step: int) -> None:
        publish("squares", as_onnx(net), {**facts_of(recipe), "steps": step}, arguments.out)

    train(patches, arguments.data, recipe, keep)


if __name__ == "__main__":
    main()
