"""Score sheets with their territories, bonuses and reasons."""

from __future__ import annotations

import pytest

from scoring import Kingdom, Position, Rules, highlights, score
from scoring.bonuses import Bonus
from scoring.territories import territories


def test_territories_come_by_points_then_size_then_from_the_top_left() -> None:
    found = territories(Kingdom.parse("s . w1 w . l l l / m1 . . . . . . ."))

    assert [t.terrain.letter for t in found] == ["w", "m", "l", "s"]
    assert [str(t.line) for t in found[1:3]] == ["mine 1 square x 1 crown = 1", "lake 3 squares x 0 crowns = 0"]


def test_a_bonus_that_is_not_played_is_not_mentioned() -> None:
    kingdom = Kingdom.parse("l l l l . / f1 f1 C w w / . . . . w")

    assert tuple(map(str, highlights(kingdom))) == (
        "The largest territory: lake 4 squares x 0 crowns = 0",
        "The most valuable territory: forest 2 squares x 2 crowns = 4",
        "7 squares earned nothing: no crown in their territories",
    )


# --- Score sheets


FULL = "wwwww/wwwww/wwCww/wwwww/wwwww"


def test_lines_show_every_sum_and_bonus() -> None:
    sheet = score(Kingdom.parse("w1 w C"), Rules(harmony=True, middle_kingdom=True))

    assert tuple(map(str, sheet.lines)) == (
        "wheat 2 squares x 1 crown = 2",
        "Harmony +0: 22 squares of the 5x5 grid are empty",
        "Middle Kingdom +10: the castle is the centre of the 5x5 grid",
    )
    assert sheet.total == 12


@pytest.mark.parametrize(
    ("code", "grid", "earned", "reason"),
    [
        (FULL, 5, True, "the 5x5 grid is complete"),
        (FULL.replace("w", ".", 1), 5, False, "1 square of the 5x5 grid is empty"),
        (FULL, 7, False, "24 squares of the 7x7 grid are empty"),
        ("/".join(["w" * 7] * 6 + ["C" + "w" * 6]), 7, True, "the 7x7 grid is complete"),
        ("/".join(["w" * 6] * 5), 5, False, "the kingdom is 5x6, larger than 5x5"),
    ],
)
def test_harmony_is_a_grid_without_a_gap(code: str, grid: int, earned: bool, reason: str) -> None:
    (bonus,) = score(Kingdom.parse(code), Rules(grid=grid, harmony=True)).bonuses

    assert (bonus.bonus, bonus.points, bonus.earned) == (Bonus.HARMONY, 5 * earned, earned)
    assert str(bonus.reason) == reason


@pytest.mark.parametrize(
    ("code", "grid", "points"),
    [
        ("w...w/...../..C../...../w...w", 5, 10),
        *[(code, 5, 10) for code in ("C", "Cw", "Cww", "wwC", "w.w/.C./w.w", "wwC/..w/..w")],  # where it can be laid so
        *[(code, 5, 0) for code in ("Cwww", "wwwwC", "C/w/w/w", "www")],
        ("Cwww", 7, 10),
        ("Cwwww", 7, 0),
    ],
)
def test_the_middle_kingdom_is_the_castle_in_the_centre(code: str, grid: int, points: int) -> None:
    (bonus,) = score(Kingdom.parse(code), Rules(grid=grid, middle_kingdom=True)).bonuses

    assert bonus.points == points


@pytest.mark.parametrize(
    ("place", "points"),
    [(None, 10), ((1, 0), 10), ((0, 0), 0), ((4, 4), 10)],  # the last is a place that the kingdom has outgrown
)
def test_the_middle_kingdom_is_earned_where_the_players_say_the_kingdom_lies(
    place: Position | None, points: int
) -> None:
    wide = Kingdom.parse("wwwww/wwCww/wwwww/wwwww")

    (bonus,) = score(wide, Rules(middle_kingdom=True), place=place).bonuses

    assert bonus.points == points
