"""Fit a network: prefetched batches, one cycle of learning rates, averaged weights."""

from __future__ import annotations

import copy
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset

DRAWN_AHEAD = 8  # batches
REPORT, CHECKPOINT = 100, 500  # steps

Draw = Callable[[int], tuple[Any, Any]]  # maps the number of a step to a batch: pictures and their truth
Loss = Callable[[nn.Module, Tensor, Tensor], Tensor]  # loss of a network for a batch
Net = TypeVar("Net", bound=nn.Module)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recipe:
    """Parameters of fitting a network, besides its batches and its loss."""

    steps: int
    batch: int
    seed: int = 7
    peak_rate: float = 3e-3
    warm_up: float = 0.3  # share of the steps before the peak
    weight_decay: float = 0.01
    averaging: float = 0.998  # of the average, per step
    steepest: float = float("inf")  # norm to which gradients are clipped


class _Batches(Dataset):
    """One batch a step; its content depends on the number of the step only."""

    def __init__(self, draw: Draw, steps: int) -> None:
        self.draw, self.steps = draw, steps

    def __len__(self) -> int:
        return self.steps

    def __getitem__(self, step: int) -> tuple[Any, Any]:
        return self.draw(step)


def fit(
    build: Callable[[], Net], draw: Draw, loss: Loss, recipe: Recipe, keep: Callable[[Net, int], None] | None = None
) -> Net:
    """Train a network and return the average of its weights, on the CPU and in evaluation mode.

    ``draw`` is called ahead of time by other processes, ``keep`` with the average every 500 steps and at the end.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    net = build().to(device, memory_format=torch.channels_last).train()
    averaged = AveragedModel(net, multi_avg_fn=_moving_average(recipe.averaging), use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), recipe.peak_rate, weight_decay=recipe.weight_decay)
    rates = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.peak_rate, total_steps=recipe.steps, pct_start=recipe.warm_up
    )
    started = time.monotonic()
    recent: deque[Tensor] = deque(maxlen=REPORT)
    for step, (pictures, truth) in enumerate(_prefetch(draw, recipe.steps), start=1):
        with torch.autocast(device.type, torch.bfloat16, enabled=_computes_in_bfloat16(device)):
            wrong = loss(net, torch.from_numpy(pictures).to(device), torch.from_numpy(truth).to(device))
        optimiser.zero_grad()
        wrong.backward()
        nn.utils.clip_grad_norm_(net.parameters(), recipe.steepest)
        optimiser.step()
        rates.step()
        averaged.update_parameters(net)
        recent.append(wrong.detach())
        if step % REPORT == 0:
            mean = torch.stack(list(recent)).mean().item()
            log.info("step %d of %d, loss %.4f, %.0f s", step, recipe.steps, mean, time.monotonic() - started)
        if keep is not None and step % CHECKPOINT == 0 and step < recipe.steps:
            keep(_export_average(averaged), step)
    finished: Net = _export_average(averaged)
    if keep is not None:
        keep(finished, recipe.steps)
    return finished


def _computes_in_bfloat16(device: torch.device) -> bool:
    """Return whether the device has bfloat16 instructions; without them a CPU is three times as fast in float32."""
    abilities = torch.cpu.get_capabilities()
    return device.type == "cuda" or bool(abilities.get("avx512_bf16") or abilities.get("amx_bf16"))


def _prefetch(draw: Draw, steps: int) -> DataLoader:
    """Draw the batches in order, ahead of time, on every processor but the one that trains."""
    painters = max(1, len(os.sched_getaffinity(0)) - 1)
    cv2.setNumThreads(0)  # its threads do not survive a fork, nor would asking for others in the painters
    return DataLoader(
        _Batches(draw, steps),
        batch_size=None,
        collate_fn=tuple,  # arrays come through a pipe; tensors would want more shared memory than some machines give
        num_workers=painters,
        prefetch_factor=max(2, DRAWN_AHEAD // painters),
        multiprocessing_context="fork",
        generator=torch.Generator(),  # of its own: the random numbers of training stay those of its seed
    )


def _moving_average(most: float) -> Callable[[Any, Any, Any], None]:
    """Return an exponential moving average that soon forgets the first steps."""

    def average(kept: Any, new: Any, steps: Any) -> None:
        share = min(most, (int(steps) + 1) / (int(steps) + 10))
        get_ema_multi_avg_fn(share)(kept, new, steps)

    return average


def _export_average(averaged: AveragedModel) -> Any:
    """Copy the average so far, ready for export."""
    net = copy.deepcopy(averaged.module)
    return net.to("cpu", memory_format=torch.contiguous_format).eval()
