"""Score sheets: the sums, and the bonuses with their reasons."""

import pytest

from scoring import Kingdom, Rules, score
from scoring.bonuses import Bonus

FULL = "wwwww/wwwww/wwCww/wwwww/wwwww"
WITH_HARMONY = Rules(harmony=True)
WITH_CENTRE = Rules(middle_kingdom=True)


def test_the_total_is_the_sum_of_the_territories() -> None:
    sheet = score(Kingdom.parse("w1 w C / f f1 f1 / l l l"))

    assert [t.points for t in sheet.territories] == [6, 2, 0]
    assert sheet.total == 8


def test_separate_territories_of_one_terrain_score_separately() -> None:
    assert score(Kingdom.parse("w1 w C w w1 w")).total == 2 * 1 + 3 * 1


def test_the_largest_territory_counts_without_crowns() -> None:
    assert score(Kingdom.parse("w1 w C / l l l")).largest_territory == 3


def test_an_empty_kingdom_scores_nothing() -> None:
    sheet = score(Kingdom.empty(5, 5), Rules(harmony=True, middle_kingdom=True))

    assert (sheet.total, sheet.largest_territory, sheet.crowns) == (0, 0, 0)


def test_lines_show_every_sum_and_bonus() -> None:
    sheet = score(Kingdom.parse("w1 w C"), Rules(harmony=True, middle_kingdom=True))

    assert tuple(map(str, sheet.lines)) == (
        "wheat 2 squares x 1 crown = 2",
        "Harmony +0: 22 squares of the 5x5 grid are empty",
        "Middle Kingdom +10: the castle is the centre of the 5x5 grid",
    )
    assert sheet.total == 12


def test_variants_are_off_unless_agreed() -> None:
    assert score(Kingdom.parse(FULL)).bonuses == ()


def test_a_complete_grid_earns_harmony() -> None:
    (bonus,) = score(Kingdom.parse(FULL), WITH_HARMONY).bonuses

    assert (bonus.bonus, bonus.points, bonus.earned) == (Bonus.HARMONY, 5, True)


def test_one_gap_misses_harmony_and_says_so() -> None:
    kingdom = Kingdom.parse(FULL.replace("w", ".", 1))
    (bonus,) = score(kingdom, WITH_HARMONY).bonuses

    assert (bonus.points, str(bonus.reason)) == (0, "1 square of the 5x5 grid is empty")


def test_a_complete_5x5_misses_harmony_on_a_7x7_grid() -> None:
    (bonus,) = score(Kingdom.parse(FULL), Rules(grid=7, harmony=True)).bonuses

    assert (bonus.points, str(bonus.reason)) == (0, "24 squares of the 7x7 grid are empty")


def test_a_complete_7x7_earns_harmony_there() -> None:
    kingdom = Kingdom.parse("/".join(["w" * 7] * 6 + ["C" + "w" * 6]))

    assert score(kingdom, Rules(grid=7, harmony=True)).bonuses[0].earned


def test_a_kingdom_larger_than_the_grid_misses_harmony() -> None:
    kingdom = Kingdom.parse("/".join(["w" * 6] * 5))

    assert str(score(kingdom, WITH_HARMONY).bonuses[0].reason) == "the kingdom is 5x6, larger than 5x5"


def test_the_castle_in_the_centre_earns_the_middle_kingdom_even_with_gaps() -> None:
    kingdom = Kingdom.parse("w...w/...../..C../...../w...w")

    assert score(kingdom, WITH_CENTRE).total == 10


@pytest.mark.parametrize("code", ["C", "Cw", "Cww", "wwC", "w.w/.C./w.w", "wwC/..w/..w"])
def test_a_kingdom_smaller_than_the_grid_can_have_its_castle_in_the_centre(code: str) -> None:
    """Wherever the grid can be laid over the kingdom with the castle in its centre."""
    assert score(Kingdom.parse(code), WITH_CENTRE).bonuses[0].earned


@pytest.mark.parametrize("code", ["Cwww", "wwwwC", "C/w/w/w"])
def test_a_square_further_than_two_from_the_castle_misses_the_middle_kingdom(code: str) -> None:
    assert not score(Kingdom.parse(code), WITH_CENTRE).bonuses[0].earned


def test_on_7x7_three_squares_from_the_castle_are_still_the_middle_kingdom() -> None:
    assert score(Kingdom.parse("Cwww"), Rules(grid=7, middle_kingdom=True)).bonuses[0].earned
    assert not score(Kingdom.parse("Cwwww"), Rules(grid=7, middle_kingdom=True)).bonuses[0].earned


def test_without_a_castle_there_is_no_middle_kingdom() -> None:
    assert str(score(Kingdom.parse("www"), WITH_CENTRE).bonuses[0].reason) == "the kingdom has no castle"


def test_bonuses_of_a_mix_of_variants_add_up() -> None:
    assert score(Kingdom.parse(FULL), Rules(harmony=True, middle_kingdom=True)).total == 15


def test_a_kingdom_that_breaks_the_rules_still_gets_its_score() -> None:
    assert score(Kingdom.parse("w3w3w3")).total == 3 * 9
