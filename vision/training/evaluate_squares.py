"""How well squares are read on pictures the network has not seen: the figures of the model card.

Every figure comes from a network trained without the pictures it is measured on: by quarters, where families, games and
photos that belong together leave together, and once without a whole source.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from vision.decode import decode
from vision.reading import SURE
from vision.squares import KINDS, Logs, answers, as_crop, cooled
from vision.training.dataset import FOLDS, Patch
from vision.training.publishing import publish
from vision.training.square_net import as_onnx
from vision.training.train_squares import Recipe, facts_of, train
from vision.weights import open_session, verified_bytes

TRIAL = Recipe(samples=80_000)  # of the networks trained only to be measured: a fifth of the product's training
BINS = 15  # of confidence, for the calibration error

TERRAINS = np.array(
    [list(dict.fromkeys((s.terrain, s.is_castle) for s in KINDS)).index((s.terrain, s.is_castle)) for s in KINDS]
)
CROWNS = np.array([square.crowns for square in KINDS])


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Patches with the answers of a network that was trained without them: log-probabilities (n, 18)."""

    patches: tuple[Patch, ...]
    logs: Logs

    def where(self, wanted: Callable[[Patch], bool]) -> HeldOut:
        """The part whose patches are wanted."""
        keep = [index for index, patch in enumerate(self.patches) if wanted(patch)]
        return HeldOut(tuple(self.patches[index] for index in keep), self.logs[keep])

    @property
    def truth(self) -> NDArray[np.int64]:
        return np.array([patch.kind for patch in self.patches], np.int64)

    def __add__(self, other: HeldOut) -> HeldOut:
        return HeldOut(self.patches + other.patches, np.concatenate([self.logs, other.logs]))


@dataclass(frozen=True)
class Figures:
    """Shares, 0 to 1: squares with the terrain, the crowns, both right; boards exact before and after decoding.

    ``sure`` is the share of boards of which the reader is, ``right_of_sure`` how many of these are exact.
    """

    split: str
    squares: int
    terrain: float
    crowns: float
    both: float
    calibration_error: float  # expected, over equal bins of confidence
    boards: int
    exact_raw: float
    exact_decoded: float
    sure: float
    right_of_sure: float

    def __str__(self) -> str:
        boards = (
            f"{self.boards:>7}{self.exact_raw:8.1%}{self.exact_decoded:9.1%}{self.sure:7.0%}{self.right_of_sure:8.1%}"
            if self.boards
            else ""
        )
        shares = "".join(f"{share:9.2%}" for share in (self.terrain, self.crowns, self.both, self.calibration_error))
        return f"{self.split:<44}{self.squares:>7}{shares}  {boards}".rstrip()


HEADER = (
    f"{'split':<44}{'squares':>7}{'terrain':>9}{'crowns':>9}{'both':>9}{'ECE':>9}"
    f"{'boards':>9}{'exact':>8}{'decoded':>9}{'sure':>7}{'right':>8}"
)


def figures(split: str, held_out: HeldOut) -> Figures:
    """The figures of a split; boards are the pictures of whole kingdoms among it."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    boards = list(whole_boards(held_out))
    decoded = [decoded_board(board) for board in boards]
    right_of_sure = [right for right, sure in decoded if sure]
    raw = [bool((board.logs.argmax(1) == board.truth).all()) for board in boards]
    return Figures(
        split,
        len(truth),
        float((TERRAINS[read] == TERRAINS[truth]).mean()),
        float((CROWNS[read] == CROWNS[truth]).mean()),
        float((read == truth).mean()),
        calibration_error(held_out.logs, truth),
        len(boards),
        float(np.mean(raw)) if boards else 0.0,
        float(np.mean([right for right, _ in decoded])) if boards else 0.0,
        float(np.mean([sure for _, sure in decoded])) if boards else 0.0,
        float(np.mean(right_of_sure)) if right_of_sure else 0.0,
    )


def whole_boards(held_out: HeldOut) -> Iterator[HeldOut]:
    """Every kingdom whose squares are all there, its squares row by row."""
    sheets: dict[str, list[int]] = {}
    for index, patch in enumerate(held_out.patches):
        if patch.place is not None:
            sheets.setdefault(f"{patch.source} {patch.sheet}", []).append(index)
    for indices in sheets.values():
        indices.sort(key=lambda index: held_out.patches[index].place or (0, 0))
        yield HeldOut(tuple(held_out.patches[index] for index in indices), held_out.logs[indices])


def decoded_board(board: HeldOut) -> tuple[bool, bool]:
    """Whether the most probable kingdom of dominoes is the true one, and whether the reader would be sure of it."""
    rows, columns = (1 + max(patch.place[axis] for patch in board.patches if patch.place) for axis in (0, 1))
    decoded = decode(board.logs.reshape(rows, columns, len(KINDS)))
    read = [square for _, square in decoded.kingdom.squares()]
    right = read == [KINDS[kind] for kind in board.truth]
    return right, decoded.covered and decoded.board_probability >= SURE


def calibration_error(logs: Logs, truth: NDArray[np.int64]) -> float:
    """The expected calibration error: how far confidence and the share of right answers lie apart, on average."""
    confidence = np.exp(logs.max(1))
    right = logs.argmax(1) == truth
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [abs(float((confidence - right)[bins == k].sum())) for k in range(BINS)]
    return float(sum(gaps) / max(1, len(truth)))


def best_temperature(logs: Logs, truth: NDArray[np.int64]) -> float:
    """What to divide the logits by so that the true kinds are most probable."""
    candidates = np.exp(np.linspace(np.log(0.4), np.log(2.5), 120))
    return float(min(candidates, key=lambda t: -cooled(logs, t)[np.arange(len(truth)), truth].mean()))


def crops_of(patches: Sequence[Patch]) -> NDArray[np.uint8]:
    """The squares as the network is shown them."""
    return np.stack([as_crop(patch.crop) for patch in patches])


def network_without(
    name: str, held_back: Callable[[Patch], bool], patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path
) -> InferenceSession:
    """The network trained on everything that is not held back; from the cache if it was trained before."""
    stamp = hashlib.sha256(json.dumps(asdict(replace(recipe, temperature=1.0)), sort_keys=True).encode()).hexdigest()[
        :12
    ]
    folder = cache / f"{name}-{stamp}"
    if not (folder / "squares.onnx").exists():
        net = train([patch for patch in patches if not held_back(patch)], data, recipe, folder / "log.jsonl")
        publish("squares", as_onnx(net), facts_of(recipe), folder)
    return open_session(verified_bytes("squares", folder))


def by_quarters(patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path) -> HeldOut:
    """Every patch of the four quarters, answered by the network trained on the other three."""
    quarters = []
    for fold in range(FOLDS):
        network = network_without(f"fold{fold}", lambda p, fold=fold: p.fold == fold, patches, data, recipe, cache)  # type: ignore[misc]
        part = tuple(patch for patch in patches if patch.fold == fold)
        quarters.append(HeldOut(part, answers(network, crops_of(part), recipe.temperature)))
    return quarters[0] + quarters[1] + quarters[2] + quarters[3]


def without_source(source: str, patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path) -> HeldOut:
    """The patches of one source, answered by a network trained without any of it."""
    network = network_without(f"without-{source}", lambda p: p.source == source, patches, data, recipe, cache)
    part = tuple(patch for patch in patches if patch.source == source)
    return HeldOut(part, answers(network, crops_of(part), recipe.temperature))


def table(quarters: HeldOut, unseen: dict[str, HeldOut]) -> list[Figures]:
    """The rows of the model card: families, games and photos left out, and whole sources left out."""
    families = sorted({patch.group for patch in quarters.patches if patch.source == "squares"})
    rows = [figures("single squares, families left out", quarters.where(lambda p: p.source == "squares"))]
    rows += [
        figures(f"  family {family}", quarters.where(lambda p, f=family: p.source == "squares" and p.group == f))  # type: ignore[misc]
        for family in families
    ]
    rows.append(figures("boards, games left out", quarters.where(lambda p: p.source == "boards")))
    rows.append(figures("photos, kingdoms left out", quarters.where(_on_grid)))
    rows.append(figures("table beside kingdoms", quarters.where(lambda p: p.sheet.endswith(" table"))))
    rows += [figures(f"{source}, the whole source left out", held_out) for source, held_out in unseen.items()]
    return rows


def _on_grid(patch: Patch) -> bool:
    return patch.source == "photos" and not patch.sheet.endswith(" table")
