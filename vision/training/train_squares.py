"""Train the network that reads squares: ``python -m vision.training.train_squares DATA --out models``.

The same seed, data and library versions give the same weights. ``--without`` and ``--fold`` hold pictures back.
"""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.squares.classify import CROP_PX, KINDS, kind_name
from vision.training.networks.layers import average
from vision.training.networks.publishing import publish
from vision.training.networks.square_net import SquareNet, as_input, as_onnx
from vision.training.pictures.patches import FOLDS, Patch, load_patches, without
from vision.training.synthesis.squares import JUNK, Mix, Supply, draw_batch, make_supply

Batch = tuple[NDArray[np.uint8], NDArray[np.int64]]


@dataclass(frozen=True)
class Recipe:
    """Everything that decides what a training produces, beside the data."""

    seed: int = 7
    samples: int = 300_000
    batch: int = 96
    peak_rate: float = 3e-3
    weight_decay: float = 0.02
    label_smoothing: float = 0.02
    averaging: float = 0.998  # of the weights that are kept, per step
    temperature: float = 0.53  # log-probabilities are divided by it; measured on held-out pictures
    mix: Mix = field(default_factory=Mix)

    @property
    def steps(self) -> int:
        return self.samples // self.batch


def batches(supply: Supply, recipe: Recipe) -> Iterator[Batch]:
    """The training's batches in order, drawn ahead by a second process."""
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[Batch] = context.Queue(maxsize=12)
    painter = context.Process(target=_paint, args=(queue, supply, recipe), daemon=True)
    painter.start()
    for _ in range(recipe.steps):
        yield queue.get()
    painter.join()


def _paint(queue: multiprocessing.Queue[Batch], supply: Supply, recipe: Recipe) -> None:
    cv2.setNumThreads(1)
    for step in range(recipe.steps):
        queue.put(draw_batch(supply, recipe.batch, np.random.default_rng((recipe.seed, step))))


def train(patches: Sequence[Patch], data: Path, recipe: Recipe, log: Path) -> SquareNet:
    """A network trained on these patches; every hundredth step goes to the log as one JSON line."""
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    supply = make_supply(patches, data, recipe.mix, np.random.default_rng(recipe.seed))
    painted = batches(supply, recipe)
    net: SquareNet = SquareNet().to(memory_format=torch.channels_last)
    kept: SquareNet = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.peak_rate, weight_decay=recipe.weight_decay)
    rates = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.peak_rate, total_steps=recipe.steps, pct_start=0.15)
    log.parent.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    with log.open("w", encoding="utf-8") as lines:
        for step, (crops, kinds) in enumerate(painted):
            loss = _step(net, torch.from_numpy(crops), torch.from_numpy(kinds), recipe.label_smoothing)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rates.step()
            average(kept, net, min(recipe.averaging, (step + 1) / (step + 10)))
            if step % 100 == 0:
                facts = {"step": step, "loss": round(loss.item(), 4), "seconds": round(time.monotonic() - start)}
                lines.write(json.dumps(facts) + "\n")
                lines.flush()
    return kept


def _step(net: SquareNet, crops: Tensor, kinds: Tensor, smoothing: float) -> Tensor:
    with torch.autocast("cpu", torch.bfloat16):
        logits = net(as_input(crops).contiguous(memory_format=torch.channels_last))
    spread = torch.full_like(logits, 1.0 / len(KINDS), dtype=torch.float32)
    sure = nn.functional.one_hot(kinds.clamp(min=0), len(KINDS)) * (1.0 - smoothing) + spread * smoothing
    target = torch.where((kinds == JUNK)[:, None], spread, sure)
    return nn.functional.cross_entropy(logits.float(), target)


def facts_of(recipe: Recipe) -> dict[str, object]:
    """What the manifest says of the network."""
    return {
        "classes": [kind_name(square) for square in KINDS],
        "input": [CROP_PX, CROP_PX, 3],
        "temperature": recipe.temperature,
        "recipe": asdict(recipe),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"), help="folder of the ONNX file and the manifest")
    parser.add_argument("--without", nargs="*", default=[], help="sources, families, kingdoms or photos to hold back")
    parser.add_argument("--fold", type=int, choices=range(FOLDS), help="hold this quarter of the pictures back")
    parser.add_argument("--samples", type=int, default=Recipe.samples)
    parser.add_argument("--seed", type=int, default=Recipe.seed)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    recipe = replace(Recipe(), samples=arguments.samples, seed=arguments.seed)
    patches = [p for p in without(load_patches(arguments.data), arguments.without) if p.fold != arguments.fold]
    net = train(patches, arguments.data, recipe, Path("build/train_squares.jsonl"))
    arguments.out.mkdir(parents=True, exist_ok=True)
    publish("squares", as_onnx(net), facts_of(recipe), arguments.out)


if __name__ == "__main__":
    main()
