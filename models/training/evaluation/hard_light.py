"""Boards in hard light, pieced together: real layouts filled with squares of one family, read by a network without it.

Where the single squares lay within their kingdoms is not known, so the layouts are those of the boards. Kinds that the
family lacks are taken from the other families, gaps from bare table, all of them read by networks that had not seen
them. Squares of several photos stand side by side, so mistakes are more independent than on one bad photo, and
decoding looks a little too good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.held_out import HeldOut, Trial, crops_of, whole_boards
from models.training.evaluation.read_boards import (
    BOARDS_HEADER,
    BoardFigures,
    ReadBoard,
    board_figures,
    looks_of,
    read_board,
)
from vision.decode.deck import BASE_DECK
from vision.decode.potentials import Kinds
from vision.photo.light import light_normalised
from vision.photo.photo import Bgr
from vision.rectify import cut_squares
from vision.squares.classify import KINDS, predict

HARD = ("20180511", "20180505")  # flash glare, tungsten
FILLS = 3  # boards pieced together of each layout
SEED = 2026
HEADER = f"{'family':<28}{BOARDS_HEADER}"


@dataclass(frozen=True)
class HardLight:
    """Pieced-together boards of a family."""

    family: str
    read: BoardFigures

    def __str__(self) -> str:
        return f"{self.family:<28}{self.read}"


def hard_light(quarters: Sequence[Trial]) -> list[HardLight]:
    """The figures of the hard families: the squares as they are, with the gaps known, and as the reader lights them."""
    everything = reduce(add, [trial.held_out for trial in quarters])
    layouts = [looks_of(board)[1] for board in whole_boards(everything.where(lambda p: p.source == "boards"))]
    rows = []
    for family in HARD:
        if any(patch.group == family for patch in everything.patches):
            boards = pieced_together(layouts, everything, family)
            rows.append(HardLight(family, board_figures(boards)))
            known = [read_board(b.sheet, b.logs, b.truth, (b.truth != BASE_DECK.empty).astype(float)) for b in boards]
            rows.append(HardLight(f"{family}, gaps known", board_figures(known)))
            lit = _put_right(layouts, quarters, family)
            rows.append(HardLight(f"{family}, lamp put right", board_figures(lit)))
    return rows


def pieced_together(layouts: Sequence[Kinds], everything: HeldOut, family: str) -> list[ReadBoard]:
    """Every layout a few times, filled with squares of the family."""
    return [
        read_board(f"{family} {index}", everything.logs[places], everything.truth[places])
        for index, places in enumerate(_filled(layouts, everything, family))
    ]


def _put_right(layouts: Sequence[Kinds], quarters: Sequence[Trial], family: str) -> list[ReadBoard]:
    """The same boards with the light of each put right as a whole, which is what the reader does to a kingdom."""
    everything = reduce(add, [trial.held_out for trial in quarters])
    asked = np.repeat(np.arange(len(quarters)), [len(trial.held_out.patches) for trial in quarters])
    read = []
    for index, places in enumerate(_filled(layouts, everything, family)):
        crops = crops_of([everything.patches[place] for place in places.ravel()])
        crops = cut_squares(light_normalised(_board_of(crops, places.shape[1])), *places.shape)
        logs = np.empty((places.size, len(KINDS)), np.float32)
        for number, trial in enumerate(quarters):
            own = asked[places.ravel()] == number
            logs[own] = predict(trial.network, crops[own], trial.temperature)
        read.append(read_board(f"{family} {index}", logs.reshape(*places.shape, len(KINDS)), everything.truth[places]))
    return read


def _board_of(crops: NDArray[np.uint8], columns: int) -> Bgr:
    """Crops (n, side, side, 3) side by side, row by row: what ``cut_squares`` cuts."""
    side = crops.shape[1]
    return np.ascontiguousarray(crops.reshape(-1, columns, side, side, 3).swapaxes(1, 2)).reshape(-1, columns * side, 3)


def _filled(layouts: Sequence[Kinds], everything: HeldOut, family: str) -> list[NDArray[np.int64]]:
    """Each layout a few times, with a square of its kind for every cell: its place in everything."""
    pools, rng = _pools(everything, family), np.random.default_rng(SEED)
    return [
        np.array([[rng.choice(pools[kind]) for kind in row] for row in layout])
        for layout in layouts
        for _ in range(FILLS)
    ]


def _pools(everything: HeldOut, family: str) -> list[NDArray[np.int64]]:
    """For each kind the places of the family's squares, or of all families' where it has none."""
    kinds, groups = everything.truth, np.array([patch.group for patch in everything.patches])
    single = np.array([patch.source == "squares" for patch in everything.patches])
    table = np.array([patch.sheet.endswith(" table") for patch in everything.patches])
    pools = []
    for kind in range(len(KINDS)):
        wanted = [(kinds == kind) & part for part in (groups == family, single, table, kinds == kind)]
        pools.append(next((np.flatnonzero(part) for part in wanted if part.any()), np.zeros(0, np.int64)))
    return pools
