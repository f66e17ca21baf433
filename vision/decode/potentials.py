"""Potentials of the factor graph: the weights of castle, single squares and dominoes in every cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.decode.domino_set import DominoSet, Faces, sort_faces
from vision.decode.forward_backward import Floats, Tiling, Weights

Kinds = NDArray[np.int64]  # (rows, columns): indices into the kinds of a domino set


@dataclass(frozen=True)
class PiecePriors:
    """Prior weights of pieces, relative to a domino of which the box has one copy.

    All are above zero, so that every kingdom has some probability.
    """

    empty: float = 2.0  # of an empty cell
    stray: float = 0.03  # of a square of no domino
    no_castle: float = 1e-3  # of a kingdom without a visible castle


PRIORS = PiecePriors()


@dataclass(frozen=True, eq=False)
class Potentials:
    """The weight of each piece in each cell, by kind; the weight of a kingdom is the product over its pieces.

    Attributes:
        domino_set: The dominoes and kinds.
        castle: (rows, columns).
        single: (rows, columns, kinds), an empty cell or a stray: a square that belongs to no domino of the box.
        across: (rows, columns - 1, kinds, kinds), a domino on a cell and the one to its right.
        down: (rows - 1, columns, kinds, kinds), a domino on a cell and the one below.
        no_castle: The weight of having no castle.
    """

    domino_set: DominoSet
    castle: Floats
    single: Floats
    across: Floats
    down: Floats
    no_castle: float

    def reduce_kinds(self, plus: np.ufunc) -> Weights:
        """Return the weight of each piece in each cell, reduced over its kinds with the semiring's addition."""
        across, down = np.zeros_like(self.castle), np.zeros_like(self.castle)
        across[:, :-1] = plus.reduce(self.across, axis=(2, 3))
        down[:-1] = plus.reduce(self.down, axis=(2, 3))
        return Weights(plus.reduce(self.single, axis=2), self.castle, across, down, self.no_castle)

    def find_best_singles(self) -> Kinds:
        """Return the most probable kind of each cell as an empty cell or a stray."""
        without_castle = self.single.copy()
        without_castle[..., self.domino_set.castle_index] = 0.0  # the castle is a piece of its own
        return np.asarray(without_castle.argmax(axis=2))

    def restrict(self, allowed: NDArray[np.bool_]) -> Potentials:
        """Set the weight of pieces to zero that show a kind not ``allowed`` (rows, columns, kinds)."""
        on_dominoes = allowed[..., : self.domino_set.domino_kind_count]
        return Potentials(
            self.domino_set,
            self.castle * allowed[..., self.domino_set.castle_index],
            self.single * allowed,
            self.across * (on_dominoes[:, :-1, :, None] & on_dominoes[:, 1:, None, :]),
            self.down * (on_dominoes[:-1, :, :, None] & on_dominoes[1:, :, None, :]),
            self.no_castle,
        )

    def restrict_to_kinds(self, kinds: Kinds) -> Potentials:
        """Set the weight of pieces to zero that differ from a kingdom of these kinds."""
        return self.restrict(np.eye(len(self.domino_set.kinds), dtype=bool)[kinds])


def build_potentials(domino_set: DominoSet, likelihoods: Floats) -> Potentials:
    """Build the potentials of cells with ``likelihoods`` (rows, columns, kinds)."""
    single = likelihoods * PRIORS.stray
    single[..., domino_set.empty_index] = likelihoods[..., domino_set.empty_index] * PRIORS.empty
    on_dominoes = likelihoods[..., : domino_set.domino_kind_count]
    across = on_dominoes[:, :-1, :, None] * domino_set.pair_counts * on_dominoes[:, 1:, None, :]
    down = on_dominoes[:-1, :, :, None] * domino_set.pair_counts * on_dominoes[1:, :, None, :]
    return Potentials(domino_set, likelihoods[..., domino_set.castle_index], single, across, down, PRIORS.no_castle)


def compute_kind_marginals(potentials: Potentials, marginals: Weights, plus: np.ufunc) -> Floats:
    """Return the marginal of each kind in each cell (rows, columns, kinds) from the marginals of the pieces."""
    count, castle = potentials.domino_set.domino_kind_count, potentials.domino_set.castle_index
    by_kind = potentials.single * (marginals.single / plus.reduce(potentials.single, axis=2))[..., None]
    plus(by_kind[..., castle], marginals.castle, out=by_kind[..., castle])
    across, down = compute_domino_marginals(potentials, marginals, plus)
    for cells, added in (
        (by_kind[:, :-1, :count], plus.reduce(across, axis=3)),
        (by_kind[:, 1:, :count], plus.reduce(across, axis=2)),
        (by_kind[:-1, :, :count], plus.reduce(down, axis=3)),
        (by_kind[1:, :, :count], plus.reduce(down, axis=2)),
    ):
        plus(cells, added, out=cells)
    return by_kind


def compute_domino_marginals(potentials: Potentials, marginals: Weights, plus: np.ufunc) -> tuple[Floats, Floats]:
    """Return the marginals of each domino across from a cell and down from it, shaped as in ``Potentials``."""
    across, down = marginals.across[:, :-1], marginals.down[:-1]
    return _distribute(potentials.across, across, plus), _distribute(potentials.down, down, plus)


def _distribute(weights: Floats, marginal: Floats, plus: np.ufunc) -> Floats:
    """Distribute the marginal (rows, columns) of a piece over its kinds, in proportion to their weights."""
    return np.asarray(weights * (marginal / plus.reduce(weights, axis=(2, 3)))[..., None, None])


@dataclass(frozen=True, eq=False)
class Solution:
    """A kingdom made of pieces."""

    domino_set: DominoSet
    kinds: Kinds
    used: Counter[Faces]  # its dominoes
    is_complete: bool  # it has a castle and no strays


def build_solution(potentials: Potentials, tiling: Tiling) -> Solution:
    """Return the most probable kingdom whose pieces are placed as in ``tiling``."""
    domino_set = potentials.domino_set
    kinds = potentials.find_best_singles()
    is_piece = np.zeros(kinds.shape, bool)
    used: Counter[Faces] = Counter()
    if tiling.castle:
        kinds[tiling.castle] = domino_set.castle_index
        is_piece[tiling.castle] = True
    for first, second in tiling.dominoes:
        weights = potentials.across[first] if first[0] == second[0] else potentials.down[first]
        kinds[first], kinds[second] = divmod(int(weights.argmax()), domino_set.domino_kind_count)
        is_piece[first] = is_piece[second] = True
        used[sort_faces(kinds[first], kinds[second])] += 1
    no_strays = bool((is_piece | (kinds == domino_set.empty_index)).all())
    return Solution(domino_set, kinds, used, is_complete=tiling.castle is not None and no_strays)
