"""Games of several tables are merged, deduplicated and split for files."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import ModuleType

import pytest

from scoring import DEFAULT_RULES, Kingdom
from scoring.castle import Castle
from tests.ui.factories import EVENING
from tests.ui.import_samples import make_bgstats_export
from ui.table import merge, serialization
from ui.table.completed_games import Game, PlayerBoard
from ui.table.imports.detect import import_games
from ui.table.merge import MAX_GAMES_PER_FILE, add_games, deduplicate, merge_games, split_into_files
from ui.table.names import LONGEST_NAME
from ui.table.serialization import MAX_BYTES, MAX_GAMES, SavedGames, dumps_games, loads_games
from ui.table.table import Table

LONG_NAME = "\N{CROWN}" * LONGEST_NAME  # six or twelve letters each in a file
LARGEST = Kingdom.parse("/".join(["w3" * 13] * 13))


def game(number: int, dynasty: int | None = None, kingdom: Kingdom = LARGEST, name: str = LONG_NAME) -> Game:
    players = (PlayerBoard(f"{name[:-1]}{at}", castle, kingdom) for at, castle in enumerate(list(Castle)[:4]))
    return Game(number, EVENING + timedelta(minutes=number), DEFAULT_RULES, tuple(players), dynasty)


def small(number: int, dynasty: int | None = None) -> Game:
    return game(number, dynasty, Kingdom.parse("C w1"), "Ana ")


def test_games_are_added_once_and_without_boards() -> None:
    games = loads_games(dumps_games([small(1)])).finished
    table = add_games(Table(games=(small(7),)), games)

    assert [one.number for one in table.games] == [7, 8]
    assert add_games(table, games) == table


def test_dynasties_stay_dynasties() -> None:
    first, second = [small(1, 1), small(2, 1), small(3, 1)], [small(1), small(2, 2), small(3, 2)]
    second = [replace(one, played=one.played + timedelta(days=1)) for one in second]

    games = loads_games(dumps_games(merge_games([first, second]))).finished
    assert [(one.number, one.dynasty) for one in games if isinstance(one, Game)] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, None),
        (5, 5),
        (6, 5),
    ]
    known = Table(games=(first[0],))
    assert [one.dynasty for one in add_games(known, games).games if isinstance(one, Game)] == [1, 1, 1, None, 5, 5]


def test_most_games_per_file_fit_into_a_file() -> None:
    last, under_way = game(MAX_GAMES_PER_FILE), game(MAX_GAMES_PER_FILE + 1)
    one, two = (len(dumps_games(SavedGames((last,) * number, under_way))) for number in (1, 2))

    assert one + (MAX_GAMES_PER_FILE - 1) * (two - one) <= MAX_BYTES
    assert MAX_GAMES_PER_FILE <= MAX_GAMES
    assert split_into_files([last]) == [(last,)]
    assert loads_games(dumps_games([last])).finished == (last,)


@pytest.mark.parametrize(("module", "limit", "most"), [(serialization, "MAX_BYTES", 9_000), (merge, "MAX_GAMES", 4)])
def test_files_do_not_split_a_dynasty(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, limit: str, most: int
) -> None:
    monkeypatch.setattr(merge, "MAX_GAMES_PER_FILE", 3)
    monkeypatch.setattr(module, limit, most)
    games = [small(number, 1 + 3 * ((number - 1) // 3)) for number in range(1, 31)]

    files = split_into_files(games)

    assert len(files) > 1
    assert [one for file in files for one in file] == games
    assert all((len(file) if limit == "MAX_GAMES" else len(dumps_games(file))) <= most for file in files)
    assert all(len(file) % 3 == 0 for file in files)


def test_file_imported_twice_adds_nothing() -> None:
    content = make_bgstats_export(*[("2024-01-05", {"Ana": 54, "Ben": 47})] * 2, ("2024-01-06", {"Ana": 3}))
    table = add_games(Table(), import_games(content, EVENING).games.finished)

    assert deduplicate(import_games(content, EVENING).games.finished, table.games) == ()


def test_same_points_within_a_day_are_the_same_game() -> None:
    first = make_bgstats_export(("2024-01-05", {"Ana": 54, "Ben": 47}))
    table = add_games(Table(), import_games(first, EVENING).games.finished)
    later = make_bgstats_export(("2024-01-05 22:40", {"Ben": 47, "Ana": 54}), ("2024-01-09", {"Ana": 54, "Ben": 47}))

    assert [game.played.day for game in deduplicate(import_games(later, EVENING).games.finished, table.games)] == [9]


def test_game_with_boards_is_not_imported_without_them() -> None:
    players = (
        PlayerBoard("Ana", Castle.BLUE, Kingdom.parse("C w1")),
        PlayerBoard("Ben", Castle.PINK, Kingdom.parse("C m3")),
    )
    game = Game(1, EVENING, DEFAULT_RULES, players)

    def new(bens_points: int) -> int:
        content = make_bgstats_export(("2026-11-21", {"ana": 1, "Ben": bens_points}))
        return len(deduplicate(import_games(content, EVENING).games.finished, [game]))

    assert [new(3), new(2)] == [0, 1]
