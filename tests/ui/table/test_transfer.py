"""Games on their way between tables and from other programs: read again, once, as what they were."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from types import ModuleType

import pytest

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from tests.ui.played_elsewhere import BG_STATS, export
from ui.table import forms, transfer
from ui.table.converter import FormatError
from ui.table.finished import BroughtIn, Game, Played, Result
from ui.table.forms import MOST_BYTES, MOST_GAMES, games_in, games_text, table_in, table_text
from ui.table.history import known_players
from ui.table.names import LONGEST_NAME
from ui.table.table import Table
from ui.table.transfer import (
    SURELY_ONE,
    Found,
    added,
    games_of,
    in_files,
    in_its_dynasty,
    new_to,
    resumed,
    together,
    with_under_way,
)

LONG_NAME = "\N{CROWN}" * LONGEST_NAME  # six or twelve letters each in a file
LARGEST = Kingdom.parse("/".join(["w3" * 13] * 13))


def game(number: int, dynasty: int | None = None, kingdom: Kingdom = LARGEST, name: str = LONG_NAME) -> Game:
    players = (Played(f"{name[:-1]}{at}", castle, kingdom) for at, castle in enumerate(list(Castle)[:4]))
    return Game(number, EVENING + timedelta(minutes=number), USUAL_RULES, tuple(players), dynasty)


def small(number: int, dynasty: int | None = None) -> Game:
    return game(number, dynasty, Kingdom.parse("C w1"), "Ana ")


def test_games_from_a_file_are_added_once_and_without_their_boards() -> None:
    games = games_in(games_text([small(1)])).over
    table = added(Table(games=(small(7),)), games)

    assert [one.number for one in table.games] == [7, 8]
    assert added(table, games) == table


def test_dynasties_stay_dynasties_wherever_they_come_from() -> None:
    first, second = [small(1, 1), small(2, 1), small(3, 1)], [small(1), small(2, 2), small(3, 2)]
    second = [replace(one, played=one.played + timedelta(days=1)) for one in second]

    games = games_in(games_text(together([first, second]))).over
    assert [(one.number, one.dynasty) for one in games if isinstance(one, Game)] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, None),
        (5, 5),
        (6, 5),
    ]
    known = Table(games=(first[0],))
    assert [one.dynasty for one in added(known, games).games if isinstance(one, Game)] == [1, 1, 1, None, 5, 5]


def test_a_game_under_way_goes_on_where_it_is_brought_back() -> None:
    laid = replace(small(4, dynasty=3), players=tuple(replace(one, checked=False) for one in small(4).players))

    saved = games_in(games_text(*with_under_way([[small(1)]], [small(2), small(3, 3)], laid)))
    assert saved.under_way is not None
    table = in_its_dynasty(added(resumed(saved.under_way), saved.over), saved)

    assert [(seat.name, seat.colour) for seat in table.seats] == [(one.name, one.colour) for one in laid.players]
    assert [seat.board and (seat.board.kingdom, seat.board.checked) for seat in table.seats] == [
        (one.kingdom, False) for one in laid.players
    ]
    assert [game.played for game in table.dynasty_games] == [small(3).played]
    assert table.recorded is None
    assert new_to(saved.over, table.games) == ()


def test_as_many_games_as_are_surely_one_file_fit_into_it_with_the_one_under_way() -> None:
    last, under_way = game(SURELY_ONE), game(SURELY_ONE + 1)
    one, two = (len(games_text([last] * number, under_way)) for number in (1, 2))

    assert one + (SURELY_ONE - 1) * (two - one) <= MOST_BYTES
    assert SURELY_ONE <= MOST_GAMES
    assert in_files([last]) == [(last,)]
    assert games_in(games_text([last])).over == (last,)


@pytest.mark.parametrize(("module", "limit", "most"), [(forms, "MOST_BYTES", 9_000), (transfer, "MOST_GAMES", 4)])
def test_more_games_than_one_file_may_hold_are_several_that_part_no_dynasty(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, limit: str, most: int
) -> None:
    monkeypatch.setattr(transfer, "SURELY_ONE", 3)
    monkeypatch.setattr(module, limit, most)
    games = [small(number, 1 + 3 * ((number - 1) // 3)) for number in range(1, 31)]

    files = in_files(games)

    assert len(files) > 1
    assert [one for file in files for one in file] == games
    assert all((len(file) if limit == "MOST_GAMES" else len(games_text(file))) <= most for file in files)
    assert all(len(file) % 3 == 0 for file in files)


# --- From BG Stats


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
    assert [game.is_knizia for game in found.games.over] == [False, True]
    assert found.left_out == 2


def test_games_of_one_day_come_one_second_apart() -> None:
    games = brought(export(("2024-01-05", {"Ana": 5, "Ben": 4}), ("2024-01-05", {"Ben": 3, "Ana": 2}))).games.over

    assert games[1].played - games[0].played == timedelta(seconds=1)


@pytest.mark.parametrize("time", ["yesterday", "2024-02-30", "0024-01-05", "05.01.2024", ""])
def test_play_without_a_valid_time_is_skipped(time: str) -> None:
    found = brought(export((time, {"Ana": 5}), ("2024-01-05", {"Ana": 4})))

    assert [found.left_out, len(found.games.over)] == [1, 1]


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
        brought(content)


def test_file_imported_twice_adds_nothing() -> None:
    content = export(*[("2024-01-05", {"Ana": 54, "Ben": 47})] * 2, ("2024-01-06", {"Ana": 3}))
    table = added(Table(), brought(content).games.over)

    assert new_to(brought(content).games.over, table.games) == ()


def test_same_points_within_a_day_are_the_same_game() -> None:
    table = added(Table(), brought(export(("2024-01-05", {"Ana": 54, "Ben": 47}))).games.over)
    later = export(("2024-01-05 22:40", {"Ben": 47, "Ana": 54}), ("2024-01-09", {"Ana": 54, "Ben": 47}))

    assert [game.played.day for game in new_to(brought(later).games.over, table.games)] == [9]


def test_game_with_boards_is_not_imported_without_them() -> None:
    players = (Played("Ana", Castle.BLUE, Kingdom.parse("C w1")), Played("Ben", Castle.PINK, Kingdom.parse("C m3")))
    game = Game(1, EVENING, USUAL_RULES, players)

    def new(bens_points: int) -> int:
        content = export(("2026-11-21", {"ana": 1, "Ben": bens_points}))
        return len(new_to(brought(content).games.over, [game]))

    assert [new(3), new(2)] == [0, 1]


def test_such_a_game_is_kept_saved_and_renamed_like_any_other() -> None:
    table = added(Table(), brought(json.dumps(BG_STATS)).games.over).with_player("Ana", Castle.BLUE)

    assert table_in(table_text(table)) == table
    assert games_in(games_text(table.games)).over == table.games
    assert known_players([table]) == {"Ana": None, "Ben": None, "Anonymous player": None, "Anonymous player 2": None}
    renamed = table.with_name(1, "Anna").games[0]
    assert isinstance(renamed, BroughtIn)
    assert renamed.players[0] == Result("Anna", 54)
