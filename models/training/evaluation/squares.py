"""Measure accuracy on squares and boards, split by split: the first table of the model card.

Each figure comes from a network trained without the pictures that it is measured on: by cross-validation over four
folds that keep families, games and photos together, and once without a whole source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.held_out import HeldOut, Trial, whole_boards
from vision.decode.decode import Decoded, LogProbabilities, decode_together
from vision.decode.potentials import Kinds
from vision.pipeline.calibration import get_calibration
from vision.squares.classify import KINDS, Logs, apply_temperature, format_kind

BINS = 15  # bins of confidence for the calibration error
CONFUSED = 12  # pairs of kinds to list

TERRAINS = np.array(
    [list(dict.fromkeys((s.terrain, s.is_castle) for s in KINDS)).index((s.terrain, s.is_castle)) for s in KINDS]
)
CROWNS = np.array([square.crowns for square in KINDS])

BOARDS_HEADER = f"{'boards':>8}{'exact':>8}{'decoded':>9}{'squares':>9}{'sure':>7}{'right':>8}"
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
    read: BoardFigures

    def __str__(self) -> str:
        shares = "".join(f"{share:9.2%}" for share in (self.terrain, self.crowns, self.both, self.calibration_error))
        return f"{self.split:<44}{self.squares:>7}{shares} {self.read if self.read.boards else ''}".rstrip()


def figures(split: str, held_out: HeldOut) -> Figures:
    """Compute the figures of a split; its boards are the pictures of whole kingdoms."""
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
    """``wheat0 read as empty: 12 of 941``, the most frequent first."""
    truth, read = held_out.truth, held_out.logs.argmax(1)
    names = [format_kind(square) for square in KINDS]
    of_kind = Counter(truth.tolist())
    pairs = Counter((int(true), int(seen)) for true, seen in zip(truth, read, strict=True) if true != seen)
    return [
        f"{names[true]} read as {names[seen]}: {count} of {of_kind[true]}"
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


@dataclass(frozen=True, eq=False)
class ReadBoard:
    """A board: log-probabilities (rows, columns, 18), true kinds (rows, columns), and the decoded kingdom."""

    logs: LogProbabilities
    truth: Kinds
    decoded: Decoded

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """The squares read wrong, (rows, columns)."""
        return np.asarray(self.decoded.kinds != self.truth)

    @property
    def wrong_raw(self) -> NDArray[np.bool_]:
        """The same before decoding."""
        return np.asarray(self.logs.argmax(2) != self.truth)

    @property
    def exact(self) -> bool:
        return not self.wrong.any()

    @property
    def sure(self) -> bool:
        """Whether it would be called sure, as far as can be told without a photo."""
        least = np.take_along_axis(self.decoded.probabilities, self.decoded.kinds[..., None], 2).min()
        return self.decoded.explained and bool(least >= get_calibration().sure)


def read_boards(held_out: HeldOut) -> Iterator[ReadBoard]:
    """Decode every whole kingdom among the patches on its own."""
    for board in whole_boards(held_out):
        places = [patch.place for patch in board.patches if patch.place]
        size = 1 + max(row for row, _ in places), 1 + max(column for _, column in places)
        logs = board.logs.reshape(*size, len(KINDS))
        [decoded] = decode_together([logs], [np.full(size, 0.5)])
        yield ReadBoard(logs, board.truth.reshape(size), decoded)


@dataclass(frozen=True)
class BoardFigures:
    """Accuracy on boards, as shares from 0 to 1.

    Attributes:
        boards: The number of boards.
        exact_raw: Boards without an error before decoding.
        exact_decoded: Boards without an error after decoding.
        both_decoded: Squares with the right terrain and crowns after decoding.
        sure: Boards that are called sure.
        right_of_sure: Those of them without an error.
    """

    boards: int
    exact_raw: float
    exact_decoded: float
    both_decoded: float
    sure: float
    right_of_sure: float

    def __str__(self) -> str:
        return (
            f"{self.boards:>8}{self.exact_raw:8.1%}{self.exact_decoded:9.1%}{self.both_decoded:9.2%}"
            f"{self.sure:7.0%}{self.right_of_sure:8.1%}"
        )


def board_figures(boards: Sequence[ReadBoard]) -> BoardFigures:
    """Compute the figures of boards; of an empty list, too."""
    return BoardFigures(
        len(boards),
        share([not board.wrong_raw.any() for board in boards]),
        share([board.exact for board in boards]),
        share(np.concatenate([np.zeros(0, bool), *(~board.wrong.ravel() for board in boards)])),
        share([board.sure for board in boards]),
        share([board.exact for board in boards if board.sure]),
    )


def share(values: Sequence[bool] | NDArray[np.bool_]) -> float:
    """Return the share of true values, 0 to 1; 0 for none."""
    return float(np.mean(values)) if len(values) else 0.0
