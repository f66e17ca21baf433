"""Potentials of the factor graph: the weight of the castle, a lone cell and each domino wherever they may lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.dominoes import DOMINOES
from scoring.terrain import CASTLE, EMPTY
from vision.decode.forward_backward import Floats, Tiling, Weights
from vision.squares.classify import KINDS

LANDS = sum(square.terrain is not None for square in KINDS)  # the kinds that dominoes show, which come first
CASTLE_KIND, EMPTY_KIND = KINDS.index(CASTLE), KINDS.index(EMPTY)

Kinds = NDArray[np.int64]  # (rows, columns): indices into KINDS
Faces = tuple[int, int]  # the kinds of a domino's two squares, the smaller first


def faces_of(first: int, second: int) -> Faces:
    """The domino with these two kinds on its face."""
    return (first, second) if first <= second else (second, first)


COPIES: Counter[Faces] = Counter(faces_of(*map(KINDS.index, domino.squares)) for domino in DOMINOES)
"""How often each of the 33 different dominoes is in the box."""


def _ways() -> Floats:
    ways = np.zeros((LANDS, LANDS))
    for (first, second), copies in COPIES.items():
        ways[first, second] = ways[second, first] = copies
    return ways


WAYS: Floats = _ways()
"""(16, 16): how many dominoes of the box can show one kind here and the other there; any domino can be turned."""


@dataclass(frozen=True, eq=False)
class Potentials:
    """The weight of every piece wherever it may lie; the weight of a kingdom is the product of those of its pieces."""

    castle: Floats  # (rows, columns)
    lone: Floats  # (rows, columns, 18): an empty cell, or a stray: a square that belongs to no domino of the box
    across: Floats  # (rows, columns - 1, 16, 16): a domino on a cell and the one to its right, by kinds
    down: Floats  # (rows - 1, columns, 16, 16): a domino on a cell and the one below
    bare: float  # of having no castle

    def weights(self, plus: np.ufunc) -> Weights:
        """The weights of the castle, a lone cell or a domino: all kinds that could lie there summed with ``plus``."""
        across, down = np.zeros_like(self.castle), np.zeros_like(self.castle)
        across[:, :-1] = plus.reduce(self.across, axis=(2, 3))
        down[:-1] = plus.reduce(self.down, axis=(2, 3))
        return Weights(plus.reduce(self.lone, axis=2), self.castle, across, down, self.bare)

    def among(self, allowed: NDArray[np.bool_]) -> Potentials:
        """The potentials with weight zero for pieces that show a kind not ``allowed`` (rows, columns, 18)."""
        land = allowed[..., :LANDS]
        return Potentials(
            self.castle * allowed[..., CASTLE_KIND],
            self.lone * allowed,
            self.across * (land[:, :-1, :, None] & land[:, 1:, None, :]),
            self.down * (land[:-1, :, :, None] & land[1:, :, None, :]),
            self.bare,
        )

    def only(self, kinds: Kinds) -> Potentials:
        """The potentials with weight zero for pieces that do not agree with a kingdom."""
        return self.among(np.eye(len(KINDS), dtype=bool)[kinds])


def potentials(likelihoods: Floats, empty: float, stray: float, bare: float) -> Potentials:
    """The potentials of cells with ``likelihoods`` (rows, columns, 18).

    ``empty`` is the prior weight of an empty cell, ``stray`` that of a stray and ``bare`` that of a kingdom without
    castle, where that of a domino of which the box has one copy is one. All are above zero, so that any kingdom has
    some probability.
    """
    lone = likelihoods * stray
    lone[..., EMPTY_KIND] = likelihoods[..., EMPTY_KIND] * empty
    land = likelihoods[..., :LANDS]
    across = land[:, :-1, :, None] * WAYS * land[:, 1:, None, :]
    down = land[:-1, :, :, None] * WAYS * land[1:, :, None, :]
    return Potentials(likelihoods[..., CASTLE_KIND], lone, across, down, bare)


def marginals_by_kind(potentials: Potentials, marginals: Weights, plus: np.ufunc) -> Floats:
    """The marginal of each kind in each cell (rows, columns, 18), from those of the pieces."""
    found = potentials.lone * (marginals.lone / plus.reduce(potentials.lone, axis=2))[..., None]
    plus(found[..., CASTLE_KIND], marginals.castle, out=found[..., CASTLE_KIND])
    across, down = marginals_by_domino(potentials, marginals, plus)
    for near, part in (
        (found[:, :-1, :LANDS], plus.reduce(across, axis=3)),
        (found[:, 1:, :LANDS], plus.reduce(across, axis=2)),
        (found[:-1, :, :LANDS], plus.reduce(down, axis=3)),
        (found[1:, :, :LANDS], plus.reduce(down, axis=2)),
    ):
        plus(near, part, out=near)
    return found


def marginals_by_domino(potentials: Potentials, marginals: Weights, plus: np.ufunc) -> tuple[Floats, Floats]:
    """The marginal of each domino across from a cell and down from it, shaped as in ``Potentials``."""
    across, down = marginals.across[:, :-1], marginals.down[:-1]
    return _spread(potentials.across, across, plus), _spread(potentials.down, down, plus)


def _spread(weights: Floats, marginal: Floats, plus: np.ufunc) -> Floats:
    return np.asarray(weights * (marginal / plus.reduce(weights, axis=(2, 3)))[..., None, None])


@dataclass(frozen=True, eq=False)
class Solution:
    """A kingdom made of pieces: the kind of every cell, the dominoes used, and whether all is as it should be."""

    kinds: Kinds
    used: Counter[Faces]
    whole: bool  # it has a castle and no strays


def solution_of(potentials: Potentials, tiling: Tiling) -> Solution:
    """The most probable kingdom whose pieces lie as in ``tiling``."""
    kinds: Kinds = potentials.lone.argmax(axis=2)
    paired = np.zeros(kinds.shape, bool)
    used: Counter[Faces] = Counter()
    if tiling.castle:
        kinds[tiling.castle] = CASTLE_KIND
        paired[tiling.castle] = True
    for first, second in tiling.dominoes:
        weights = potentials.across[first] if first[0] == second[0] else potentials.down[first]
        kinds[first], kinds[second] = divmod(int(weights.argmax()), LANDS)
        paired[first] = paired[second] = True
        used[faces_of(kinds[first], kinds[second])] += 1
    return Solution(kinds, used, tiling.castle is not None and bool((paired | (kinds == EMPTY_KIND)).all()))
