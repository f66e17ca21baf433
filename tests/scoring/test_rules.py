"""Editions, grids, variants and set-ups."""

from typing import Any

import pytest

from scoring import Edition, Rules, RulesError
from scoring.message import Message
from scoring.rules import GameSetup, game_setup


def test_the_usual_game_is_the_current_edition_on_5x5_without_variants() -> None:
    assert Rules() == Rules(edition=Edition.CURRENT, grid=5, harmony=False, middle_kingdom=False)


def test_only_the_original_edition_counts_crowns_after_the_largest_territory() -> None:
    assert Rules(Edition.CURRENT).edition.tie_breaks == ("largest_territory",)
    assert Rules(Edition.ORIGINAL).edition.tie_breaks == ("largest_territory", "crowns")


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
    ],
)
def test_set_ups_are_those_of_the_rulebooks(players: int, rules: Rules, expected: GameSetup) -> None:
    assert game_setup(players, rules) == expected


@pytest.mark.parametrize(("players", "grid"), [(1, 5), (5, 5), (3, 7), (4, 7)])
def test_other_numbers_of_players_are_refused(players: int, grid: int) -> None:
    with pytest.raises(RulesError, match="players"):
        game_setup(players, Rules(grid=grid))
