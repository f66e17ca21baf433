"""Games looked back on: one entry a game, one for a Dynasty of three, the last played first."""

from __future__ import annotations

from datetime import timedelta

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from ui.table.finished import Game, Played
from ui.table.history import entries, entry_in
from ui.table.kingdoms import Past


def game(number: int, dynasty: int | None = None, name: str = "Ana") -> Game:
    players = (Played(name, Castle.BLUE, Kingdom.parse("C w1")),)
    return Game(number, EVENING + timedelta(hours=number), USUAL_RULES, players, dynasty)


def test_the_games_of_a_dynasty_are_one_entry_and_all_others_one_each() -> None:
    found = entries([(7, [game(1), game(2, 2), game(3, 2), game(4, 2), game(5, 5)]), (8, [game(1)])])

    assert {entry.key: [one.number for one in entry.games] for entry in found} == {
        "7-1": [1],
        "7-2": [2, 3, 4],
        "7-5": [5],
        "8-1": [1],
    }
    assert [entry.key for entry in found if entry.dynasty] == ["7-5", "7-2"]


def test_the_last_played_comes_first() -> None:
    assert [entry.key for entry in entries([(7, [game(1), game(3)]), (8, [game(2)])])] == ["7-3", "8-2", "7-1"]


def test_a_game_of_kingdoms_stands_alone_whatever_its_number() -> None:
    found = entries([(7, [Past(1, EVENING, (), ()), game(2, 1)])])

    assert sorted(entry.key for entry in found) == ["7-1", "7-2"]


def test_an_entry_is_found_by_any_of_its_games() -> None:
    found = entries([(7, [game(1), game(2, 2), game(3, 2)])])

    assert entry_in(found, "7-3") == entry_in(found, "7-2")
    assert entry_in(found, "7-9") is None
    assert entry_in(found, "<script>") is None


def test_an_entry_knows_who_played_whatever_the_case() -> None:
    [entry] = entries([(7, [game(1, name="Ana")])])

    assert entry.has("ANA")
    assert not entry.has("Ben")
