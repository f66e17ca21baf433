"""The decoder's probabilities are those of counting everything that can be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.boxes import BASE, GIANTS, QUEENDOMINO
from scoring.kingdom import Position
from scoring.terrain import CASTLE, Square
from vision.decode.deck import BASE_DECK, Deck, deck_of
from vision.decode.decode import DOUBT, decode
from vision.decode.forward_backward import MAX
from vision.decode.one_box import relax
from vision.decode.potentials import BARE, GAP, STRAY, marginals_by_kind, potentials

Cells = tuple[Position, ...]
ALL_BOXES = deck_of(BASE + GIANTS + QUEENDOMINO)


def chances_of(logs: NDArray[np.float32]) -> NDArray[np.float64]:
    chances = np.exp(logs.astype(np.float64))
    chances /= chances.sum(axis=2, keepdims=True)
    return np.asarray((1 - DOUBT) * chances + DOUBT / logs.shape[2])


def tilings(free: Cells, castle: bool = True) -> Iterator[list[Cells]]:
    """Every way to cover the cells with dominoes, empties and at most one castle (its cell three times)."""
    if not free:
        yield []
        return
    first, rest = free[0], free[1:]
    for tiling in tilings(rest, castle):
        yield [(first,), *tiling]
    if castle:
        for tiling in tilings(rest, False):
            yield [(first, first, first), *tiling]
    for other in ((first[0], first[1] + 1), (first[0] + 1, first[1])):
        if other in rest:
            for tiling in tilings(tuple(cell for cell in rest if cell != other), castle):
                yield [(first, other), *tiling]


SHOWN = {
    deck: Counter(pair for domino in deck.box.dominoes for pair in {domino.squares, domino.squares[::-1]})
    for deck in (BASE_DECK, ALL_BOXES)
}


def ways_to_fill(chances: NDArray[np.float64], piece: Cells, deck: Deck) -> list[tuple[float, dict[Position, Square]]]:
    """Weight and squares of everything that can lie in a place."""
    weight = {(cell, square): float(chances[cell][kind]) for cell in piece for kind, square in enumerate(deck.kinds)}
    first, second = piece[0], piece[-1]
    if len(piece) == 1:
        prior = {square: GAP if square.is_empty else STRAY for square in deck.kinds}
        return [(weight[first, square] * prior[square], {first: square}) for square in deck.kinds]
    if len(piece) == 3:
        return [(weight[first, CASTLE], {first: CASTLE})]
    return [
        (weight[first, here] * weight[second, there] * copies, {first: here, second: there})
        for (here, there), copies in SHOWN[deck].items()
    ]


def counted(
    logs: NDArray[np.float32], deck: Deck, over: Callable[[Iterable[float]], float]
) -> tuple[NDArray[np.float64], float]:
    """The weight of all that can be laid, and of what has a kind in a place: ``over`` takes the sum or the greatest."""
    chances = chances_of(logs)
    all_tilings = list(tilings(tuple(np.ndindex(*logs.shape[:2]))))
    fillings = {piece: ways_to_fill(chances, piece, deck) for tiling in all_tilings for piece in tiling}
    of_piece = {piece: over(weight for weight, _ in filling) for piece, filling in fillings.items()}
    with_piece: dict[Cells, list[float]] = {piece: [] for piece in fillings}
    weights = []
    for tiling in all_tilings:
        bare = 1.0 if any(len(piece) == 3 for piece in tiling) else BARE
        weights.append(bare * float(np.prod([of_piece[piece] for piece in tiling])))
        for piece in tiling:
            with_piece[piece].append(weights[-1])
    by_kind = np.zeros(logs.shape)
    for piece, filling in fillings.items():
        for weight, squares in filling:
            laid = over(with_piece[piece]) * weight / of_piece[piece]
            for position, square in squares.items():
                place = (*position, deck.kinds.index(square))
                by_kind[place] = over((by_kind[place], laid))
    return by_kind, over(weights)


@pytest.mark.parametrize(
    ("shape", "deck"),
    [
        *((shape, BASE_DECK) for shape in [(1, 1), (1, 2), (3, 1), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3)]),
        *((shape, ALL_BOXES) for shape in [(1, 2), (2, 2), (2, 3)]),
    ],
)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=3)
def test_marginals_the_best_kingdom_and_how_far_others_are_behind_are_those_of_counting_all_that_can_be_laid(
    shape: tuple[int, int], deck: Deck, seed: int
) -> None:
    logs = np.random.default_rng(seed).normal(0, 2, (*shape, len(deck.kinds))).astype(np.float32)
    by_kind, total = counted(logs, deck, sum)
    best_by_kind, best = counted(logs, deck, max)

    alone = relax(potentials(deck, chances_of(logs)))

    np.testing.assert_allclose(decode(logs, deck=deck).marginals, by_kind / total, atol=1e-5)
    np.testing.assert_array_equal(alone.best.kinds, best_by_kind.argmax(2))
    behind = marginals_by_kind(alone.potentials, alone.max_marginals, MAX)
    np.testing.assert_allclose(behind, best_by_kind / best, atol=1e-5)
