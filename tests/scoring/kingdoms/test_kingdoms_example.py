"""The worked example of the rulebook, line by line.

The rulebook tells six of the eleven lines, all pieces in them, and the totals. The nine spaces those lines leave open
are filled here so that a legal box gives the totals.
"""

from __future__ import annotations

from scoring.kingdoms import Board, Colour, Part, problems, score_epoch, score_game

EXAMPLE = Board.parse("""
    y4 r1 -6 b1 +3 y1
    r2 +4 b2 -5 b4 W
    +6 -3 +2 +1 b3 b1
    +1 D  y2 M  b1 +5
    y1 G  M  y3 y3 +2
""")
SHEET = score_epoch(EXAMPLE)
PARTS = {str(part.name): part for line in SHEET.lines for part in line.parts}


def gold(part: Part) -> dict[str, int]:
    return {gain.colour.value: gain.gold for gain in part.gains}


def test_row_1_town_and_troll_make_minus_3() -> None:
    assert PARTS["row 1"].base == -3
    assert gold(PARTS["row 1"]) == {"red": -3, "blue": -3, "yellow": -18}


def test_in_row_1_yellow_has_six_ranks_with_the_wizard() -> None:
    (yellow,) = [gain for gain in PARTS["row 1"].gains if gain.colour is Colour.YELLOW]

    assert yellow.ranks == (4, 2)


def test_row_4_left_of_the_mountain_the_dragon_cancels_the_village() -> None:
    left = PARTS["row 4, left of the mountain"]

    assert (left.base, gold(left)) == (0, {"yellow": 0})
    assert str(left.line) == "row 4, left of the mountain: dragon cancels +1, base 0"


def test_row_4_right_of_the_mountain_the_knight_pays_blue() -> None:
    assert gold(PARTS["row 4, right of the mountain"]) == {"blue": 5}


def test_column_2_the_dragon_cancels_the_windmill_and_the_gold_mine_doubles_the_wolves() -> None:
    assert PARTS["column 2"].base == -6
    assert gold(PARTS["column 2"]) == {"red": -6}
    assert str(PARTS["column 2"].line) == "column 2: dragon cancels +4, -3, gold mine doubles -3, base -6"


def test_column_4_the_mountain_parts_the_castle_of_yellow_from_the_rest() -> None:
    assert gold(PARTS["column 4, below the mountain"]) == {"yellow": 0}
    assert PARTS["column 4, above the mountain"].base == -4
    assert gold(PARTS["column 4, above the mountain"]) == {"blue": -4}


def test_column_6_the_wizard_lifts_both_castles_of_rank_1() -> None:
    assert PARTS["column 6"].base == 7
    assert gold(PARTS["column 6"]) == {"yellow": 14, "blue": 14}


def test_the_totals_of_the_epoch() -> None:
    totals = {one.colour.value: (one.rows, one.columns, one.total) for one in SHEET.earnings}

    assert totals == {"red": (-5, 8, 3), "blue": (25, 29, 54), "yellow": (-6, 50, 44)}


def test_the_gold_after_the_epoch() -> None:
    gold = {purse.colour.value: purse.now for purse in score_game([EXAMPLE]).purses}

    assert gold == {"blue": 104, "yellow": 94, "red": 53}


def test_the_board_can_be_laid_from_one_box() -> None:
    assert problems(EXAMPLE) == ()
