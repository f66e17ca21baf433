"""Doubts that decide the game are asked about first, those that change nothing last."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring import EMPTY, Kingdom, Square, Terrain, score
from scoring.stakes import in_order_of_stakes, points_at_stake

KINGDOM = Kingdom.parse("w1wwf/Cfff1/l..s")
WHEAT, LAKE, LAKE_WITH_CROWN = Square(Terrain.WHEAT), Square(Terrain.LAKE), Square(Terrain.LAKE, 1)


def test_the_square_that_may_change_most_points_is_asked_about_first() -> None:
    doubts = {(2, 3): [LAKE], (2, 0): [LAKE_WITH_CROWN], (0, 1): [LAKE]}

    assert points_at_stake(KINGDOM, (0, 1), [LAKE]) == (-2,)
    assert in_order_of_stakes(KINGDOM, doubts) == ((0, 1), (2, 0), (2, 3))


def test_a_point_that_decides_the_game_comes_before_two_that_do_not() -> None:
    doubts = {(0, 1): [LAKE], (2, 0): [LAKE_WITH_CROWN]}

    assert in_order_of_stakes(KINGDOM, doubts, leads=[-1]) == ((2, 0), (0, 1))  # one point more is a tie
    assert in_order_of_stakes(KINGDOM, doubts, leads=[20]) == ((0, 1), (2, 0))


def test_a_doubt_without_another_square_is_asked_about_last() -> None:
    assert in_order_of_stakes(KINGDOM, {(0, 0): [], (2, 0): [LAKE_WITH_CROWN]}) == ((2, 0), (0, 0))


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3))), st.sampled_from([WHEAT, LAKE_WITH_CROWN, EMPTY]))
def test_every_doubt_is_asked_about_once_and_none_before_one_that_changes_more(
    places: set[tuple[int, int]], other: Square
) -> None:
    order = in_order_of_stakes(KINGDOM, {place: [other] for place in places})

    changes = [abs(score(KINGDOM.with_square(*place, other)).total - score(KINGDOM).total) for place in order]
    assert set(order) == places
    assert changes == sorted(changes, reverse=True)
