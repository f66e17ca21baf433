"""Editions, grids, variants, set-ups and castles."""

from typing import Any

import pytest

from scoring import BASE, BASE_GAME, COURT, GIANTS, QUEENDOMINO, Box, Castle, Edition, Rules, RulesError
from scoring.castle import castles_of
from scoring.message import Message
from scoring.rules import GameSetup, game_setup


def test_the_usual_game_is_the_current_edition_on_5x5_without_variants() -> None:
    assert Rules() == Rules(edition=Edition.CURRENT, grid=5, harmony=False, middle_kingdom=False)


def test_only_the_original_edition_counts_crowns_after_the_largest_territory() -> None:
    assert Rules(Edition.CURRENT).edition.tie_breaks == ("largest_territory",)
    assert Rules(Edition.ORIGINAL, box=BASE + GIANTS + COURT).tie_breaks == ("largest_territory", "crowns")
    assert Rules(Edition.ORIGINAL, box=BASE + QUEENDOMINO).tie_breaks == ("largest_territory",)


@pytest.mark.parametrize("nonsense", [{"edition": "third"}, {"grid": 6}, {"grid": 0}])
def test_rules_no_rulebook_has_are_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="not") as refused:
        Rules(**nonsense)
    assert isinstance(refused.value.args[0], Message)


@pytest.mark.parametrize(
    ("players", "rules", "expected"),
    [
        (2, Rules(), GameSetup(2, 5, dominoes=24, dominoes_each=12)),
        (2, Rules(grid=7), GameSetup(2, 7, dominoes=48, dominoes_each=24)),
        (3, Rules(Edition.CURRENT), GameSetup(3, 5, dominoes=48, dominoes_each=12)),
        (3, Rules(Edition.ORIGINAL), GameSetup(3, 5, dominoes=36, dominoes_each=12)),
        (4, Rules(), GameSetup(4, 5, dominoes=48, dominoes_each=12)),
        (5, Rules(box=BASE + GIANTS), GameSetup(5, 5, dominoes=60, dominoes_each=12)),
        (2, Rules(box=BASE + GIANTS), GameSetup(2, 5, dominoes=30, dominoes_each=12)),
        (3, Rules(grid=7, box=BASE + QUEENDOMINO), GameSetup(3, 7, dominoes=72, dominoes_each=24)),
        (4, Rules(grid=7, box=BASE + QUEENDOMINO), GameSetup(4, 7, dominoes=96, dominoes_each=24)),
        (6, Rules(box=BASE + QUEENDOMINO), GameSetup(6, 5, dominoes=72, dominoes_each=12)),
    ],
)
def test_set_ups_are_those_of_the_rulebooks(players: int, rules: Rules, expected: GameSetup) -> None:
    assert game_setup(players, rules) == expected


@pytest.mark.parametrize(
    ("players", "grid", "box"),
    [
        (1, 5, BASE),
        (5, 5, BASE),
        (3, 7, BASE),
        (6, 5, BASE + GIANTS),
        (3, 7, BASE + GIANTS),
        (5, 5, QUEENDOMINO),
        (5, 7, BASE + QUEENDOMINO),
        (7, 5, BASE + QUEENDOMINO),
    ],
)
def test_other_numbers_of_players_are_refused(players: int, grid: int, box: Box) -> None:
    with pytest.raises(RulesError, match="players"):
        game_setup(players, Rules(grid=grid, box=box))


def test_a_box_has_four_castles_age_of_giants_a_brown_one_and_queendomino_four_of_its_own() -> None:
    assert [castle.value for castle in BASE_GAME] == ["blue", "green", "pink", "yellow"]
    assert castles_of(BASE + COURT) == BASE_GAME
    assert castles_of(BASE + GIANTS) == (*BASE_GAME, Castle.BROWN)
    assert [castle.value for castle in castles_of(QUEENDOMINO)] == ["orange", "purple", "white", "red"]
    assert all(str(castle.words) == castle.value == f"{castle}" for castle in Castle)
