"""Laws that hold for every kingdom, tried on kingdoms played at random by the rules."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Rules, ScoreSheet, Square, problems, score
from scoring.boxes import BASE
from tests.scoring.legal_play import play
from tests.scoring.slow_referee import flood_score, is_buildable

SEEDS = st.integers(0, 2**32)
GRIDS = st.sampled_from([5, 7])
ALL_VARIANTS = {grid: Rules(grid=grid, harmony=True, middle_kingdom=True) for grid in (5, 7)}
ANY_SQUARE = [*BASE.squares, CASTLE, EMPTY]


def figures(sheet: ScoreSheet) -> tuple[int, int, int, list[int]]:
    return sheet.total, sheet.largest_territory, sheet.crowns, sorted(t.points for t in sheet.territories)


@given(SEEDS, GRIDS)
@settings(max_examples=30)
def test_a_kingdom_turned_or_mirrored_scores_the_same_and_is_as_legal(seed: int, grid: int) -> None:
    kingdom, _ = play(seed, grid)

    for turned in (kingdom.rotated(), kingdom.mirrored()):
        assert figures(score(turned, ALL_VARIANTS[grid])) == figures(score(kingdom, ALL_VARIANTS[grid]))
        assert problems(turned, grid) == ()


@given(SEEDS, GRIDS)
@settings(max_examples=30)
def test_merging_territories_never_lowers_the_score(seed: int, grid: int) -> None:
    """A gap filled with some terrain joins all its territories around."""
    kingdom, _ = play(seed, grid)
    before = score(kingdom).total

    for (row, column), square in kingdom.squares():
        if square.is_empty:
            for terrain in BASE.terrains:
                assert score(kingdom.with_square(row, column, Square(terrain))).total >= before


@given(SEEDS, GRIDS)
@settings(max_examples=10)
def test_every_change_of_one_square_is_scored_as_a_slow_flood_fill_scores_it(seed: int, grid: int) -> None:
    kingdom, _ = play(seed, grid)
    chance = random.Random(seed)

    for (row, column), _ in kingdom.squares():
        changed = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))
        sheet = score(changed)

        assert (sheet.total, sheet.largest_territory, sheet.crowns) == flood_score(changed)


@given(SEEDS)
@settings(max_examples=15)
def test_a_changed_square_is_judged_as_cutting_in_every_way_judges_it(seed: int) -> None:
    kingdom, _ = play(seed)
    chance = random.Random(seed)

    for _ in range(6):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        changed = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

        assert (problems(changed, 5) == ()) == is_buildable(changed, 5)
