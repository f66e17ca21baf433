"""Every way to lay dominoes on a grid, weighed at once.

A broken-profile dynamic program: the grid is crossed cell by cell, and all that the cells behind say to the
cells ahead is which cells of the next row's width a domino already covers, and whether the castle was seen.
So 2 x 2**width states hold every tiling, and a 7x7 grid costs about a millisecond a crossing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Position = tuple[int, int]

SUM = np.add  # weigh all tilings together
MAX = np.maximum  # ask for the best tiling


@dataclass(frozen=True, eq=False)
class Weights:
    """What each piece is worth in each place; a tiling is worth the product of its pieces.

    All of shape (rows, columns). ``lone`` is a cell that no domino covers; ``across`` joins a cell to the one on its
    right and ``down`` to the one below; their last column and last row are zero. ``bare`` is what a tiling without a
    castle is multiplied with. ``lone`` and ``bare`` are above zero, so that some tiling always is worth something.
    """

    lone: Floats
    castle: Floats
    across: Floats
    down: Floats
    bare: float

    def transposed(self) -> Weights:
        """The same with rows and columns exchanged."""
        return Weights(self.lone.T, self.castle.T, self.down.T, self.across.T, self.bare)


@dataclass(frozen=True, eq=False)
class Crossing:
    """The grid crossed once each way: the worth of every beginning and every end of a tiling.

    ``ahead[i]`` holds the worth of all ways to lay the cells before cell i, by state, and ``behind[i]`` that of all
    ways to lay cell i and those after it; each is scaled to a largest value of one. ``log_total`` is the logarithm
    of the worth of all tilings, or of the best one.
    """

    weights: Weights  # at least as many rows as columns
    ahead: Floats  # (cells + 1, 2, 2**width)
    behind: Floats  # (cells + 1, 2, 2**width)
    log_total: float
    turned: bool  # rows and columns were exchanged


@dataclass(frozen=True)
class Tiling:
    """Where the castle and the dominoes lie; all other cells are lone."""

    castle: Position | None
    dominoes: tuple[tuple[Position, Position], ...]  # the left or upper cell first


def log_total(weights: Weights, join: np.ufunc) -> float:
    """The logarithm of the worth of all tilings (SUM) or of the best (MAX)."""
    narrow = weights.transposed() if weights.lone.shape[1] > weights.lone.shape[0] else weights
    return _cross_ahead(narrow, join)[1]


def cross(weights: Weights, join: np.ufunc) -> Crossing:
    """The grid crossed with SUM or MAX as what joins two ways to lay the same cells."""
    turned = weights.lone.shape[1] > weights.lone.shape[0]
    narrow = weights.transposed() if turned else weights
    ahead, total = _cross_ahead(narrow, join)
    return Crossing(narrow, ahead, _cross_behind(narrow, join), total, turned)


def shares(crossing: Crossing, join: np.ufunc) -> Weights:
    """The part of the whole that each piece in each place has.

    With SUM the probability that the piece lies there, with MAX the worth of the best tiling that has it there
    relative to the best of all.
    """
    weights, ahead, behind = crossing.weights, crossing.ahead, crossing.behind
    rows, columns = shape = weights.lone.shape
    without = float(ahead[-1, 0, 0] * weights.bare)
    bare = without / float(join(without, ahead[-1, 1, 0]))
    found = Weights(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape), bare)
    for column in range(columns):
        low, high = 2**column, 2 ** (columns - 1 - column)
        before = ahead[column:-1:columns].reshape(rows, 2, high, 2, low)
        after = behind[column + 1 :: columns].reshape(rows, 2, high, 2, low)
        free, stays, covered = before[:, :, :, 0], after[:, :, :, 0], after[:, :, :, 1]
        taken = _joined(join, before[:, :, :, 1] * stays)
        found.lone[:, column] = weights.lone[:, column] * _joined(join, free * stays)
        found.castle[:, column] = weights.castle[:, column] * _joined(join, free[:, 0] * stays[:, 1])
        found.down[:, column] = weights.down[:, column] * _joined(join, free * covered)
        if column + 1 < columns:
            found.across[:, column] = weights.across[:, column] * _joined(join, free[:, :, ::2] * stays[:, :, 1::2])
        here = (found.lone, found.castle, found.down, found.across)
        whole = join.reduce([taken, *(share[:, column] for share in here)])
        for share in here:
            share[:, column] /= whole
    return found.transposed() if crossing.turned else found


def best_tiling(crossing: Crossing) -> Tiling:
    """The tiling worth most, of a grid crossed with MAX."""
    weights, ahead = crossing.weights, crossing.ahead
    rows, columns = weights.lone.shape
    seen = int(ahead[-1, 1, 0] >= ahead[-1, 0, 0] * weights.bare)
    mask, castle, dominoes = 0, None, []
    for cell in range(rows * columns - 1, -1, -1):
        (row, column), worth = divmod(cell, columns), ahead[cell]
        here, right = 1 << column, 1 << (column + 1)
        if mask & here:
            dominoes.append(((row, column), (row + 1, column)))
            mask ^= here
            continue
        options = (
            worth[seen, mask | here],
            worth[seen, mask] * weights.lone[row, column],
            worth[0, mask] * weights.castle[row, column] if seen else -1.0,
            worth[seen, mask ^ right] * weights.across[row, column] if mask & right else -1.0,
        )
        choice = int(np.argmax(options))
        if choice == 0:
            mask |= here
        elif choice == 2:
            seen, castle = 0, (row, column)
        elif choice == 3:
            dominoes.append(((row, column), (row, column + 1)))
            mask ^= right
    if crossing.turned:
        castle = castle and castle[::-1]
        dominoes = [(first[::-1], second[::-1]) for first, second in dominoes]
    return Tiling(castle, tuple(sorted(dominoes)))


def _cross_ahead(weights: Weights, join: np.ufunc) -> tuple[Floats, float]:
    rows, columns = weights.lone.shape
    ahead = np.zeros((rows * columns + 1, 2, 2**columns))
    ahead[0, 0, 0] = 1.0
    log_scale = 0.0
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        low = 2**column
        before = ahead[cell].reshape(2, -1, 2, low)
        after = ahead[cell + 1].reshape(2, -1, 2, low)
        free, stays = before[:, :, 0], after[:, :, 0]
        np.multiply(free, weights.down[row, column], out=after[:, :, 1])
        join(before[:, :, 1], free * weights.lone[row, column], out=stays)
        join(stays[1], free[0] * weights.castle[row, column], out=stays[1])
        if column + 1 < columns:
            join(stays[:, 1::2], free[:, ::2] * weights.across[row, column], out=stays[:, 1::2])
        largest = after.max()
        after /= largest
        log_scale += float(np.log(largest))
    total = float(join(ahead[-1, 1, 0], ahead[-1, 0, 0] * weights.bare))
    return ahead, log_scale + float(np.log(total))


def _cross_behind(weights: Weights, join: np.ufunc) -> Floats:
    rows, columns = weights.lone.shape
    behind = np.zeros((rows * columns + 1, 2, 2**columns))
    behind[-1, :, 0] = weights.bare, 1.0
    for cell in range(rows * columns - 1, -1, -1):
        row, column = divmod(cell, columns)
        low = 2**column
        after = behind[cell + 1].reshape(2, -1, 2, low)
        before = behind[cell].reshape(2, -1, 2, low)
        stays, free = after[:, :, 0], before[:, :, 0]
        before[:, :, 1] = stays
        join(stays * weights.lone[row, column], after[:, :, 1] * weights.down[row, column], out=free)
        join(free[0], stays[1] * weights.castle[row, column], out=free[0])
        if column + 1 < columns:
            join(free[:, ::2], stays[:, 1::2] * weights.across[row, column], out=free[:, ::2])
        before /= before.max()
    return behind


def _joined(join: np.ufunc, worths: Floats) -> Floats:
    """(rows, ...) joined over all but the first axis."""
    return np.asarray(join.reduce(worths.reshape(len(worths), -1), axis=1))
