"""Games from BG Stats and from CSV files: whose, when, who won; what is theirs alone is left out; each comes once."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from tests.ui.played_elsewhere import BG_STATS, CSV
from ui.table.converter import FormatError
from ui.table.finished import BroughtIn, Game, Played, Scored
from ui.table.forms import games_in, games_text, table_in, table_text
from ui.table.history import known_players
from ui.table.table import Table, with_name
from ui.table.transfer import Found, added, games_of, new_to


def brought(content: str | bytes) -> Found:
    return games_of(content if isinstance(content, bytes) else content.encode(), EVENING)


def told(content: str | bytes) -> list[tuple[str, dict[str, int], list[str]]]:
    """When each game was played, everybody's points, and who won."""
    games = [game for game in brought(content).games.over if isinstance(game, BroughtIn)]
    return [
        (
            game.played.isoformat(" ", "minutes")[:16],
            {one.name: one.points for one in game.players},
            [one.name for one in game.results if one.won],
        )
        for game in games
    ]


def test_bg_stats_gives_the_games_that_are_scored_here_with_their_winners() -> None:
    assert told(json.dumps(BG_STATS)) == [
        ("2024-01-05 20:30", {"Ana": 54, "Anonymous player": 54, "Anonymous player 2": 12}, ["Anonymous player"]),
        ("2024-01-07 12:00", {"Ana": 120, "Ben": -5}, ["Ana"]),
    ]
    found = brought(json.dumps(BG_STATS))
    assert [game.of_kingdoms for game in found.games.over] == [False, True]
    assert found.left_out == 2


@pytest.mark.parametrize("content", [*CSV, CSV[0].encode("utf-16"), "\ufeff" + CSV[1]])
def test_a_csv_has_games_in_lines_players_in_lines_or_players_in_columns(content: str | bytes) -> None:
    first, second = told(content)

    assert first == ("2024-01-05 12:00", {"Ana": 54, "Ben": 47}, ["Ana"])
    assert second[1:] == ({"Ben": 30, "Cleo": 30}, ["Ben", "Cleo"])


def test_a_player_who_comes_again_in_the_lines_of_a_day_begins_the_next_game() -> None:
    games = told("2024-01-05,Ana,54\n2024-01-05,Ben,47\n2024-01-05,Ben,20\n2024-01-05,Ana,10\n")

    assert [points for _, points, _ in games] == [{"Ana": 54, "Ben": 47}, {"Ben": 20, "Ana": 10}]


def test_letters_of_windows_are_read() -> None:
    assert told("05.01.2024;Zoé;5;Ben;4".encode("cp1252"))[0][1] == {"Zoé": 5, "Ben": 4}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("11/12/2024,Ana,54", "11/12/2024 may be two days; write the year first"),
        ("2024-01-05,Ana,54\nyesterday,Ana,54", "line 2: a CSV has a date in every line"),
        ("2024-01-05,Ana,54,ANA,3", "line 1: a CSV"),
        ("2024-01-05,\u3164,54", "line 1: a CSV"),
        ("2024-01-05" + ",Ana,5" * 4_000, "a CSV"),
        ("minutes of the meeting\n" * 9, "line 1: a CSV"),
        ("", "a CSV"),
        (b"\xff\xd8\xff\xe0\0\0", "this file holds no games"),
        ('{"plays": [], "players": [], "games": [], "playerScores": 1}', "holds no game of Kingdomino or Kingdoms"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_line(content: str | bytes, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        brought(content)


def test_the_same_file_comes_once_and_so_does_the_same_game_from_elsewhere() -> None:
    content = "2024-01-05,Ana,54,Ben,47\n" * 2 + "2024-01-06,Ana,3\n"
    table = added(Table(), brought(content).games.over)
    later = "2024-01-05 22:40,Ben,47,Ana,54\n2024-01-09,Ana,54,Ben,47\n"

    assert new_to(brought(content).games.over, table.games) == ()
    assert [game.played.day for game in new_to(brought(later).games.over, table.games)] == [9]


def test_a_game_whose_boards_are_here_does_not_come_without_them() -> None:
    players = (Played("Ana", Castle.BLUE, Kingdom.parse("C w1")), Played("Ben", Castle.PINK, Kingdom.parse("C m3")))
    game = Game(1, EVENING, USUAL_RULES, players)

    assert new_to(brought("2026-11-21,ana,1,Ben,3").games.over, [game]) == ()
    assert len(new_to(brought("2026-11-21,ana,1,Ben,2").games.over, [game])) == 1


def test_such_a_game_is_kept_saved_and_renamed_like_any_other() -> None:
    table = added(Table(), brought(json.dumps(BG_STATS)).games.over).with_player("Ana", Castle.BLUE)

    assert table_in(table_text(table)) == table
    assert games_in(games_text(table.games)).over == table.games
    assert known_players([table]) == {"Ana": None, "Ben": None, "Anonymous player": None, "Anonymous player 2": None}
    renamed = with_name(table, 1, "Anna").games[0]
    assert isinstance(renamed, BroughtIn)
    assert renamed.players[0] == Scored("Anna", 54)


def test_games_at_one_time_are_told_apart_by_a_second() -> None:
    first, second = brought("2024-01-05,Ana,1\n2024-01-05,Ana,2\n").games.over

    assert second.played - first.played == timedelta(seconds=1)
