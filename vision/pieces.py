"""What the castle, an empty cell and each domino are worth in each place of a grid, given what the cells look like."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.dominoes import DOMINOES
from scoring.terrain import CASTLE, EMPTY
from vision.squares import KINDS
from vision.tilings import MAX, Floats, Tiling, Weights

TERRAINS = 16  # the kinds that dominoes show come first
CASTLE_KIND, EMPTY_KIND = KINDS.index(CASTLE), KINDS.index(EMPTY)

Faces = tuple[int, int]  # the kinds of a domino's two squares, the smaller first


def faces_of(first: int, second: int) -> Faces:
    """The domino with these two kinds on its face."""
    return (first, second) if first <= second else (second, first)


COPIES: Counter[Faces] = Counter(faces_of(*map(KINDS.index, domino.squares)) for domino in DOMINOES)
"""How often each of the 33 different dominoes is in the box."""


def _ways() -> Floats:
    ways = np.zeros((TERRAINS, TERRAINS))
    for domino in DOMINOES:
        first, second = map(KINDS.index, domino.squares)
        ways[first, second] += 1
        ways[second, first] += 1
    return ways


WAYS: Floats = _ways()
"""(16, 16): in how many ways a domino of the box shows one kind here and the other there; any domino can be turned."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """The worth of every piece in every place; a laid kingdom is worth the product of its pieces."""

    single: Floats  # (rows, columns, 18); of these the castle and empty are pieces
    across: Floats  # (rows, columns - 1, 16, 16): a domino on a cell and the one to its right, by kinds
    down: Floats  # (rows - 1, columns, 16, 16): a domino on a cell and the one below
    bare: float  # of having no castle

    def weights(self, join: np.ufunc) -> Weights:
        """What each place is worth to castle, emptiness or any domino: all that could lie there joined."""
        rows, columns = self.single.shape[:2]
        across, down = np.zeros((rows, columns)), np.zeros((rows, columns))
        across[:, :-1] = join.reduce(self.across, axis=(2, 3))
        down[:-1] = join.reduce(self.down, axis=(2, 3))
        return Weights(self.single[..., EMPTY_KIND], self.single[..., CASTLE_KIND], across, down, self.bare)


def pieces(likelihoods: Floats, empty: float, bare: float, ways: Floats = WAYS) -> Pieces:
    """The pieces for cells that look like (rows, columns, 18) ``likelihoods``.

    ``empty`` is the worth of an empty cell, ``bare`` that of a kingdom without castle, where a domino of which
    the box has one copy is worth one.
    """
    single = likelihoods.copy()
    single[..., EMPTY_KIND] *= empty
    land = likelihoods[..., :TERRAINS]
    across = land[:, :-1, :, None] * ways * land[:, 1:, None, :]
    down = land[:-1, :, :, None] * ways * land[1:, :, None, :]
    return Pieces(single, across, down, bare)


def by_kind(worth: Pieces, shares: Weights, join: np.ufunc) -> Floats:
    """(rows, columns, 18): the share of the whole in which a cell is of a kind, from the shares of the places."""
    found = np.zeros_like(worth.single)
    found[..., CASTLE_KIND] = shares.castle
    found[..., EMPTY_KIND] = shares.empty
    across = spread(worth.across, shares.across[:, :-1], join)
    down = spread(worth.down, shares.down[:-1], join)
    for near, part in (
        (found[:, :-1, :TERRAINS], join.reduce(across, axis=3)),
        (found[:, 1:, :TERRAINS], join.reduce(across, axis=2)),
        (found[:-1, :, :TERRAINS], join.reduce(down, axis=3)),
        (found[1:, :, :TERRAINS], join.reduce(down, axis=2)),
    ):
        join(near, part, out=near)
    return found


def spread(worth: Floats, share: Floats, join: np.ufunc) -> Floats:
    """The share of a place (..., ) given to the dominoes (..., 16, 16) that could lie there."""
    return np.asarray(worth * (share / join.reduce(worth, axis=(2, 3)))[..., None, None])


@dataclass(frozen=True, eq=False)
class Laid:
    """A kingdom of dominoes: the kind of every cell (rows, columns), and the dominoes used."""

    kinds: NDArray[np.int64]
    used: Counter[Faces]


def laid(worth: Pieces, tiling: Tiling) -> Laid:
    """The most probable kingdom whose pieces lie as in ``tiling``."""
    kinds = np.full(worth.single.shape[:2], EMPTY_KIND)
    used: Counter[Faces] = Counter()
    if tiling.castle:
        kinds[tiling.castle] = CASTLE_KIND
    for first, second in tiling.dominoes:
        worths = worth.across[first] if first[0] == second[0] else worth.down[first]
        kinds[first], kinds[second] = divmod(int(worths.argmax()), TERRAINS)
        used[faces_of(kinds[first], kinds[second])] += 1
    return Laid(kinds, used)


def only(worth: Pieces, kinds: NDArray[np.int64]) -> Pieces:
    """The pieces that agree with a kingdom: all others are worth nothing."""
    chosen = np.eye(len(KINDS))[kinds]
    land = chosen[..., :TERRAINS]
    return Pieces(
        worth.single * chosen,
        worth.across * (land[:, :-1, :, None] * land[:, 1:, None, :]),
        worth.down * (land[:-1, :, :, None] * land[1:, :, None, :]),
        worth.bare,
    )


def relative_worth(worth: Pieces, shares: Weights) -> tuple[Floats, Floats]:
    """The worth of the best kingdom with each domino across and down, relative to the best of all."""
    return spread(worth.across, shares.across[:, :-1], MAX), spread(worth.down, shares.down[:-1], MAX)
