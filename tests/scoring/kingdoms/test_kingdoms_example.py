"""The worked example of the rulebook, line by line.

The rulebook tells six of the eleven lines, all pieces in them, and the totals. The nine spaces those lines leave open
are filled here so that a legal box gives the totals.
"""

from __future__ import annotations

import pytest

from scoring.kingdoms import Board, problems, score_epoch, score_game

EXAMPLE = Board.parse("""
    y4 r1 -6 b1 +3 y1
    r2 +4 b2 -5 b4 W
    +6 -3 +2 +1 b3 b1
    +1 D  y2 M  b1 +5
    y1 G  M  y3 y3 +2
""")
SHEET = score_epoch(EXAMPLE)
PARTS = {str(part.name): part for line in SHEET.lines for part in line.parts}


@pytest.mark.parametrize(
    ("name", "base", "gold"),
    [
        ("row 1", -3, {"red": -3, "blue": -3, "yellow": -18}),  # yellow has 4 + 1 ranks, and one by the wizard
        ("row 4, left of the mountain", 0, {"yellow": 0}),  # the dragon cancels the village
        ("row 4, right of the mountain", 5, {"blue": 5}),
        ("column 2", -6, {"red": -6}),  # the dragon cancels the windmill, the gold mine doubles the wolves
        ("column 4, above the mountain", -4, {"blue": -4}),
        ("column 4, below the mountain", 0, {"yellow": 0}),
        ("column 6", 7, {"yellow": 14, "blue": 14}),  # the wizard lifts both castles of rank 1
    ],
)
def test_what_the_rulebook_says_of_its_lines(name: str, base: int, gold: dict[str, int]) -> None:
    assert PARTS[name].base == base
    assert {gain.colour.value: gain.gold for gain in PARTS[name].gains} == gold


def test_the_totals_of_the_epoch() -> None:
    totals = {one.colour.value: (one.rows, one.columns, one.total) for one in SHEET.earnings}

    assert totals == {"red": (-5, 8, 3), "blue": (25, 29, 54), "yellow": (-6, 50, 44)}


def test_the_gold_after_the_epoch_and_the_board_can_be_laid_from_one_box() -> None:
    gold = {purse.colour.value: purse.now for purse in score_game([EXAMPLE]).purses}

    assert gold == {"blue": 104, "yellow": 94, "red": 53}
    assert problems(EXAMPLE) == ()
