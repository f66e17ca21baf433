"""What the castle, an empty cell and each domino are worth in each place of a grid, given what the cells look like."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.dominoes import DOMINOES
from scoring.terrain import CASTLE, EMPTY
from vision.decode.forward_backward import Floats, Tiling, Weights
from vision.squares.classify import KINDS

TERRAINS = 16  # the kinds that dominoes show come first
CASTLE_KIND, EMPTY_KIND = KINDS.index(CASTLE), KINDS.index(EMPTY)

Kinds = NDArray[np.int64]  # (rows, columns): places in KINDS
Faces = tuple[int, int]  # the kinds of a domino's two squares, the smaller first


def faces_of(first: int, second: int) -> Faces:
    """The domino with these two kinds on its face."""
    return (first, second) if first <= second else (second, first)


COPIES: Counter[Faces] = Counter(faces_of(*map(KINDS.index, domino.squares)) for domino in DOMINOES)
"""How often each of the 33 different dominoes is in the box."""


def _ways() -> Floats:
    ways = np.zeros((TERRAINS, TERRAINS))
    for (first, second), copies in COPIES.items():
        ways[first, second] = ways[second, first] = copies
    return ways


WAYS: Floats = _ways()
"""(16, 16): how many dominoes of the box can show one kind here and the other there; any domino can be turned."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """The worth of every piece in every place; a laid kingdom is worth the product of its pieces."""

    castle: Floats  # (rows, columns)
    lone: Floats  # (rows, columns, 18): an empty cell, or a stray: a square that belongs to no domino of the box
    across: Floats  # (rows, columns - 1, 16, 16): a domino on a cell and the one to its right, by kinds
    down: Floats  # (rows - 1, columns, 16, 16): a domino on a cell and the one below
    bare: float  # of having no castle

    def weights(self, join: np.ufunc) -> Weights:
        """What each place is worth to the castle, a lone square or a domino: all kinds that could lie there joined."""
        across, down = np.zeros_like(self.castle), np.zeros_like(self.castle)
        across[:, :-1] = join.reduce(self.across, axis=(2, 3))
        down[:-1] = join.reduce(self.down, axis=(2, 3))
        return Weights(join.reduce(self.lone, axis=2), self.castle, across, down, self.bare)

    def among(self, allowed: NDArray[np.bool_]) -> Pieces:
        """The pieces that show only kinds ``allowed`` (rows, columns, 18) in their cells; others are worth nothing."""
        land = allowed[..., :TERRAINS]
        return Pieces(
            self.castle * allowed[..., CASTLE_KIND],
            self.lone * allowed,
            self.across * (land[:, :-1, :, None] & land[:, 1:, None, :]),
            self.down * (land[:-1, :, :, None] & land[1:, :, None, :]),
            self.bare,
        )

    def only(self, kinds: Kinds) -> Pieces:
        """The pieces that agree with a kingdom."""
        return self.among(np.eye(len(KINDS), dtype=bool)[kinds])


def pieces(likelihoods: Floats, empty: float, stray: float, bare: float) -> Pieces:
    """The pieces for cells that look like (rows, columns, 18) ``likelihoods``.

    ``empty`` is the worth of an empty cell, ``stray`` that of a stray and ``bare`` that of a kingdom without castle,
    where a domino of which the box has one copy is worth one. All are above zero, so that anything can be laid.
    """
    lone = likelihoods * stray
    lone[..., EMPTY_KIND] = likelihoods[..., EMPTY_KIND] * empty
    land = likelihoods[..., :TERRAINS]
    across = land[:, :-1, :, None] * WAYS * land[:, 1:, None, :]
    down = land[:-1, :, :, None] * WAYS * land[1:, :, None, :]
    return Pieces(likelihoods[..., CASTLE_KIND], lone, across, down, bare)


def by_kind(worth: Pieces, shares: Weights, join: np.ufunc) -> Floats:
    """(rows, columns, 18): the share of the whole in which a cell is of a kind, from the shares of the places."""
    found = worth.lone * (shares.lone / join.reduce(worth.lone, axis=2))[..., None]
    join(found[..., CASTLE_KIND], shares.castle, out=found[..., CASTLE_KIND])
    across, down = by_domino(worth, shares, join)
    for near, part in (
        (found[:, :-1, :TERRAINS], join.reduce(across, axis=3)),
        (found[:, 1:, :TERRAINS], join.reduce(across, axis=2)),
        (found[:-1, :, :TERRAINS], join.reduce(down, axis=3)),
        (found[1:, :, :TERRAINS], join.reduce(down, axis=2)),
    ):
        join(near, part, out=near)
    return found


def by_domino(worth: Pieces, shares: Weights, join: np.ufunc) -> tuple[Floats, Floats]:
    """The share of the whole that has a certain domino across a place and down from it, shaped as in ``Pieces``."""
    return _spread(worth.across, shares.across[:, :-1], join), _spread(worth.down, shares.down[:-1], join)


def _spread(worth: Floats, share: Floats, join: np.ufunc) -> Floats:
    return np.asarray(worth * (share / join.reduce(worth, axis=(2, 3)))[..., None, None])


@dataclass(frozen=True, eq=False)
class Laid:
    """A kingdom laid of pieces: the kind of every cell, the dominoes used, and whether all is as it should be."""

    kinds: Kinds
    used: Counter[Faces]
    whole: bool  # it has a castle and no strays


def laid(worth: Pieces, tiling: Tiling) -> Laid:
    """The most probable kingdom whose pieces lie as in ``tiling``."""
    kinds: Kinds = worth.lone.argmax(axis=2)
    paired = np.zeros(kinds.shape, bool)
    used: Counter[Faces] = Counter()
    if tiling.castle:
        kinds[tiling.castle] = CASTLE_KIND
        paired[tiling.castle] = True
    for first, second in tiling.dominoes:
        worths = worth.across[first] if first[0] == second[0] else worth.down[first]
        kinds[first], kinds[second] = divmod(int(worths.argmax()), TERRAINS)
        paired[first] = paired[second] = True
        used[faces_of(kinds[first], kinds[second])] += 1
    return Laid(kinds, used, tiling.castle is not None and bool((paired | (kinds == EMPTY_KIND)).all()))
