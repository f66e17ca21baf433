"""Better arrangements are legal, use the same dominoes and score more, on random legal kingdoms."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring import Kingdom, Rules, better_arrangement, find_problems, score
from tests.scoring.legal_play import play, replay

SEEDS = st.integers(0, 2**32)
VARIANTS = st.booleans()


@given(SEEDS, st.integers(0, 12), st.just(5), VARIANTS, VARIANTS)
@settings(max_examples=4)
@example(seed=3, dominoes=10, grid=7, harmony=False, middle_kingdom=True)  # a Mighty Duel
def test_better_arrangement_is_legal_and_scores_more(
    seed: int, dominoes: int, grid: int, harmony: bool, middle_kingdom: bool
) -> None:
    kingdom, numbers = play(seed, grid, dominoes, tidy=bool(seed % 2))
    rules = Rules(grid=grid, harmony=harmony, middle_kingdom=middle_kingdom)

    better = better_arrangement(kingdom, rules, numbers)

    if better is not None:
        assert replay(better.kingdom, better.dominoes, grid) == better.kingdom
        assert find_problems(better.kingdom, grid) == ()
        assert sorted(placed.number for placed in better.dominoes) == sorted(numbers)
        assert better.points == score(better.kingdom, rules).total > score(kingdom, rules).total


@pytest.mark.parametrize("code", ["w1fC/...", "C", "w1fff", "w3fC", "Cf.f"])
def test_no_better_arrangement_of_best_or_illegal(code: str) -> None:
    assert better_arrangement(Kingdom.parse(code)) is None


def test_the_middle_kingdom_counts_where_it_is_played() -> None:
    """Two dominoes in a row beside the castle; only with the castle in the middle is there more to have."""
    row = Kingdom.parse("Cwwww")

    assert better_arrangement(row, Rules()) is None

    better = better_arrangement(row, Rules(middle_kingdom=True))

    assert better is not None
    assert better.points == 10


@pytest.mark.parametrize("numbers", [[1, 2, 28], [1, 14, 24]])
def test_better_arrangement_uses_the_given_dominoes(numbers: list[int]) -> None:
    """The last four squares can be cut in two ways."""
    better = better_arrangement(Kingdom.parse("Cwwww/...f1l"), Rules(middle_kingdom=True), numbers)

    assert better is not None
    assert sorted(placed.number for placed in better.dominoes) == numbers
