"""Measure accuracy on squares and boards, split by split: the first table of the model card.

Each figure comes from a network trained without the pictures that it is measured on: by cross-validation over four
folds that keep families, games and photos together, and once without a whole source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.held_out import HeldOut, Trial, whole_boards
from vision.decode.decode import decode_together
from vision.squares.classify import KIND_NAMES, KINDS, Logs, apply_temperature

BINS = 15  # bins of confidence for the calibration error
CONFUSED = 12  # pairs of kinds to list

TERRAINS = np.array(
    [list(dict.fromkeys((s.terrain, s.is_castle) for s in KINDS)).index((s.terrain, s.is_castle)) for s in KINDS]
)
CROWNS = np.array([square.crowns for square in KINDS])

BOARDS_HEADER = f"{'boards':>8}{'exact':>8}{'decoded':>9}"
HEADER = f"{'split':<44}{'squares':>7}{'terrain':>9}{'crowns':>9}{'both':>9}{'ECE':>9} {BOARDS_HEADER}"


@dataclass(frozen=True)
class Figures:
    """Accuracy on the squares of a split, as shares from 0 to 1, and on the boards among them."""

    split: str
    squares: int
    terrain: float
    crowns: float
    both: float
    calibration_error: float  # expected, over equal bins of confidence
    boards: int
    exact_raw: float  # boards without an error before decoding
    exact_decoded: float  # and after

    def __str__(self) -> str:
        shares = "".join(f"{share:9.2%}" for share in (self.terrain, self.crowns, self.both, self.calibration_error))
        boards = f"{self.boards:>8}{self.exact_raw:8.1%}{self.exact_decoded:9.1%}" if self.boards else ""
        return f"{self.split:<44}{self.squares:>7}{shares} {boards}".rstrip()


def figures(split: str, held_out: HeldOut) -> Figures:
    """Compute the figures of a split; its boards are the pictures of whole kingdoms."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    boards, exact_raw, exact_decoded = count_boards(held_out)
    return Figures(
        split,
        len(truth),
        _share(TERRAINS[read] == TERRAINS[truth]),
        _share(CROWNS[read] == CROWNS[truth]),
        _share(read == truth),
        calibration_error(held_out.logs, truth),
        boards,
        exact_raw / max(boards, 1),
        exact_decoded / max(boards, 1),
    )


def calibration_error(logs: Logs, truth: NDArray[np.int64]) -> float:
    """Return the expected calibration error: the mean gap between confidence and accuracy."""
    confidence = np.exp(logs.max(1))
    right = logs.argmax(1) == truth
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [abs(float((confidence - right)[bins == k].sum())) for k in range(BINS)]
    return float(sum(gaps) / max(1, len(truth)))


def best_temperature(logs: Logs, truth: NDArray[np.int64]) -> float:
    """Return the temperature that maximises the likelihood of the true kinds."""
    candidates = np.exp(np.linspace(np.log(0.4), np.log(2.5), 120))
    return float(min(candidates, key=lambda t: -apply_temperature(logs, t)[np.arange(len(truth)), truth].mean()))


def confusions(held_out: HeldOut) -> list[str]:
    """Format the pairs of kinds that are confused, the most frequent first: ``wheat0 read as empty: 12 of 941``."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    of_kind = Counter(truth.tolist())
    pairs = Counter((int(true), int(seen)) for true, seen in zip(truth, read, strict=True) if true != seen)
    return [
        f"{KIND_NAMES[true]} read as {KIND_NAMES[seen]}: {count} of {of_kind[true]}"
        for (true, seen), count in pairs.most_common(CONFUSED)
    ]


def table(quarters: Sequence[Trial], unseen: Mapping[str, Trial]) -> list[Figures]:
    """List the rows of the model card: families, games and photos held out, and whole sources held out."""
    everything = reduce(add, [trial.held_out for trial in quarters])
    families = sorted({patch.group for patch in everything.patches if patch.source == "squares"})
    splits = {"single squares, families left out": everything.where(lambda p: p.source == "squares")}
    for family in families:
        splits[f"  family {family}"] = everything.where(lambda p, f=family: p.source == "squares" and p.group == f)  # type: ignore[misc]
    splits["boards, games left out"] = everything.where(lambda p: p.source == "boards")
    splits["photos, kingdoms left out"] = everything.where(
        lambda p: p.source == "photos" and not p.sheet.endswith(" table")
    )
    splits["table beside kingdoms"] = everything.where(lambda p: p.sheet.endswith(" table"))
    splits |= {f"{source}, the whole source left out": trial.held_out for source, trial in unseen.items()}
    return [figures(split, held_out) for split, held_out in splits.items() if held_out.patches]


def count_boards(held_out: HeldOut) -> tuple[int, int, int]:
    """Count the whole kingdoms among the patches, those read exactly before decoding, and after."""
    raw, exact = [], []
    for board in whole_boards(held_out):
        places = [patch.place for patch in board.patches if patch.place]
        size = 1 + max(row for row, _ in places), 1 + max(column for _, column in places)
        [decoded] = decode_together([board.logs.reshape(*size, len(KINDS))], [np.full(size, 0.5)])
        raw.append(np.array_equal(board.logs.argmax(1), board.truth))
        exact.append(np.array_equal(decoded.kinds.ravel(), board.truth))
    return len(raw), sum(raw), sum(exact)


def _share(values: NDArray[np.bool_]) -> float:
    """Return the share of true values, 0 to 1; 0 for none."""
    return float(np.mean(values)) if len(values) else 0.0
