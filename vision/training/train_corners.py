"""Train the corner network: ``python -m vision.training.train_corners DATA [--out models] [--without NAME...]``.

Every picture is made from the seed and its number, so a run can be repeated; the log and the last checkpoint lie
in ``build/``.
"""

from __future__ import annotations

import argparse
import copy
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset

from vision.locate.heatmaps import CHANNELS, STRIDE
from vision.training.networks.corner_net import CornerNet, loss
from vision.training.networks.layers import average, onnx_file
from vision.training.networks.publishing import publish
from vision.training.pictures.textures import TextureBank, load_bank
from vision.training.synthesis.corners import STEP_UNIT_PX, scene

HELD_BACK = ["photo/"]  # the whole photos stay unseen, so that finding kingdoms in them can be measured

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recipe:
    """Everything that decides what training produces."""

    seed: int = 7
    steps: int = 4000
    batch: int = 12
    learning_rate: float = 3e-3
    weight_decay: float = 0.01
    averaging: float = 0.998  # of the weights that are kept


class Scenes(Dataset):
    """Picture number ``i`` of a seed with its truth, made when it is asked for."""

    def __init__(self, bank: TextureBank, seed: int, count: int) -> None:
        self.bank, self.seed, self.count = bank, seed, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        image, truth = scene(np.random.default_rng([self.seed, index]), self.bank)
        return torch.from_numpy(image).permute(2, 0, 1), torch.from_numpy(truth)


def train(bank: TextureBank, recipe: Recipe, keep: Callable[[CornerNet, int], None]) -> CornerNet:
    """The averaged network after ``recipe.steps``; ``keep`` is handed it every 500 steps."""
    torch.manual_seed(recipe.seed)
    net = CornerNet().to(memory_format=torch.channels_last).train()
    averaged = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), recipe.learning_rate, weight_decay=recipe.weight_decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.learning_rate, total_steps=recipe.steps)
    scenes = Scenes(bank, recipe.seed, recipe.steps * recipe.batch)
    batches = DataLoader(scenes, recipe.batch, num_workers=1, prefetch_factor=8, worker_init_fn=_on_one_thread)
    started, running = time.monotonic(), 0.0
    for step, (images, truth) in enumerate(batches, start=1):
        pictures = images.float().contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            answer = net(pictures)
        wrong = loss(answer, truth)
        optimiser.zero_grad()
        wrong.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average(averaged, net, min(recipe.averaging, step / (step + 20)))
        running = 0.98 * running + 0.02 * float(wrong.detach()) if step > 1 else float(wrong.detach())
        if step % 100 == 0:
            log.info("step %d loss %.3f, %.0f s", step, running, time.monotonic() - started)
        if step % 500 == 0:
            keep(averaged, step)
    return averaged


def exported(net: CornerNet) -> bytes:
    """The network as an ONNX file: ``picture`` (n, 3, h, w) float BGR -> ``answer`` (n, 7, h / 2, w / 2)."""
    still = copy.deepcopy(net).eval().to(memory_format=torch.contiguous_format)
    return onnx_file(still, torch.zeros(1, 3, 256, 320), ("picture", "answer"), {0: "n", 2: "h", 3: "w"})


def _on_one_thread(_: int) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the corner network.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--steps", type=int, default=Recipe.steps)
    parser.add_argument("--without", nargs="*", default=HELD_BACK, help="sources left out: photo/, board/7, family/")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    cv2.setNumThreads(0)  # its threads would not survive the fork into the worker
    recipe = Recipe(steps=arguments.steps)
    bank = load_bank(arguments.data, recipe.seed, without=lambda name: name.startswith(tuple(arguments.without)))
    facts = {"channels": list(CHANNELS), "stride": STRIDE, "step_unit_px": STEP_UNIT_PX, "input": ["n", 3, "h", "w"]}
    arguments.out.mkdir(parents=True, exist_ok=True)

    def keep(net: CornerNet, step: int) -> None:
        publish("corners", exported(net), {**facts, "recipe": asdict(recipe), "steps": step}, arguments.out)

    keep(train(bank, recipe, keep), recipe.steps)


if __name__ == "__main__":
    main()
