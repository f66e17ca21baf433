"""Potentials of the factor graph: the weight of the castle, a lone cell and each domino wherever they may lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decode.deck import Deck, Faces, faces_of
from vision.decode.forward_backward import Floats, Tiling, Weights

Kinds = NDArray[np.int64]  # (rows, columns): indices into the kinds of a deck

# Prior weights, relative to a domino of which the box has one copy. All are above zero, so that any kingdom has some
# probability.
GAP = 2.0  # of an empty cell; 4 is on a par, below 1 gaps beside wheat are filled
STRAY = 0.03  # of a square of no domino; keeps 27 of 35 foreign dominoes as they are, 0.02 only 15
BARE = 1e-3  # of a kingdom whose castle is not to be seen; any small number will do


@dataclass(frozen=True, eq=False)
class Potentials:
    """The weight of every piece wherever it may lie; the weight of a kingdom is the product of those of its pieces."""

    deck: Deck
    castle: Floats  # (rows, columns)
    lone: Floats  # (rows, columns, kinds): an empty cell, or a stray: a square that belongs to no domino of the box
    across: Floats  # (rows, columns - 1, lands, lands): a domino on a cell and the one to its right, by kinds
    down: Floats  # (rows - 1, columns, lands, lands): a domino on a cell and the one below
    bare: float  # of having no castle

    def weights(self, plus: np.ufunc) -> Weights:
        """The weights of the castle, a lone cell or a domino: all kinds that could lie there summed with ``plus``."""
        across, down = np.zeros_like(self.castle), np.zeros_like(self.castle)
        across[:, :-1] = plus.reduce(self.across, axis=(2, 3))
        down[:-1] = plus.reduce(self.down, axis=(2, 3))
        return Weights(plus.reduce(self.lone, axis=2), self.castle, across, down, self.bare)

    def alone(self) -> Kinds:
        """The most probable kind of every cell that is of no piece of two cells and not the castle, of which a kingdom
        has one."""
        land_or_empty = self.lone.copy()
        land_or_empty[..., self.deck.castle] = 0.0
        return np.asarray(land_or_empty.argmax(axis=2))

    def among(self, allowed: NDArray[np.bool_]) -> Potentials:
        """The potentials with weight zero for pieces that show a kind not ``allowed`` (rows, columns, kinds)."""
        land = allowed[..., : self.deck.lands]
        return Potentials(
            self.deck,
            self.castle * allowed[..., self.deck.castle],
            self.lone * allowed,
            self.across * (land[:, :-1, :, None] & land[:, 1:, None, :]),
            self.down * (land[:-1, :, :, None] & land[1:, :, None, :]),
            self.bare,
        )

    def only(self, kinds: Kinds) -> Potentials:
        """The potentials with weight zero for pieces that do not agree with a kingdom."""
        return self.among(np.eye(len(self.deck.kinds), dtype=bool)[kinds])


def potentials(deck: Deck, likelihoods: Floats) -> Potentials:
    """The potentials of cells with ``likelihoods`` (rows, columns, kinds) of the kinds of a deck."""
    lone = likelihoods * STRAY
    lone[..., deck.empty] = likelihoods[..., deck.empty] * GAP
    land = likelihoods[..., : deck.lands]
    across = land[:, :-1, :, None] * deck.ways * land[:, 1:, None, :]
    down = land[:-1, :, :, None] * deck.ways * land[1:, :, None, :]
    return Potentials(deck, likelihoods[..., deck.castle], lone, across, down, BARE)


def marginals_by_kind(potentials: Potentials, marginals: Weights, plus: np.ufunc) -> Floats:
    """The marginal of each kind in each cell (rows, columns, kinds), from those of the pieces."""
    lands, castle = potentials.deck.lands, potentials.deck.castle
    found = potentials.lone * (marginals.lone / plus.reduce(potentials.lone, axis=2))[..., None]
    plus(found[..., castle], marginals.castle, out=found[..., castle])
    across, down = marginals_by_domino(potentials, marginals, plus)
    for near, part in (
        (found[:, :-1, :lands], plus.reduce(across, axis=3)),
        (found[:, 1:, :lands], plus.reduce(across, axis=2)),
        (found[:-1, :, :lands], plus.reduce(down, axis=3)),
        (found[1:, :, :lands], plus.reduce(down, axis=2)),
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

    deck: Deck
    kinds: Kinds
    used: Counter[Faces]
    whole: bool  # it has a castle and no strays


def solution_of(potentials: Potentials, tiling: Tiling) -> Solution:
    """The most probable kingdom whose pieces lie as in ``tiling``."""
    deck = potentials.deck
    kinds = potentials.alone()
    paired = np.zeros(kinds.shape, bool)
    used: Counter[Faces] = Counter()
    if tiling.castle:
        kinds[tiling.castle] = deck.castle
        paired[tiling.castle] = True
    for first, second in tiling.dominoes:
        weights = potentials.across[first] if first[0] == second[0] else potentials.down[first]
        kinds[first], kinds[second] = divmod(int(weights.argmax()), deck.lands)
        paired[first] = paired[second] = True
        used[faces_of(kinds[first], kinds[second])] += 1
    return Solution(deck, kinds, used, tiling.castle is not None and bool((paired | (kinds == deck.empty)).all()))
