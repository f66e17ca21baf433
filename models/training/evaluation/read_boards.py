"""Whole kingdoms as the reader reads them, beside what they truly are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.held_out import HeldOut, whole_boards
from vision.decode.decode import Decoded, LogProbabilities, decode
from vision.decode.potentials import Kinds
from vision.pipeline.calibration import calibrated
from vision.squares.classify import KINDS


@dataclass(frozen=True, eq=False)
class ReadBoard:
    """A kingdom's looks (rows, columns, 18), its true kinds (rows, columns) and what the decoder made of it."""

    logs: LogProbabilities
    truth: Kinds
    decoded: Decoded

    @property
    def kinds(self) -> Kinds:
        """What was read."""
        return np.array([[KINDS.index(square) for square in row] for row in self.decoded.kingdom.rows])

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """The squares read wrong, (rows, columns)."""
        return np.asarray(self.kinds != self.truth)

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
        least = np.take_along_axis(self.decoded.marginals, self.kinds[..., None], 2).min()
        return self.decoded.covered and bool(least >= calibrated().sure)


def read_boards(held_out: HeldOut) -> Iterator[ReadBoard]:
    """Every whole kingdom among the patches, each decoded for itself."""
    for board in whole_boards(held_out):
        places = [patch.place for patch in board.patches if patch.place]
        size = 1 + max(row for row, _ in places), 1 + max(column for _, column in places)
        logs = board.logs.reshape(*size, len(KINDS))
        yield ReadBoard(logs, board.truth.reshape(size), decode(logs))


@dataclass(frozen=True)
class BoardFigures:
    """How boards are read, shares 0 to 1: exact before and after decoding, squares right after decoding.

    ``sure`` is the share of boards of which the reader is, ``right_of_sure`` how many of these are exact.
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


BOARDS_HEADER = f"{'boards':>8}{'exact':>8}{'decoded':>9}{'squares':>9}{'sure':>7}{'right':>8}"


def board_figures(boards: Sequence[ReadBoard]) -> BoardFigures:
    """The figures of some boards, of none too."""
    return BoardFigures(
        len(boards),
        share([not board.wrong_raw.any() for board in boards]),
        share([board.exact for board in boards]),
        share(np.concatenate([np.zeros(0, bool), *(~board.wrong.ravel() for board in boards)])),
        share([board.sure for board in boards]),
        share([board.exact for board in boards if board.sure]),
    )


def share(values: Sequence[bool] | NDArray[np.bool_]) -> float:
    """How many are true, 0 to 1; 0 of none."""
    return float(np.mean(values)) if len(values) else 0.0
