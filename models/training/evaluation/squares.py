"""How well squares and boards are read, split by split: the first table of the model card.

Every figure comes from a network trained without the pictures it is measured on: by quarters, where families, games and
photos that belong together leave together, and once without a whole source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.held_out import HeldOut, Trial
from models.training.evaluation.read_boards import BOARDS_HEADER, BoardFigures, board_figures, read_boards, share
from models.training.pictures.patches import Patch
from vision.squares.classify import KINDS, Logs, cooled, kind_name

BINS = 15  # of confidence, for the calibration error
CONFUSED = 12  # pairs of kinds that are named

TERRAINS = np.array(
    [list(dict.fromkeys((s.terrain, s.is_castle) for s in KINDS)).index((s.terrain, s.is_castle)) for s in KINDS]
)
CROWNS = np.array([square.crowns for square in KINDS])


@dataclass(frozen=True)
class Figures:
    """Shares, 0 to 1, of squares with the terrain, the crowns, both right; and the boards among them."""

    split: str
    squares: int
    terrain: float
    crowns: float
    both: float
    calibration_error: float  # expected, over equal bins of confidence
    read: BoardFigures

    def __str__(self) -> str:
        shares = "".join(f"{share:9.2%}" for share in (self.terrain, self.crowns, self.both, self.calibration_error))
        return f"{self.split:<44}{self.squares:>7}{shares} {self.read if self.read.boards else ''}".rstrip()


HEADER = f"{'split':<44}{'squares':>7}{'terrain':>9}{'crowns':>9}{'both':>9}{'ECE':>9} {BOARDS_HEADER}"


def figures(split: str, held_out: HeldOut) -> Figures:
    """The figures of a split; boards are the pictures of whole kingdoms among it."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    return Figures(
        split,
        len(truth),
        share(TERRAINS[read] == TERRAINS[truth]),
        share(CROWNS[read] == CROWNS[truth]),
        share(read == truth),
        calibration_error(held_out.logs, truth),
        board_figures(list(read_boards(held_out))),
    )


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


def confusions(held_out: HeldOut) -> list[str]:
    """``wheat0 read as empty: 12 of 941``, the most frequent first."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    names = [kind_name(square) for square in KINDS]
    of_kind = Counter(truth.tolist())
    pairs = Counter((int(true), int(seen)) for true, seen in zip(truth, read, strict=True) if true != seen)
    return [
        f"{names[true]} read as {names[seen]}: {count} of {of_kind[true]}"
        for (true, seen), count in pairs.most_common(CONFUSED)
    ]


def table(quarters: Sequence[Trial], unseen: Mapping[str, Trial]) -> list[Figures]:
    """The rows of the model card: families, games and photos left out, and whole sources left out."""
    everything = reduce(add, [trial.held_out for trial in quarters])
    families = sorted({patch.group for patch in everything.patches if patch.source == "squares"})
    splits = {"single squares, families left out": everything.where(lambda p: p.source == "squares")}
    for family in families:
        splits[f"  family {family}"] = everything.where(lambda p, f=family: p.source == "squares" and p.group == f)  # type: ignore[misc]
    splits["boards, games left out"] = everything.where(lambda p: p.source == "boards")
    splits["photos, kingdoms left out"] = everything.where(_on_grid)
    splits["table beside kingdoms"] = everything.where(lambda p: p.sheet.endswith(" table"))
    splits |= {f"{source}, the whole source left out": trial.held_out for source, trial in unseen.items()}
    return [figures(split, held_out) for split, held_out in splits.items() if held_out.patches]


def _on_grid(patch: Patch) -> bool:
    return patch.source == "photos" and not patch.sheet.endswith(" table")
