"""Networks that might read squares, and a floor beneath them: ``python -m models.training.evaluation.candidates DATA``.

All are trained on the very same squares, fewer than the product's network sees, and measured on pictures
left out: a quarter of the families and games, and all boards. The floor is a support vector machine on colours and
gradients, as one would have built it before networks.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray
from torch import nn

from models.training.evaluation.classical import Classical
from models.training.evaluation.held_out import HeldOut, crops_of
from models.training.evaluation.read_boards import read_boards, share
from models.training.networks.square_net import SquareNet, as_onnx
from models.training.pictures.patches import Patch, load_patches
from models.training.train_squares import Recipe, train
from vision.networks import open_session
from vision.squares.classify import BATCH, Logs, cooled, predict

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

TRIAL = Recipe().of(40_000)
SPLITS: Mapping[str, Callable[[Patch], bool]] = {
    "a quarter of families, games and photos left out": lambda patch: patch.fold == 1,
    "all boards left out": lambda patch: patch.source == "boards",
}
LARGE_KINGDOM = 49  # squares
RUNS = 15  # timed
HEADER = (
    f"{'candidate':<16}{'parameters':>12}{'ms for 49':>11}{'trained s':>11}{'one look':>10}{'4 sides':>9}"
    f"{'product':>9}{'boards':>8}{'decoded':>9}"
)

Look = Callable[[NDArray[np.uint8]], Logs]


class Separable(nn.Sequential):
    """A convolution in two: each channel for itself, then across the channels."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(
            nn.Conv2d(inputs, inputs, 3, 1, 1, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class SeparableNet(SquareNet):
    """The network with separable convolutions beyond the first layer, and more of them."""

    def __init__(self) -> None:
        a, b, c, d = widths = (32, 64, 128, 192)
        super().__init__(widths)
        self.features = nn.Sequential(
            self.features[0],
            Separable(a, b),
            nn.MaxPool2d(2),
            *(Separable(b, c), Separable(c, c), Separable(c, c)),
            nn.MaxPool2d(2),
            *(Separable(c, d), Separable(d, d), Separable(d, d)),
        )


NETWORKS: Mapping[str, Callable[[], SquareNet]] = {
    "product": SquareNet,
    "half as wide": lambda: SquareNet((16, 24, 40, 64)),
    "wider by half": lambda: SquareNet((48, 72, 120, 192)),
    "separable": SeparableNet,
}


@dataclass(frozen=True)
class Row:
    """A candidate: right squares, 0 to 1, from one look, averaged over four sides, and averaged as the product does.

    ``exact_raw`` and ``exact_decoded`` are shares of the boards among the pictures left out.
    """

    candidate: str
    parameters: int
    milliseconds: float  # of processor time for the 49 squares of a large kingdom
    seconds: float  # of processor time for training, beside drawing the squares
    one_look: float
    four_sides: float
    as_product: float
    exact_raw: float
    exact_decoded: float

    def __str__(self) -> str:
        return (
            f"{self.candidate:<16}{self.parameters:>12,}{self.milliseconds:11.1f}{self.seconds:11.0f}"
            f"{self.one_look:10.2%}{self.four_sides:9.2%}{self.as_product:9.2%}"
            f"{self.exact_raw:8.1%}{self.exact_decoded:9.1%}"
        )


def rows(patches: Sequence[Patch], data: Path, recipe: Recipe, left_out: Callable[[Patch], bool]) -> Iterator[Row]:
    """Every candidate trained on what is not left out and measured on what is; the floor last."""
    seen = [patch for patch in patches if not left_out(patch)]
    unseen = [patch for patch in patches if left_out(patch)]
    for name, build in NETWORKS.items():
        start = time.process_time()
        net = train(seen, data, recipe, build=build)
        seconds = time.process_time() - start
        network = open_session(as_onnx(net))
        parameters = sum(part.numel() for part in net.parameters())
        product = partial(predict, network, temperature=recipe.temperature)
        yield _row(name, parameters, seconds, unseen, partial(_look, network, recipe.temperature), product)
    start = time.process_time()
    floor = Classical.trained(seen, recipe.seed)
    yield _row("floor: SVM", 0, time.process_time() - start, unseen, floor.log_probabilities, None)


def _look(network: InferenceSession, temperature: float, crops: NDArray[np.uint8]) -> Logs:
    parts = [crops[start : start + BATCH] for start in range(0, len(crops), BATCH)]
    return np.concatenate(
        [cooled(network.run(None, {"crops": np.ascontiguousarray(part)})[0], temperature) for part in parts]
    )


def _row(name: str, parameters: int, seconds: float, unseen: Sequence[Patch], look: Look, product: Look | None) -> Row:
    crops, truth = crops_of(unseen), np.array([patch.kind for patch in unseen])
    sides = [look(np.rot90(crops, side, (1, 2))) for side in range(4)]
    averaged = np.logaddexp.reduce(sides) - np.log(4)
    logs = averaged if product is None else product(crops)
    boards = list(read_boards(HeldOut(tuple(unseen), logs)))
    return Row(
        name,
        parameters,
        _milliseconds(look, crops[:LARGE_KINGDOM]),
        seconds,
        share(sides[0].argmax(1) == truth),
        share(averaged.argmax(1) == truth),
        share(logs.argmax(1) == truth),
        share([not board.wrong_raw.any() for board in boards]),
        share([board.exact for board in boards]),
    )


def _milliseconds(look: Look, crops: NDArray[np.uint8]) -> float:
    taken = []
    for _ in range(RUNS):
        start = time.process_time()
        look(crops)
        taken.append(time.process_time() - start)
    return float(np.median(taken)) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare networks that might read squares.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--samples", type=int, default=TRIAL.steps * TRIAL.batch, help="each network is trained on")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    patches, recipe = load_patches(arguments.data), TRIAL.of(arguments.samples)
    for split, left_out in SPLITS.items():
        print(f"\n{split}, {arguments.samples:,} samples\n{HEADER}", flush=True)
        for row in rows(patches, arguments.data, recipe, left_out):
            print(row, flush=True)


if __name__ == "__main__":
    main()
