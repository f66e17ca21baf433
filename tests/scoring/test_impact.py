"""Doubts are ordered by their effect on the game's result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring import EMPTY, Kingdom, Square, Terrain, score
from scoring.impact import (
    MARGIN,
    MAX_COMBINATIONS,
    ScoreRange,
    certain_ranks,
    order_by_impact,
    score_impact,
    score_range,
)

KINGDOM = Kingdom.parse("w1wwf/Cfff1/l..s")
WHEAT, LAKE, LAKE_WITH_CROWN = Square(Terrain.WHEAT), Square(Terrain.LAKE), Square(Terrain.LAKE, 1)


def points(kingdom: Kingdom) -> int:
    return score(kingdom).total


def test_decisive_doubts_come_first() -> None:
    doubts = {(0, 1): [LAKE], (2, 0): [LAKE_WITH_CROWN]}

    assert [score_impact(KINGDOM, place, other) for place, other in doubts.items()] == [(-2,), (1,)]
    assert order_by_impact(KINGDOM, doubts, leads=[-1]) == ((2, 0), (0, 1))  # one point more is a tie
    assert order_by_impact(KINGDOM, doubts, leads=[20]) == ((0, 1), (2, 0))


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3))), st.sampled_from([WHEAT, LAKE_WITH_CROWN, EMPTY]))
def test_doubts_are_ordered_by_points(places: set[tuple[int, int]], other: Square) -> None:
    order = order_by_impact(KINGDOM, {place: [other] for place in places})

    changes = [abs(score(KINGDOM.with_square(*place, other)).total - score(KINGDOM).total) for place in order]
    assert set(order) == places
    assert changes == sorted(changes, reverse=True)


def test_score_range_combines_doubts() -> None:
    kingdom = Kingdom.parse("w1..w1/.C..")

    assert score_range(kingdom, {(0, 1): [WHEAT], (0, 2): [WHEAT]}, points) == ScoreRange(2, 8)


def test_score_range_is_none_without_bounds() -> None:
    places = [(row, column) for row in range(3) for column in range(3)]

    assert score_range(KINGDOM, {(0, 1): [LAKE], (0, 0): []}, points) is None
    assert 2 ** len(places) > MAX_COMBINATIONS
    assert score_range(KINGDOM, {place: [LAKE] for place in places}, points) is None


@given(
    st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 3)), st.just([LAKE_WITH_CROWN]), max_size=4),
    st.data(),
)
def test_no_answer_to_a_doubt_leads_out_of_the_span(
    doubts: dict[tuple[int, int], list[Square]], data: st.DataObject
) -> None:
    span = score_range(KINGDOM, doubts, points)
    answered = KINGDOM
    for place in doubts:
        answered = answered.with_square(*place, data.draw(st.sampled_from([KINGDOM[place], LAKE_WITH_CROWN])))

    assert span is not None
    assert span.fewest <= points(answered) <= span.most


def test_place_is_certain_when_ranges_do_not_overlap() -> None:
    spans = {
        "Ana": ScoreRange(60, 64),
        "Ben": ScoreRange(40, 45),
        "Chloé": ScoreRange(44, 44),
        "Dora": ScoreRange(10, 33),
    }

    assert certain_ranks(spans) == {"Ana", "Dora"}
    assert certain_ranks({"Ana": ScoreRange(50 + MARGIN, 60), "Ben": ScoreRange(50, 50)}) == set()
    assert certain_ranks({"Ana": ScoreRange(51 + MARGIN, 60), "Ben": ScoreRange(50, 50)}) == {"Ana", "Ben"}
    assert certain_ranks({**spans, "Emil": None}) == set()
    assert certain_ranks({"Ana": ScoreRange(1, 90)}) == {"Ana"}
