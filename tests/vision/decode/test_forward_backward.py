"""The decoder's probabilities are those of counting everything that can be laid."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import assume, given, settings
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


def random_looks(seed: int, rows: int, columns: int, deck: Deck = BASE_DECK) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(0, 2, (rows, columns, len(deck.kinds))).astype(np.float32)


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


def all_cells(logs: NDArray[np.float32]) -> Cells:
    return tuple(np.ndindex(*logs.shape[:2]))


def bare_weight(tiling: list[Cells]) -> float:
    return 1.0 if any(len(piece) == 3 for piece in tiling) else BARE


def every_kingdom(logs: NDArray[np.float32], deck: Deck) -> Iterator[tuple[float, dict[Position, Square]]]:
    """Weight and squares of everything that can be laid on a grid."""
    chances = chances_of(logs)
    for tiling in tilings(all_cells(logs)):
        laid: list[tuple[float, dict[Position, Square]]] = [(bare_weight(tiling), {})]
        for piece in tiling:
            filling = ways_to_fill(chances, piece, deck)
            laid = [(weight * more, squares | new) for weight, squares in laid for more, new in filling]
        yield from laid


def counted(logs: NDArray[np.float32], deck: Deck) -> tuple[float, NDArray[np.float64]]:
    """The weight of everything that can be laid, and how much of it has which kind where."""
    chances = chances_of(logs)
    all_tilings = list(tilings(all_cells(logs)))
    fillings = {piece: ways_to_fill(chances, piece, deck) for tiling in all_tilings for piece in tiling}
    sums = {piece: sum(weight for weight, _ in filling) for piece, filling in fillings.items()}
    total, by_piece = 0.0, dict.fromkeys(fillings, 0.0)
    for tiling in all_tilings:
        weight_of_tiling = bare_weight(tiling) * float(np.prod([sums[piece] for piece in tiling]))
        total += weight_of_tiling
        for piece in tiling:
            by_piece[piece] += weight_of_tiling
    by_kind = np.zeros(logs.shape)
    for piece, filling in fillings.items():
        for weight, squares in filling:
            for position, square in squares.items():
                by_kind[position][deck.kinds.index(square)] += by_piece[piece] * weight / sums[piece]
    return total, by_kind


SHAPES = [(1, 1), (1, 2), (3, 1), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3)]


@pytest.mark.parametrize(
    ("shape", "deck"),
    [*((shape, BASE_DECK) for shape in SHAPES), *((shape, ALL_BOXES) for shape in [(1, 2), (2, 2), (2, 3)])],
)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=3)
def test_marginals_are_those_of_counting_all_that_can_be_laid(shape: tuple[int, int], deck: Deck, seed: int) -> None:
    logs = random_looks(seed, *shape, deck)
    total, by_kind = counted(logs, deck)

    found = decode(logs, deck=deck)

    np.testing.assert_allclose(found.marginals, by_kind / total, atol=1e-5)


@pytest.mark.parametrize(
    ("shape", "deck"), [((1, 2), BASE_DECK), ((2, 1), ALL_BOXES), ((1, 3), BASE_DECK), ((1, 2), ALL_BOXES)]
)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=2)
def test_the_best_kingdom_and_how_far_it_is_ahead_are_those_of_counting_all(
    shape: tuple[int, int], deck: Deck, seed: int
) -> None:
    logs = random_looks(seed, *shape, deck)
    best: defaultdict[tuple[Square, ...], float] = defaultdict(float)
    for weight, squares in every_kingdom(logs, deck):
        kingdom = tuple(squares[cell] for cell in all_cells(logs))
        best[kingdom] = max(best[kingdom], weight)
    (first, weight), (_, next_worth) = sorted(best.items(), key=lambda item: item[1], reverse=True)[:2]
    assume(any(square.terrain for square in first))  # a castle alone has to be seen, too

    found = decode(logs, deck=deck)
    alone = relax(potentials(deck, chances_of(logs)))
    others = marginals_by_kind(alone.potentials, alone.max_marginals, MAX)
    np.put_along_axis(others, alone.best.kinds[..., None], 0.0, axis=2)

    assert tuple(square for _, square in found.kingdom.squares()) == first
    assert others.max() == pytest.approx(next_worth / weight)
