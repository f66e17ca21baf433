"""Train the squares network: ``python -m models.training.train_squares DATA [--out models]``.

It starts from a checkpoint that was trained on the older tile set only (``models/looks.onnx``: 3125 steps from
scratch), or from scratch with ``--from-scratch``. The same seed, data and library versions give the same weights.

``--without`` holds pictures out. The checkpoint was trained on pictures of the older tile set, so start from scratch to
hold these out; ``--without newer`` trains a network without the newer tile set.
"""

from __future__ import annotations

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
from models.training.networks.layers import load_folded_weights, read_weights
from models.training.networks.publishing import publish, training_parser
from models.training.networks.square_net import SquareNet, as_input, as_onnx, in_printings
from models.training.pictures.patches import Patch, load_patches, without
from models.training.synthesis.squares import JUNK, NO_PRINTING, draw_batch
from models.training.synthesis.supply import Mix, Supply, make_supply
from scoring.boxes import Printing
from vision.squares.classify import CROP_PX, KIND_NAMES, KINDS

FIRST = Path(__file__).parents[1] / "looks.onnx"


@dataclass(frozen=True)
class Recipe(FitRecipe):
    """All parameters of a training, besides the data."""

    steps: int = 5200
    batch: int = 96
    peak_rate: float = 1.5e-3
    warm_up: float = 0.15
    steepest: float = 5.0
    first: bool = True  # start from the checkpoint
    weight_decay: float = 0.02
    label_smoothing: float = 0.02
    printing_weight: float = 0.2  # of the loss for the printing, relative to that for the kind
    cover_weight: float = 0.3  # of the loss for the covered share
    temperature: float = 0.53  # for calibration; fitted on held-out pictures
    mix: Mix = field(default_factory=Mix)

    def of(self, samples: int) -> Recipe:
        """Return the same recipe for a number of squares."""
        return replace(self, steps=samples // self.batch)


FROM_SCRATCH = Recipe(peak_rate=3e-3, first=False, steepest=float("inf"))


def train(
    patches: Sequence[Patch], data: Path, recipe: Recipe, keep: Callable[[SquareNet, int], None] | None = None
) -> SquareNet:
    """Train a network on these patches and on drawn tiles."""
    build = first if recipe.first else SquareNet
    supply = make_supply(patches, data, recipe.mix, np.random.default_rng(recipe.seed))
    return fit(build, partial(_draw, supply, recipe), partial(_loss, recipe), recipe, keep)


def first() -> SquareNet:
    """Load the network of the first training, with every printing equally likely for each kind."""
    file = FIRST.read_bytes()
    net = load_folded_weights(SquareNet(), file, torch.zeros(1, 3, CROP_PX, CROP_PX))
    kinds, bias = read_weights(file, "net.kinds.weight"), read_weights(file, "net.kinds.bias")
    net.kinds.weight = nn.Parameter(kinds.repeat_interleave(len(Printing), 0))
    net.kinds.bias = nn.Parameter(bias.repeat_interleave(len(Printing)))
    net.covered.weight = nn.Parameter(read_weights(file, "net.covered.weight"))
    net.covered.bias = nn.Parameter(read_weights(file, "net.covered.bias"))
    return net


def _draw(supply: Supply, recipe: Recipe, step: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    return draw_batch(supply, recipe.batch, np.random.default_rng((recipe.seed, step)))


def _loss(recipe: Recipe, net: nn.Module, crops: Tensor, truth: Tensor) -> Tensor:
    logits, cover = net(as_input(crops))
    kinds, covered, printings = truth[:, 0].long(), truth[:, 1], truth[:, 2].long()
    smoothing, seen = recipe.label_smoothing, torch.logsumexp(in_printings(logits), 2)
    spread = torch.full_like(seen, 1.0 / len(KINDS))
    sure = nn.functional.one_hot(kinds.clamp(min=0), len(KINDS)) * (1.0 - smoothing) + spread * smoothing
    told = nn.functional.cross_entropy(seen, torch.where((kinds == JUNK)[:, None], spread, sure))
    of_kind = logits.float()[torch.arange(len(kinds)), kinds.clamp(min=0)]  # (n, 3)
    printing = nn.functional.cross_entropy(
        of_kind, printings, ignore_index=NO_PRINTING, label_smoothing=smoothing, reduction="sum"
    )
    hidden = nn.functional.binary_cross_entropy_with_logits(cover.float(), covered)
    return told + recipe.printing_weight * printing / len(kinds) + recipe.cover_weight * hidden


def facts_of(recipe: Recipe) -> dict[str, object]:
    """Return the network's entry in the manifest."""
    return {
        "classes": list(KIND_NAMES),
        "printings": list(Printing),
        "input": [CROP_PX, CROP_PX, 3],
        "temperature": recipe.temperature,
        "recipe": asdict(recipe),
    }


def main() -> None:
    parser = training_parser("Train the network that reads squares.")
    parser.add_argument("--without", nargs="*", default=[], help="sources, families, kingdoms or photos to hold back")
    parser.add_argument("--from-scratch", action="store_true", help="without the checkpoint")
    parser.add_argument("--samples", type=int, default=Recipe.steps * Recipe.batch)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s squares: %(message)s")
    recipe = (FROM_SCRATCH if arguments.from_scratch else Recipe()).of(arguments.samples)
    patches = without(load_patches(arguments.data), arguments.without)

    def keep(net: SquareNet, step: int) -> None:
        publish("squares", as_onnx(net), {**facts_of(recipe), "steps": step}, arguments.out)

    train(patches, arguments.data, recipe, keep)


if __name__ == "__main__":
    main()
