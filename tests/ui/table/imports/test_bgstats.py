"""Games are imported from exports of BG Stats, and other files are refused."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from scoring.castle import Castle
from tests.ui.factories import EVENING
from tests.ui.import_samples import BG_STATS, make_bgstats_export
from ui.table.completed_games import ImportedGame, Result
from ui.table.imports.bgstats import ImportResult
from ui.table.imports.detect import import_games
from ui.table.merge import add_games
from ui.table.name_suggestions import collect_players
from ui.table.serialization import dumps_games, dumps_table, loads_games, loads_table
from ui.table.strict_json import FormatError
from ui.table.table import Table


def read(content: str | bytes) -> ImportResult:
    return import_games(content if isinstance(content, bytes) else content.encode(), EVENING)


def summarize(content: str | bytes) -> list[tuple[str, dict[str, int], list[str]]]:
    """Return time, points by player and winners of each game."""
    games = [game for game in read(content).games.finished if isinstance(game, ImportedGame)]
    return [
        (
            game.played.isoformat(" ", "minutes")[:16],
            {one.name: one.points for one in game.players},
            [one.name for one in game.results if one.won],
        )
        for game in games
    ]


def test_games_have_points_and_winners() -> None:
    assert summarize(json.dumps(BG_STATS)) == [
        ("2024-01-05 20:30", {"Ana": 54, "Anonymous player": 54, "Anonymous player 2": 12}, ["Anonymous player"]),
        ("2024-01-07 12:00", {"Ana": 120, "Ben": -5}, ["Ana"]),
    ]
    found = read(json.dumps(BG_STATS))
    assert [game.is_knizia for game in found.games.finished] == [False, True]
    assert found.skipped == 2


def test_games_of_one_day_come_one_second_apart() -> None:
    content = make_bgstats_export(("2024-01-05", {"Ana": 5, "Ben": 4}), ("2024-01-05", {"Ben": 3, "Ana": 2}))
    games = read(content).games.finished

    assert games[1].played - games[0].played == timedelta(seconds=1)


@pytest.mark.parametrize("time", ["yesterday", "2024-02-30", "0024-01-05", "05.01.2024", ""])
def test_play_without_a_valid_time_is_skipped(time: str) -> None:
    found = read(make_bgstats_export((time, {"Ana": 5}), ("2024-01-05", {"Ana": 4})))

    assert [found.skipped, len(found.games.finished)] == [1, 1]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("2026-11-21,Ana,54,Ben,47", "this file holds no games"),
        ("", "this file holds no games"),
        (b"\xff\xd8\xff\xe0\0\0", "this file holds no games"),
        ('{"plays": [], "players": [], "games": [], "playerScores": 1}', "holds no game of Kingdomino or Kingdoms"),
    ],
)
def test_other_files_are_refused(content: str | bytes, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read(content)


def test_imported_game_is_stored_and_renamed() -> None:
    table = add_games(Table(), read(json.dumps(BG_STATS)).games.finished).with_player("Ana", Castle.BLUE)

    assert loads_table(dumps_table(table)) == table
    assert loads_games(dumps_games(table.games)).finished == table.games
    assert collect_players([table]) == {"Ana": None, "Ben": None, "Anonymous player": None, "Anonymous player 2": None}
    renamed = table.with_name(1, "Anna").games[0]
    assert isinstance(renamed, ImportedGame)
    assert renamed.players[0] == Result("Anna", 54)
