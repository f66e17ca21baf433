"""Games are imported from a file once, and nothing is written where nothing is new."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import local

import pytest

from scoring import Kingdom
from tests.ui.factories import ANA, EVENING
from ui import store
from ui.session import archive
from ui.session.archive import all_games
from ui.session.tab import Tab
from ui.store.codes import new_key
from ui.table import merge
from ui.table.board import Board
from ui.table.saved_game import get_current_game
from ui.table.serialization import SavedGames, dumps_games, loads_games
from ui.table.strict_json import FormatError

LAID = ANA.with_new_board(1, Board(Kingdom.parse("www/wCw/www")))


def file_of(games: int) -> SavedGames:
    """Build a file of finished games, and one in progress."""
    table = LAID
    for evening in range(games):
        table = replace(LAID, games=table.games).again(EVENING + timedelta(days=evening))
    return loads_games(dumps_games(SavedGames(table.games, get_current_game(LAID, EVENING))).encode())


def test_a_file_in_two_tabs_at_once_is_brought_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "GAMES_AT_ONCE", 2)
    phone, file, here = new_key(), file_of(9), local()
    monkeypatch.setattr(archive, "tab", lambda: here.tab)

    def in_a_tab(_: int) -> int:
        here.tab = Tab(phone)
        return archive.add_from_file(file)

    with ThreadPoolExecutor(2) as tabs:
        brought = list(tabs.map(in_a_tab, range(2)))

    back = all_games(phone)
    assert (sum(brought), len(back.finished)) == (10, 9)
    assert {game.played for game in back.finished} == {game.played for game in file.finished}
    assert back.under_way is not None
    assert all(kept.table.games or kept.table.seats for kept in store.get_store().find_tables(phone))


def test_a_file_with_nothing_new_makes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Tab(new_key())
    again = Tab(first.phone)

    for tab, brought in ((first, 4), (again, 0)):
        monkeypatch.setattr(archive, "tab", lambda tab=tab: tab)
        assert archive.add_from_file(file_of(3)) == brought

    assert again.stored is None


def test_no_more_games_come_from_a_file_than_a_table_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Tab(new_key())
    monkeypatch.setattr(archive, "tab", lambda: here)
    monkeypatch.setattr(merge, "MAX_TABLE_GAMES", 2)

    with pytest.raises(FormatError, match="a table keeps 2 games at most"):
        archive.add_from_file(file_of(3))
    assert all_games(here.phone).finished == ()
