"""Games looked back on: one entry a game, one for a Dynasty of three, the last played first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from ui.table.finished import Game, Played
from ui.table.history import Cursor, cursor_in, entries, table_and_game
from ui.table.kingdoms import KingdomsResult


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
    found = entries([(7, [KingdomsResult(1, EVENING, (), ()), game(2, 1)])])

    assert sorted(entry.key for entry in found) == ["7-1", "7-2"]


def test_the_key_of_an_entry_names_its_table_and_its_first_game() -> None:
    [entry] = entries([(7, [game(2, 2), game(3, 2)])])

    assert table_and_game(entry.key) == (7, 2)


NO_KEYS = ["", "7", "7-", "-1-2", "<script>", "7-2-1", "7-99999999999", "4294967296-1", "\u0667-1"]


@pytest.mark.parametrize("typed", NO_KEYS)
def test_what_is_no_key_names_nothing(typed: str) -> None:
    assert table_and_game(typed) is None


@given(st.datetimes(datetime(2000, 1, 2), datetime(2999, 1, 1)), st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1))
def test_where_a_page_ends_is_read_again_from_an_address(played: datetime, table: int, place: int) -> None:
    cursor = Cursor(played.replace(tzinfo=UTC).timestamp(), table, place)

    assert cursor_in(str(cursor)) == cursor


NO_CURSORS = ["", "1.5", "nan_1_2", "1e5_1_2", "-1.5_1_2", "1.5_1_99999999999", "1.5_1_2_3", "1.5_1_2\n"]


@pytest.mark.parametrize("typed", NO_CURSORS)
def test_what_is_no_cursor_is_none(typed: str) -> None:
    assert cursor_in(typed) is None
