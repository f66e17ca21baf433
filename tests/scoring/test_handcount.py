"""A hand count beside ours."""

import pytest

from scoring import Kingdom, Rules, ScoreSheet, Terrain, explain_terrains, explain_total, score

SHEET = score(Kingdom.parse("w1 w w . l / . . C . l / f1 f1 . w1 ."))  # wheat 3 and 1, forest 4, lake 0


def texts(total: int, sheet: ScoreSheet = SHEET) -> list[str]:
    return [str(slip.text) for slip in explain_total(sheet, total)]


def test_a_right_count_needs_no_explanation() -> None:
    assert SHEET.total == 8
    assert explain_total(SHEET, 8) == ()


def test_a_territory_left_out_is_named_with_its_sum_and_squares() -> None:
    slip = explain_total(SHEET, 4)[0]

    assert str(slip.text) == (
        "The forest territory from row 3, column 1 on was left out: forest 2 squares x 2 crowns = 4"
    )
    assert slip.positions == ((2, 0), (2, 1))


def test_a_territory_without_a_crown_that_was_counted_is_named() -> None:
    text = "The lake territory from row 1, column 5 on has no crown and earns nothing: lake 2 squares x 0 crowns = 0"

    assert text in texts(10)


def test_an_overlooked_crown_is_named() -> None:
    assert any(text.startswith("A crown was overlooked in the forest territory") for text in texts(6))


def test_an_overlooked_square_is_named() -> None:
    assert any(text.startswith("A square was overlooked in the wheat territory from row 1") for text in texts(7))


def test_two_territories_counted_as_one_are_named() -> None:
    """Four squares with two crowns would be 8 instead of 3 + 1."""
    assert any(text.startswith("Two separate wheat territories were counted as one") for text in texts(12))


def test_a_forgotten_bonus_comes_first() -> None:
    sheet = score(Kingdom.parse("w1w C"), Rules(middle_kingdom=True))

    assert texts(2, sheet)[0].startswith("A bonus was left out: Middle Kingdom +10")


def test_a_missed_bonus_that_was_counted_is_named() -> None:
    sheet = score(Kingdom.parse("w1w C"), Rules(harmony=True))

    assert texts(7, sheet)[0].startswith("A bonus was counted that was not earned: Harmony +0")


def test_what_no_single_slip_explains_is_said() -> None:
    assert texts(60) == ["The total is 8: 52 points too many, and no single mistake explains it"]


def test_a_count_by_terrain_is_explained_where_it_differs() -> None:
    slips = explain_terrains(SHEET, {Terrain.FOREST: 4, Terrain.WHEAT: 1, Terrain.LAKE: 2})

    assert [str(slip.text).split(":")[0] for slip in slips] == [
        "The wheat territory from row 1, column 1 on was left out",
        "A crown was overlooked in the wheat territory from row 1, column 1 on",
        "The lake territory from row 1, column 5 on has no crown and earns nothing",
        "A crown too many was counted in the lake territory from row 1, column 5 on",
    ]


def test_a_terrain_that_is_not_there_cannot_be_explained() -> None:
    assert str(explain_terrains(SHEET, {Terrain.MINE: 3})[0].text) == (
        "mine is 0: 3 points too many, and no single mistake explains it"
    )


@pytest.mark.parametrize("total", range(0, 30))
def test_every_wrong_count_gets_an_answer(total: int) -> None:
    assert bool(explain_total(SHEET, total)) == (total != SHEET.total)
