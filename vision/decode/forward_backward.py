"""The forward-backward algorithm over all tilings of a grid with dominoes.

A broken-profile dynamic programme: the grid is swept cell by cell, and the state is which cells of the next row's width
a domino already covers, and whether the castle was seen. So 2 x 2**width states stand for every tiling, and a 7x7 grid
takes about a millisecond a sweep. Over the semiring (+, x) it gives the partition function and marginals, over (max, x)
the best tiling and max-marginals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Position = tuple[int, int]

SUM = np.add  # the addition of the semiring that sums over all tilings ...
MAX = np.maximum  # ... and of the one that finds the best


@dataclass(frozen=True, eq=False)
class Weights:
    """The weight of each piece in each cell; the weight of a tiling is the product of those of its pieces.

    All of shape (rows, columns). ``lone`` is a cell that no domino covers; ``across`` joins a cell to the one on its
    right and ``down`` to the one below; their last column and last row are zero. The weight of a tiling without a
    castle is multiplied by ``bare``. ``lone`` and ``bare`` are above zero, so that the partition function is, too.
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
class ForwardBackward:
    """The messages of one sweep each way.

    ``forward[i]`` holds the weight of all ways to lay the cells before cell i, by state, and ``backward[i]`` that of
    all ways to lay cell i and those after it; each is scaled to a largest value of one. ``log_partition`` is the
    logarithm of the weight of all tilings, or of the best one.
    """

    weights: Weights  # at least as many rows as columns
    forward: Floats  # (cells + 1, 2, 2**width)
    backward: Floats  # (cells + 1, 2, 2**width)
    log_partition: float
    transposed: bool  # rows and columns were exchanged


@dataclass(frozen=True)
class Tiling:
    """The places of the castle and the dominoes; all other cells are lone."""

    castle: Position | None
    dominoes: tuple[tuple[Position, Position], ...]  # the left or upper cell first


def log_best(weights: Weights) -> float:
    """The logarithm of the weight of the best tiling."""
    narrow = weights.transposed() if weights.lone.shape[1] > weights.lone.shape[0] else weights
    return _forward(narrow, MAX)[1]


def sweep(weights: Weights, plus: np.ufunc) -> ForwardBackward:
    """One sweep each way, with SUM or MAX as the addition."""
    transposed = weights.lone.shape[1] > weights.lone.shape[0]
    narrow = weights.transposed() if transposed else weights
    forward, total = _forward(narrow, plus)
    return ForwardBackward(narrow, forward, _backward(narrow, plus), total, transposed)


def marginals(messages: ForwardBackward, plus: np.ufunc) -> Weights:
    """The marginal of each piece in each cell, in the shape of the weights.

    With SUM the probability that the piece lies there; with MAX its max-marginal, the weight of the best tiling that
    has it there relative to the best of all.
    """
    weights, forward, backward = messages.weights, messages.forward, messages.backward
    rows, columns = shape = weights.lone.shape
    without = float(forward[-1, 0, 0] * weights.bare)
    bare = without / float(plus(without, forward[-1, 1, 0]))
    found = Weights(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape), bare)
    for column in range(columns):
        low, high = 2**column, 2 ** (columns - 1 - column)
        before = forward[column:-1:columns].reshape(rows, 2, high, 2, low)
        after = backward[column + 1 :: columns].reshape(rows, 2, high, 2, low)
        free, stays, covered = before[:, :, :, 0], after[:, :, :, 0], after[:, :, :, 1]
        taken = _total(plus, before[:, :, :, 1] * stays)
        found.lone[:, column] = weights.lone[:, column] * _total(plus, free * stays)
        found.castle[:, column] = weights.castle[:, column] * _total(plus, free[:, 0] * stays[:, 1])
        found.down[:, column] = weights.down[:, column] * _total(plus, free * covered)
        if column + 1 < columns:
            found.across[:, column] = weights.across[:, column] * _total(plus, free[:, :, ::2] * stays[:, :, 1::2])
        here = (found.lone, found.castle, found.down, found.across)
        whole = plus.reduce([taken, *(marginal[:, column] for marginal in here)])
        for marginal in here:
            marginal[:, column] /= whole
    return found.transposed() if messages.transposed else found


def best_tiling(messages: ForwardBackward) -> Tiling:
    """The tiling of the greatest weight, of a sweep with MAX."""
    weights, forward = messages.weights, messages.forward
    rows, columns = weights.lone.shape
    seen = int(forward[-1, 1, 0] >= forward[-1, 0, 0] * weights.bare)
    mask, castle, dominoes = 0, None, []
    for cell in range(rows * columns - 1, -1, -1):
        (row, column), weight = divmod(cell, columns), forward[cell]
        here, right = 1 << column, 1 << (column + 1)
        if mask & here:
            dominoes.append(((row, column), (row + 1, column)))
            mask ^= here
            continue
        options = (
            weight[seen, mask | here],
            weight[seen, mask] * weights.lone[row, column],
            weight[0, mask] * weights.castle[row, column] if seen else -1.0,
            weight[seen, mask ^ right] * weights.across[row, column] if mask & right else -1.0,
        )
        choice = int(np.argmax(options))
        if choice == 0:
            mask |= here
        elif choice == 2:
            seen, castle = 0, (row, column)
        elif choice == 3:
            dominoes.append(((row, column), (row, column + 1)))
            mask ^= right
    if messages.transposed:
        castle = castle and castle[::-1]
        dominoes = [(first[::-1], second[::-1]) for first, second in dominoes]
    return Tiling(castle, tuple(sorted(dominoes)))


def _forward(weights: Weights, plus: np.ufunc) -> tuple[Floats, float]:
    rows, columns = weights.lone.shape
    forward = np.zeros((rows * columns + 1, 2, 2**columns))
    forward[0, 0, 0] = 1.0
    log_scale = 0.0
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        low = 2**column
        before = forward[cell].reshape(2, -1, 2, low)
        after = forward[cell + 1].reshape(2, -1, 2, low)
        free, stays = before[:, :, 0], after[:, :, 0]
        np.multiply(free, weights.down[row, column], out=after[:, :, 1])
        plus(before[:, :, 1], free * weights.lone[row, column], out=stays)
        plus(stays[1], free[0] * weights.castle[row, column], out=stays[1])
        if column + 1 < columns:
            plus(stays[:, 1::2], free[:, ::2] * weights.across[row, column], out=stays[:, 1::2])
        largest = after.max()
        after /= largest
        log_scale += float(np.log(largest))
    total = float(plus(forward[-1, 1, 0], forward[-1, 0, 0] * weights.bare))
    return forward, log_scale + float(np.log(total))


def _backward(weights: Weights, plus: np.ufunc) -> Floats:
    rows, columns = weights.lone.shape
    backward = np.zeros((rows * columns + 1, 2, 2**columns))
    backward[-1, :, 0] = weights.bare, 1.0
    for cell in range(rows * columns - 1, -1, -1):
        row, column = divmod(cell, columns)
        low = 2**column
        after = backward[cell + 1].reshape(2, -1, 2, low)
        before = backward[cell].reshape(2, -1, 2, low)
        stays, free = after[:, :, 0], before[:, :, 0]
        before[:, :, 1] = stays
        plus(stays * weights.lone[row, column], after[:, :, 1] * weights.down[row, column], out=free)
        plus(free[0], stays[1] * weights.castle[row, column], out=free[0])
        if column + 1 < columns:
            plus(free[:, ::2], stays[:, 1::2] * weights.across[row, column], out=free[:, ::2])
        before /= before.max()
    return backward


def _total(plus: np.ufunc, weights: Floats) -> Floats:
    """(rows, ...) summed over all but the first axis."""
    return np.asarray(plus.reduce(weights.reshape(len(weights), -1), axis=1))
