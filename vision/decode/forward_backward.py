"""The forward-backward algorithm over all tilings of a grid with dominoes.

A broken-profile dynamic programme visits the grid cell by cell. Its state says which of the next ``width`` cells are
already covered by a domino, and whether the castle has been placed: 2 x 2**width states. A sweep over a 7x7 grid takes
about a millisecond. With the semiring (+, x) it gives the partition function and marginals (sum-product), with (max, x)
the best tiling and max-marginals (max-product, Viterbi).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Position = tuple[int, int]

SUM = np.add  # addition of the semiring that sums over all tilings
MAX = np.maximum  # addition of the semiring that finds the best tiling


@dataclass(frozen=True, eq=False)
class Weights:
    """The weight of each piece in each cell; the weight of a tiling is the product over its pieces.

    Attributes:
        single: (rows, columns), a cell that no domino covers; above zero, so that the partition function is, too.
        castle: (rows, columns).
        across: (rows, columns), a domino on a cell and the one to its right; the last column is zero.
        down: (rows, columns), a domino on a cell and the one below; the last row is zero.
        no_castle: Factor for a tiling without a castle; above zero.
    """

    single: Floats
    castle: Floats
    across: Floats
    down: Floats
    no_castle: float

    def transpose(self) -> Weights:
        """Exchange rows and columns."""
        return Weights(self.single.T, self.castle.T, self.down.T, self.across.T, self.no_castle)


@dataclass(frozen=True, eq=False)
class ForwardBackward:
    """The messages of a forward and a backward sweep.

    Attributes:
        weights: The weights, with at least as many rows as columns.
        forward: (cells + 1, 2, 2**width). ``forward[i]`` is the weight of all ways to cover the cells before cell i, by
            state, scaled to a maximum of one. The second axis is 1 if the castle has been placed.
        backward: (cells + 1, 2, 2**width). ``backward[i]`` is that of all ways to cover cell i and those after it.
        log_partition: The logarithm of the weight of all tilings (SUM) or of the best one (MAX).
        is_transposed: Rows and columns were exchanged.
    """

    weights: Weights
    forward: Floats
    backward: Floats
    log_partition: float
    is_transposed: bool


@dataclass(frozen=True)
class Tiling:
    """The positions of the castle and the dominoes; all other cells are single."""

    castle: Position | None
    dominoes: tuple[tuple[Position, Position], ...]  # the left or upper cell first


def compute_log_best(weights: Weights) -> float:
    """Return the logarithm of the weight of the best tiling."""
    narrow = weights.transpose() if weights.single.shape[1] > weights.single.shape[0] else weights
    return _forward(narrow, MAX)[1]


def sweep(weights: Weights, plus: np.ufunc) -> ForwardBackward:
    """Run the forward and the backward sweep with SUM or MAX as the addition."""
    is_transposed = weights.single.shape[1] > weights.single.shape[0]
    narrow = weights.transpose() if is_transposed else weights
    forward, total = _forward(narrow, plus)
    return ForwardBackward(narrow, forward, _backward(narrow, plus), total, is_transposed)


def compute_marginals(messages: ForwardBackward, plus: np.ufunc) -> Weights:
    """Return the marginal of each piece in each cell.

    With SUM it is the probability of the piece there. With MAX it is the max-marginal: the weight of the best tiling
    with the piece there, relative to the best of all.
    """
    weights, forward, backward = messages.weights, messages.forward, messages.backward
    rows, columns = shape = weights.single.shape
    without = float(forward[-1, 0, 0] * weights.no_castle)
    no_castle = without / float(plus(without, forward[-1, 1, 0]))
    marginals = Weights(np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape), no_castle)
    for column in range(columns):
        low, high = 2**column, 2 ** (columns - 1 - column)
        # axes: row, castle placed, bits of the cells after this column, bit of this column, bits of those before it
        before = forward[column:-1:columns].reshape(rows, 2, high, 2, low)
        after = backward[column + 1 :: columns].reshape(rows, 2, high, 2, low)
        free, next_free, next_covered = before[:, :, :, 0], after[:, :, :, 0], after[:, :, :, 1]
        covered_before = _reduce_rows(plus, before[:, :, :, 1] * next_free)
        marginals.single[:, column] = weights.single[:, column] * _reduce_rows(plus, free * next_free)
        marginals.castle[:, column] = weights.castle[:, column] * _reduce_rows(plus, free[:, 0] * next_free[:, 1])
        marginals.down[:, column] = weights.down[:, column] * _reduce_rows(plus, free * next_covered)
        if column + 1 < columns:
            pair = free[:, :, ::2] * next_free[:, :, 1::2]
            marginals.across[:, column] = weights.across[:, column] * _reduce_rows(plus, pair)
        here = (marginals.single, marginals.castle, marginals.down, marginals.across)
        total = plus.reduce([covered_before, *(marginal[:, column] for marginal in here)])
        for marginal in here:
            marginal[:, column] /= total
    return marginals.transpose() if messages.is_transposed else marginals


def trace_best_tiling(messages: ForwardBackward) -> Tiling:
    """Trace the tiling of the greatest weight back through the messages of a sweep with MAX."""
    weights, forward = messages.weights, messages.forward
    rows, columns = weights.single.shape
    has_castle = int(forward[-1, 1, 0] >= forward[-1, 0, 0] * weights.no_castle)
    mask, castle, dominoes = 0, None, []
    for cell in range(rows * columns - 1, -1, -1):
        (row, column), weight = divmod(cell, columns), forward[cell]
        here, right = 1 << column, 1 << (column + 1)
        if mask & here:
            dominoes.append(((row, column), (row + 1, column)))
            mask ^= here
            continue
        options = (
            weight[has_castle, mask | here],
            weight[has_castle, mask] * weights.single[row, column],
            weight[0, mask] * weights.castle[row, column] if has_castle else -1.0,
            weight[has_castle, mask ^ right] * weights.across[row, column] if mask & right else -1.0,
        )
        choice = int(np.argmax(options))
        if choice == 0:
            mask |= here
        elif choice == 2:
            has_castle, castle = 0, (row, column)
        elif choice == 3:
            dominoes.append(((row, column), (row, column + 1)))
            mask ^= right
    if messages.is_transposed:
        castle = castle and castle[::-1]
        dominoes = [(first[::-1], second[::-1]) for first, second in dominoes]
    return Tiling(castle, tuple(sorted(dominoes)))


def _forward(weights: Weights, plus: np.ufunc) -> tuple[Floats, float]:
    """Return the forward messages and the logarithm of the partition function."""
    rows, columns = weights.single.shape
    forward = np.zeros((rows * columns + 1, 2, 2**columns))
    forward[0, 0, 0] = 1.0
    log_scale = 0.0
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        low = 2**column
        # axes: castle placed, bits of the cells after this column, bit of this column, bits of those before it
        before = forward[cell].reshape(2, -1, 2, low)
        after = forward[cell + 1].reshape(2, -1, 2, low)
        free, next_free = before[:, :, 0], after[:, :, 0]
        np.multiply(free, weights.down[row, column], out=after[:, :, 1])
        plus(before[:, :, 1], free * weights.single[row, column], out=next_free)
        plus(next_free[1], free[0] * weights.castle[row, column], out=next_free[1])
        if column + 1 < columns:
            plus(next_free[:, 1::2], free[:, ::2] * weights.across[row, column], out=next_free[:, 1::2])
        largest = after.max()
        after /= largest
        log_scale += float(np.log(largest))
    total = float(plus(forward[-1, 1, 0], forward[-1, 0, 0] * weights.no_castle))
    return forward, log_scale + float(np.log(total))


def _backward(weights: Weights, plus: np.ufunc) -> Floats:
    """Return the backward messages."""
    rows, columns = weights.single.shape
    backward = np.zeros((rows * columns + 1, 2, 2**columns))
    backward[-1, :, 0] = weights.no_castle, 1.0
    for cell in range(rows * columns - 1, -1, -1):
        row, column = divmod(cell, columns)
        low = 2**column
        after = backward[cell + 1].reshape(2, -1, 2, low)
        before = backward[cell].reshape(2, -1, 2, low)
        next_free, free = after[:, :, 0], before[:, :, 0]
        before[:, :, 1] = next_free
        plus(next_free * weights.single[row, column], after[:, :, 1] * weights.down[row, column], out=free)
        plus(free[0], next_free[1] * weights.castle[row, column], out=free[0])
        if column + 1 < columns:
            plus(free[:, ::2], next_free[:, 1::2] * weights.across[row, column], out=free[:, ::2])
        before /= before.max()
    return backward


def _reduce_rows(plus: np.ufunc, weights: Floats) -> Floats:
    """Reduce weights (rows, ...) over all but the first axis."""
    return np.asarray(plus.reduce(weights.reshape(len(weights), -1), axis=1))
