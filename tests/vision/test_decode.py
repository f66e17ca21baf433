"""Decoding finds the most probable kingdom of dominoes, and says how probable it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from scoring.dominoes import DOMINOES
from scoring.kingdom import Kingdom, Position
from scoring.terrain import CASTLE, Square
from vision.decode import BELIEFS, Decoded, decode, decode_table
from vision.squares import KINDS

Cells = tuple[Position, ...]
WHOLE = Kingdom.parse("fl1m1m3m2/wwwww/ww1Cf1w/f1ffw1w/fl1ggf1")  # legal: castle in the middle, twelve dominoes


def looks_like(kingdom: Kingdom, certainty: float = 0.95) -> NDArray[np.float32]:
    """Log-probabilities of a reader that is right everywhere."""
    chances = np.full((kingdom.height, kingdom.width, len(KINDS)), (1 - certainty) / (len(KINDS) - 1))
    for position, square in kingdom.squares():
        chances[position][KINDS.index(square)] = certainty
    return np.asarray(np.log(chances), np.float32)


def misread(logs: NDArray[np.float32], position: Position, square: Square, certainty: float) -> NDArray[np.float32]:
    """The same with one square read as another, the truth second."""
    chances = np.exp(logs)
    truth = int(chances[position].argmax())
    chances[position] = (1 - certainty) / 40
    chances[position][truth] = (1 - certainty) / 2
    chances[position][KINDS.index(square)] = certainty
    return np.asarray(np.log(chances / chances.sum(axis=2, keepdims=True)), np.float32)


def random_looks(seed: int, rows: int, columns: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(0, 2, (rows, columns, len(KINDS))).astype(np.float32)


# --- exhaustive enumeration -------------------------------------------------------------------------------------


def chances_of(logs: NDArray[np.float32]) -> NDArray[np.float64]:
    chances = np.exp(logs.astype(np.float64))
    chances /= chances.sum(axis=2, keepdims=True)
    return np.asarray((1 - BELIEFS.doubt) * chances + BELIEFS.doubt / len(KINDS))


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


SHOWN = Counter(pair for domino in DOMINOES for pair in {domino.squares, domino.squares[::-1]})


def ways_to_fill(chances: NDArray[np.float64], piece: Cells) -> list[tuple[float, dict[Position, Square]]]:
    """Worth and squares of everything that can lie in a place."""
    worth = {(cell, square): float(chances[cell][kind]) for cell in piece for kind, square in enumerate(KINDS)}
    first, second = piece[0], piece[-1]
    if len(piece) == 1:
        prior = {square: BELIEFS.empty if square.is_empty else BELIEFS.stray for square in KINDS}
        return [(worth[first, square] * prior[square], {first: square}) for square in KINDS]
    if len(piece) == 3:
        return [(worth[first, CASTLE], {first: CASTLE})]
    return [
        (worth[first, here] * worth[second, there] * copies, {first: here, second: there})
        for (here, there), copies in SHOWN.items()
    ]


def all_cells(logs: NDArray[np.float32]) -> Cells:
    return tuple(np.ndindex(*logs.shape[:2]))


def bare_worth(tiling: list[Cells]) -> float:
    return 1.0 if any(len(piece) == 3 for piece in tiling) else BELIEFS.bare


def every_kingdom(logs: NDArray[np.float32]) -> Iterator[tuple[float, dict[Position, Square]]]:
    """Worth and squares of everything that can be laid on a grid."""
    chances = chances_of(logs)
    for tiling in tilings(all_cells(logs)):
        laid: list[tuple[float, dict[Position, Square]]] = [(bare_worth(tiling), {})]
        for piece in tiling:
            filling = ways_to_fill(chances, piece)
            laid = [(worth * more, squares | new) for worth, squares in laid for more, new in filling]
        yield from laid


def counted(logs: NDArray[np.float32]) -> tuple[float, NDArray[np.float64]]:
    """The worth of everything that can be laid, and how much of it has which kind where."""
    chances = chances_of(logs)
    total, by_kind = 0.0, np.zeros(logs.shape)
    for tiling in tilings(all_cells(logs)):
        fillings = [ways_to_fill(chances, piece) for piece in tiling]
        sums = [sum(worth for worth, _ in filling) for filling in fillings]
        worth_of_tiling = bare_worth(tiling) * float(np.prod(sums))
        total += worth_of_tiling
        for filling, together in zip(fillings, sums, strict=True):
            for worth, squares in filling:
                for position, square in squares.items():
                    by_kind[position][KINDS.index(square)] += worth_of_tiling * worth / together
    return total, by_kind


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (3, 1), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3)])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=3, deadline=None)
def test_marginals_are_those_of_counting_all_that_can_be_laid(shape: tuple[int, int], seed: int) -> None:
    logs = random_looks(seed, *shape)
    total, by_kind = counted(logs)

    found = decode(logs)

    assert found.log_evidence == pytest.approx(np.log(total))
    np.testing.assert_allclose(found.marginals, by_kind / total, atol=1e-5)


@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (1, 3)])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=2, deadline=None)
def test_the_best_kingdom_and_its_probability_are_those_of_counting_all(shape: tuple[int, int], seed: int) -> None:
    logs = random_looks(seed, *shape)
    together: defaultdict[tuple[Square, ...], float] = defaultdict(float)
    best: defaultdict[tuple[Square, ...], float] = defaultdict(float)
    for worth, squares in every_kingdom(logs):
        kingdom = tuple(squares[cell] for cell in all_cells(logs))
        together[kingdom] += worth
        best[kingdom] = max(best[kingdom], worth)
    (first, worth), (_, next_worth) = sorted(best.items(), key=lambda item: item[1], reverse=True)[:2]

    found = decode(logs)

    assert tuple(square for _, square in found.kingdom.squares()) == first
    assert found.board_probability == pytest.approx(together[first] / sum(together.values()))
    assert found.margin == pytest.approx(np.log(worth / next_worth))


@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(1, 7), columns=st.integers(1, 7))
@settings(max_examples=30, deadline=None)
def test_the_marginals_of_a_cell_sum_to_one(seed: int, rows: int, columns: int) -> None:
    found = decode(random_looks(seed, rows, columns))

    np.testing.assert_allclose(found.marginals.sum(axis=2), 1, atol=1e-4)
    assert 0 <= found.board_probability <= 1


# --- kingdoms ---------------------------------------------------------------------------------------------------


def test_a_kingdom_seen_clearly_is_read_as_it_is() -> None:
    found = decode(looks_like(WHOLE))

    assert found.kingdom == WHOLE
    assert found.legal
    assert found.repaired == ()


def test_a_square_misread_is_repaired_and_named() -> None:
    found = decode(misread(looks_like(WHOLE), (0, 0), KINDS[13], 0.7))

    assert found.kingdom == WHOLE
    assert found.repaired == ((0, 0),)


@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(1, 6), columns=st.integers(1, 6))
@settings(max_examples=20, deadline=None)
def test_a_photo_turned_by_a_quarter_gives_the_kingdom_turned_by_a_quarter(seed: int, rows: int, columns: int) -> None:
    logs = random_looks(seed, rows, columns)

    upright, turned = decode(logs), decode(np.rot90(logs, -1))

    assert turned.kingdom == upright.kingdom.rotated()
    np.testing.assert_allclose(turned.marginals, np.rot90(upright.marginals, -1), atol=1e-5)


def test_a_domino_of_which_the_box_has_one_is_used_once() -> None:
    found = decode(looks_like(Kingdom.parse("wm3/m3w/C."), 0.6))

    assert sum(str(square) == "m3" for _, square in found.kingdom.squares()) == 1


def test_two_kingdoms_of_one_table_share_no_domino() -> None:
    first, second = looks_like(Kingdom.parse("Cwm3"), 0.9), looks_like(Kingdom.parse("Cwm3"), 0.5)

    alone, together = [decode(first), decode(second)], decode_table([first, second])

    assert [str(found.kingdom) for found in alone] == ["Cwm3", "Cwm3"]
    assert str(together[0].kingdom) == "Cwm3"
    assert str(together[1].kingdom) != "Cwm3"


def test_the_locator_decides_between_a_dark_lake_and_the_bare_table() -> None:
    logs = looks_like(Kingdom.parse("Cll"))
    logs[:, 1:] = misread(looks_like(Kingdom.parse("C..")), (0, 1), KINDS[4], 0.6)[:, 1:2]

    tiled, bare = decode(logs, np.array([[1.0, 1.0, 1.0]])), decode(logs, np.array([[1.0, 0.0, 0.0]]))

    assert str(tiled.kingdom) == "Cll"
    assert str(bare.kingdom) == "C.."


def test_what_dominoes_cannot_make_is_shown_as_seen_and_called_illegal() -> None:
    impossible = Kingdom.parse("m3m3m3m3/m3m3m3m3/m3Cm3m3")

    found = decode(looks_like(impossible, 0.99))

    assert found.kingdom == impossible
    assert not found.legal


def test_a_kingdom_whose_castle_is_out_of_sight_is_read_but_not_legal() -> None:
    kingdom = Kingdom.parse("ggl1w/wwwf1/l1wff")

    found = decode(looks_like(kingdom, 0.99))

    assert found.kingdom == kingdom
    assert not found.legal


@given(
    arrays(
        np.float32,
        st.tuples(st.integers(1, 6), st.integers(1, 6), st.just(len(KINDS))),
        elements=st.floats(width=32, allow_nan=True, allow_infinity=True),
        fill=st.sampled_from([0.0, float("nan"), float("-inf"), float("inf"), -1e30]),
    )
)
@settings(max_examples=40, deadline=None)
def test_any_numbers_give_a_kingdom_of_the_same_shape(logs: NDArray[np.float32]) -> None:
    found: Decoded = decode(logs, np.full(logs.shape[:2], np.nan))

    assert (found.kingdom.height, found.kingdom.width) == logs.shape[:2]
    assert np.isfinite(found.marginals).all()
    assert np.isfinite([found.log_evidence, found.board_probability, found.margin]).all()
