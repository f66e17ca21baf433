"""Score sheets with territories and bonuses; standings, tie-breaks and Dynasty."""

from __future__ import annotations

import pytest

from scoring import (
    Kingdom,
    Position,
    Rulebook,
    Rules,
    RulesError,
    ScoreSheet,
    rank,
    rank_dynasty,
    score,
)
from scoring.bonuses import Bonus
from scoring.territories import find_territories
from scoring.wording import describe_reason


def test_territories_are_sorted_by_points_and_size() -> None:
    found = find_territories(Kingdom.parse("s . w1 w . l l l / m1 . . . . . . ."))

    assert [t.terrain.letter for t in found] == ["w", "m", "l", "s"]
    assert [str(t) for t in found[1:3]] == ["mine 1 square x 1 crown = 1", "lake 3 squares x 0 crowns = 0"]


def test_lines_show_every_sum_and_bonus() -> None:
    sheet = score(Kingdom.parse("w1 w C"), Rules(harmony=True, middle_kingdom=True))

    assert tuple(map(str, sheet.lines)) == (
        "wheat 2 squares x 1 crown = 2",
        "Harmony +0: 22 squares of the 5x5 grid are empty",
        "Middle Kingdom +10: the castle is the centre of the 5x5 grid",
    )
    assert sheet.total == 12


FULL = "wwwww/wwwww/wwCww/wwwww/wwwww"


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
    assert str(describe_reason(bonus)) == reason


WIDE = "wwwww/wwCww/wwwww/wwwww"


@pytest.mark.parametrize(
    ("code", "grid", "place", "points"),
    [
        ("w...w/...../..C../...../w...w", 5, None, 10),
        *[(code, 5, None, 10) for code in ("C", "Cw", "Cww", "wwC", "w.w/.C./w.w", "wwC/..w/..w")],  # can be laid so
        *[(code, 5, None, 0) for code in ("Cwww", "wwwwC", "C/w/w/w", "www")],
        ("Cwww", 7, None, 10),
        ("Cwwww", 7, None, 0),
        (WIDE, 5, None, 10),
        (WIDE, 5, (1, 0), 10),  # where the players say it lies
        (WIDE, 5, (0, 0), 0),
        (WIDE, 5, (4, 4), 10),  # a place that the kingdom has outgrown
    ],
)
def test_the_middle_kingdom_is_the_castle_in_the_centre(
    code: str, grid: int, place: Position | None, points: int
) -> None:
    (bonus,) = score(Kingdom.parse(code), Rules(grid=grid, middle_kingdom=True), offset=place).bonuses

    assert bonus.points == points


# --- Places

CURRENT, ORIGINAL = Rulebook.CURRENT, Rulebook.ORIGINAL
LEVEL = {"Ana": "w1 f1 C ll", "Ben": "w1 w C ll"}


def sheets(codes: dict[str, str]) -> dict[str, ScoreSheet]:
    return {player: score(Kingdom.parse(code)) for player, code in codes.items()}


@pytest.mark.parametrize(
    ("codes", "rulebook", "told"),
    [
        ({}, CURRENT, []),
        ({"Ana": "w1"}, CURRENT, [("Ana", 1, "the only kingdom")]),
        (
            {"Cem": "w1", "Ben": "w1ww", "Ana": "w1www"},
            CURRENT,
            [("Ana", 1, "1 point ahead"), ("Ben", 2, "1 point behind Ana"), ("Cem", 3, "2 points behind Ben")],
        ),
        (
            {"Ben": "w1w1", "Ana": "w1www"},
            CURRENT,
            [
                ("Ana", 1, "tied on 4; larger territory than Ben (4 to 2)"),
                ("Ben", 2, "tied on 4; Ana has the larger territory (4 to 2)"),
            ],
        ),
        (  # a territory without crowns counts as well
            {"Ben": "w1 C l", "Ana": "w1 C l l"},
            CURRENT,
            [
                ("Ana", 1, "tied on 1; larger territory than Ben (2 to 1)"),
                ("Ben", 2, "tied on 1; Ana has the larger territory (2 to 1)"),
            ],
        ),
        (
            LEVEL,
            CURRENT,
            [
                ("Ana", 1, "shares the victory: 2 points and a largest territory of 2 squares each"),
                ("Ben", 1, "shares the victory: 2 points and a largest territory of 2 squares each"),
            ],
        ),
        (
            LEVEL,
            ORIGINAL,
            [
                ("Ana", 1, "tied on 2 and on territory; more crowns than Ben (2 to 1)"),
                ("Ben", 2, "tied on 2 and on territory; Ana has more crowns (2 to 1)"),
            ],
        ),
        (
            {"Ana": "w1", "Ben": "w1", "Cem": "l", "Dia": "l"},
            CURRENT,
            [
                ("Ana", 1, "shares the victory: 1 point and a largest territory of 1 square each"),
                ("Ben", 1, "shares the victory: 1 point and a largest territory of 1 square each"),
                ("Cem", 3, "shares place 3: 0 points and a largest territory of 1 square each"),
                ("Dia", 3, "shares place 3: 0 points and a largest territory of 1 square each"),
            ],
        ),
    ],
)
def test_tie_breaks_follow_the_rulebook(
    codes: dict[str, str], rulebook: Rulebook, told: list[tuple[str, int, str]]
) -> None:
    assert [(one.player, one.rank, str(one)) for one in rank(sheets(codes), Rules(rulebook))] == told


@pytest.mark.parametrize(
    ("games", "told"),
    [
        (
            [{"Ana": "w1w", "Ben": "w1ww"}, {"Ana": "w1w", "Ben": "l"}, {"Ana": "l", "Ben": "l"}],
            [("Ana", (2, 2, 0), 4, 1), ("Ben", (3, 0, 0), 3, 2)],
        ),
        (  # equal totals share the victory, whatever the territories
            [{"Ana": "w1www", "Ben": "w1w1"}] * 3,
            [("Ana", (4, 4, 4), 12, 1), ("Ben", (4, 4, 4), 12, 1)],
        ),
        ([{"Ana": "w1", "Ben": "w1w"}], [("Ben", (2,), 2, 1), ("Ana", (1,), 1, 2)]),  # before its last game
    ],
)
def test_a_dynasty_adds_three_games(
    games: list[dict[str, str]], told: list[tuple[str, tuple[int, ...], int, int]]
) -> None:
    standings = rank_dynasty([sheets(game) for game in games])

    assert [(one.player, one.points, one.total, one.rank) for one in standings] == told


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([], "3 games, not 0"),
        ([{"Ana": "w1"}] * 4, "3 games, not 4"),
        ([{"Ana": "w"}, {"Ana": "w", "Ben": "w"}], "Ben has no kingdom in game 1"),
        ([{"Ana": "w", "Ben": "w"}, {"Ana": "w"}], "Ben has no kingdom in game 2"),
    ],
)
def test_a_dynasty_has_three_games_of_the_same_players(games: list[dict[str, str]], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        rank_dynasty([sheets(game) for game in games])
