"""Decoding finds the most probable legal kingdom, as exhaustive enumeration does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from models.training.synthesis.legal_play import play
from scoring.boxes import BASE, GIANTS, QUEENDOMINO, Box
from scoring.dominoes.legality import find_problems
from scoring.kingdom import Kingdom, Position
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from tests.vision.seen_kingdoms import looks_like
from vision.decode.decode import THRESHOLDS, Decoded, LogProbabilities, Occupancy, decode_together
from vision.decode.domino_set import BASE_DOMINO_SET, DominoSet, build_domino_set
from vision.decode.forward_backward import MAX
from vision.decode.one_box import relax
from vision.decode.potentials import PRIORS, build_potentials, compute_kind_marginals
from vision.squares.classify import KINDS

MINE = Square(Terrain.MINE, 1)
WHOLE = Kingdom.parse("fl1m1m3m2/wwwww/ww1Cf1w/f1ffw1w/fl1ggf1")  # legal: castle in the middle, twelve dominoes
UNKNOWN = 0.5  # probability of a tile


def decode(
    logs: LogProbabilities, occupancy: Occupancy | None = None, domino_set: DominoSet = BASE_DOMINO_SET
) -> Decoded:
    """Decode one board; without an occupancy the locator knows nothing."""
    occupancies = [np.full(logs.shape[:2], UNKNOWN) if occupancy is None else occupancy]
    return decode_together([logs], occupancies, domino_set)[0]


@pytest.mark.parametrize("grid", [5, 7])
@pytest.mark.parametrize("box", [BASE, BASE + GIANTS, QUEENDOMINO, BASE + QUEENDOMINO, BASE + GIANTS + QUEENDOMINO])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=2)
def test_a_kingdom_seen_clearly_is_read_as_it_is(box: Box, grid: int, seed: int) -> None:
    kingdom = play(np.random.default_rng(seed), grid=grid, box=box).kingdom

    found = decode(looks_like(kingdom, kinds=build_domino_set(box).kinds), domino_set=build_domino_set(box))

    assert found.kingdom == kingdom
    assert found.explained


@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(1, 5), columns=st.integers(1, 7))
@settings(max_examples=10)
def test_buildable_kingdoms_are_covered(seed: int, rows: int, columns: int) -> None:
    found = decode(np.random.default_rng(seed).normal(0, 2, (rows, columns, len(KINDS))).astype(np.float32))

    assert found.explained or find_problems(found.kingdom)


@given(seed=st.integers(0, 2**32 - 1), grid=st.sampled_from([5, 7]))
@example(seed=432, grid=5)  # of the nearest kingdom, one way to cut it into dominoes needs a domino twice
@settings(max_examples=5)
def test_turned_photo_decodes_to_the_turned_kingdom(seed: int, grid: int) -> None:
    rng = np.random.default_rng(seed)
    seen = looks_like(play(rng, grid=grid).kingdom, 0.6)
    logs = (seen + rng.normal(0, 1, seen.shape)).astype(np.float32)

    upright, turned = decode(logs), decode(np.rot90(logs, -1))

    assert turned.kingdom == upright.kingdom.rotate()
    np.testing.assert_allclose(turned.probabilities, np.rot90(upright.probabilities, -1), atol=1e-5)


def test_a_domino_of_which_the_box_has_one_is_used_once() -> None:
    found = decode(looks_like(Kingdom.parse("wm3/m3w/C."), 0.6))

    assert sum(str(square) == "m3" for _, square in found.kingdom.squares()) == 1


def test_two_kingdoms_of_one_table_share_no_domino() -> None:
    first, second = looks_like(Kingdom.parse("Cwm3"), 0.9), looks_like(Kingdom.parse("Cwm3"), 0.5)

    alone, together = [decode(first), decode(second)], decode_together([first, second], [np.full((1, 3), UNKNOWN)] * 2)

    assert [str(found.kingdom) for found in alone] == ["Cwm3", "Cwm3"]
    assert str(together[0].kingdom) == "Cwm3"
    assert str(together[1].kingdom) != "Cwm3"


def test_locator_separates_dark_lake_from_table() -> None:
    lake, table = (looks_like(Kingdom.parse(code)) for code in ("Cll", "C.."))
    logs = np.log(0.65 * np.exp(lake) + 0.35 * np.exp(table))

    tiled, bare = decode(logs, np.array([[1.0, 1.0, 1.0]])), decode(logs, np.array([[1.0, 0.0, 0.0]]))

    assert str(tiled.kingdom) == "Cll"
    assert str(bare.kingdom) == "C.."


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_box_evidence_keeps_total_probability(seed: int) -> None:
    domino_set, rng = build_domino_set(BASE + GIANTS + QUEENDOMINO), np.random.default_rng(seed)
    seen = rng.dirichlet(np.ones(len(KINDS)), (3, 4))
    beyond = rng.dirichlet(np.ones(2 + domino_set.domino_kind_count), (3, 4))[..., 1:].astype(np.float32)

    found = np.exp(domino_set.expand_log_probabilities(np.log(seen).astype(np.float32), beyond))

    np.testing.assert_allclose(found.sum(2), 1, atol=1e-4)
    assert (found[..., domino_set.empty_index] <= seen[..., KINDS.index(EMPTY)] + 1e-6).all()


def test_second_castle_is_decoded_as_a_doubtful_square() -> None:
    one = Kingdom.parse("Cll/ll./...")

    found = decode(looks_like(one.with_square(2, 2, CASTLE), 0.99))

    assert found.kingdom.castles == one.castles
    assert found.probabilities[2, 2].argmax() == KINDS.index(CASTLE)  # so that it is asked about
    assert Kingdom.parse(str(found.kingdom)) == found.kingdom


@pytest.mark.parametrize(
    ("kingdom", "explained"),
    [
        (WHOLE.with_square(0, 0, MINE).with_square(0, 1, MINE), False),  # tiles of no domino
        (Kingdom.parse("ggl1w/wwwf1/l1wff"), False),  # the castle is out of sight
        (Kingdom.parse("Cww/m3wf/fff"), True),  # dominoes that do not join
    ],
)
def test_unbuildable_kingdom_is_read_as_it_is(kingdom: Kingdom, explained: bool) -> None:
    found = decode(looks_like(kingdom, 0.99))

    assert find_problems(kingdom)
    assert (found.kingdom, found.explained) == (kingdom, explained)


def test_buildable_kingdom_beats_an_equally_likely_one() -> None:
    built, stranded = Kingdom.parse("Cwffl"), Kingdom.parse("Cwfwl")  # the second wheat|lake joins nothing
    doubtful = np.log((np.exp(looks_like(built)) + 2 * np.exp(looks_like(stranded))) / 3)

    assert decode(looks_like(stranded)).kingdom == stranded
    assert find_problems(stranded)
    assert decode(doubtful).kingdom == built
    assert not find_problems(built)


@pytest.mark.parametrize("rows", [1, 2])
def test_a_castle_is_not_made_up_on_a_table_that_may_be_bare(rows: int) -> None:
    bare = looks_like(Kingdom.empty(rows, 1), 0.4)

    found = decode(bare)

    assert found.kingdom == Kingdom.empty(rows, 1)
    assert not found.explained


@given(
    arrays(
        np.float32,
        st.tuples(st.integers(1, 6), st.integers(1, 6), st.just(len(KINDS))),
        elements=st.floats(width=32, allow_nan=True, allow_infinity=True),
        fill=st.sampled_from([0.0, float("nan"), float("-inf"), float("inf"), -1e30]),
    )
)
@settings(max_examples=12)
def test_any_numbers_give_a_kingdom_of_the_same_shape(logs: NDArray[np.float32]) -> None:
    found = decode(logs, np.full(logs.shape[:2], np.nan))

    assert (found.kingdom.height, found.kingdom.width) == logs.shape[:2]
    assert np.isfinite(found.probabilities).all()


# --- Counting everything that can be laid

Cells = tuple[Position, ...]
ALL_BOXES = build_domino_set(BASE + GIANTS + QUEENDOMINO)


def chances_of(logs: NDArray[np.float32]) -> NDArray[np.float64]:
    chances = np.exp(logs.astype(np.float64))
    chances /= chances.sum(axis=2, keepdims=True)
    return np.asarray((1 - THRESHOLDS.uninformative) * chances + THRESHOLDS.uninformative / logs.shape[2])


def tilings(free: Cells, castle: bool = True) -> Iterator[list[Cells]]:
    """Yield every cover of the cells with dominoes, empty cells and at most one castle (its cell three times)."""
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
    domino_set: Counter(pair for domino in domino_set.box.dominoes for pair in {domino.squares, domino.squares[::-1]})
    for domino_set in (BASE_DOMINO_SET, ALL_BOXES)
}


def list_fillings(
    chances: NDArray[np.float64], piece: Cells, domino_set: DominoSet
) -> list[tuple[float, dict[Position, Square]]]:
    """Return the weight and the squares of everything that fits into the cells of a piece."""
    weight = {
        (cell, square): float(chances[cell][kind]) for cell in piece for kind, square in enumerate(domino_set.kinds)
    }
    first, second = piece[0], piece[-1]
    if len(piece) == 1:
        prior = {square: PRIORS.empty if square.is_empty else PRIORS.stray for square in domino_set.kinds}
        return [(weight[first, square] * prior[square], {first: square}) for square in domino_set.kinds]
    if len(piece) == 3:
        return [(weight[first, CASTLE], {first: CASTLE})]
    return [
        (weight[first, here] * weight[second, there] * copies, {first: here, second: there})
        for (here, there), copies in SHOWN[domino_set].items()
    ]


def enumerate_kingdoms(
    logs: NDArray[np.float32], domino_set: DominoSet, over: Callable[[Iterable[float]], float]
) -> tuple[NDArray[np.float64], float]:
    """Weigh all legal kingdoms and each kind at each cell: ``over`` is the sum or the maximum."""
    chances = chances_of(logs)
    all_tilings = list(tilings(tuple(np.ndindex(*logs.shape[:2]))))
    fillings = {piece: list_fillings(chances, piece, domino_set) for tiling in all_tilings for piece in tiling}
    of_piece = {piece: over(weight for weight, _ in filling) for piece, filling in fillings.items()}
    with_piece: dict[Cells, list[float]] = {piece: [] for piece in fillings}
    weights = []
    for tiling in all_tilings:
        bare = 1.0 if any(len(piece) == 3 for piece in tiling) else PRIORS.no_castle
        weights.append(bare * float(np.prod([of_piece[piece] for piece in tiling])))
        for piece in tiling:
            with_piece[piece].append(weights[-1])
    by_kind = np.zeros(logs.shape)
    for piece, filling in fillings.items():
        for weight, squares in filling:
            laid = over(with_piece[piece]) * weight / of_piece[piece]
            for position, square in squares.items():
                place = (*position, domino_set.kinds.index(square))
                by_kind[place] = over((by_kind[place], laid))
    return by_kind, over(weights)


@pytest.mark.parametrize(
    ("shape", "domino_set"),
    [
        *((shape, BASE_DOMINO_SET) for shape in [(1, 1), (1, 2), (3, 1), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3)]),
        *((shape, ALL_BOXES) for shape in [(1, 2), (2, 2), (2, 3)]),
    ],
)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=3)
def test_decoding_equals_exhaustive_enumeration(shape: tuple[int, int], domino_set: DominoSet, seed: int) -> None:
    logs = np.random.default_rng(seed).normal(0, 2, (*shape, len(domino_set.kinds))).astype(np.float32)
    by_kind, total = enumerate_kingdoms(logs, domino_set, sum)
    best_by_kind, best = enumerate_kingdoms(logs, domino_set, max)

    alone = relax(build_potentials(domino_set, chances_of(logs)))

    np.testing.assert_allclose(decode(logs, domino_set=domino_set).probabilities, by_kind / total, atol=1e-5)
    np.testing.assert_array_equal(alone.best.kinds, best_by_kind.argmax(2))
    behind = compute_kind_marginals(alone.potentials, alone.max_marginals, MAX)
    np.testing.assert_allclose(behind, best_by_kind / best, atol=1e-5)
