"""Games on their way between tables: whatever is saved can be read again, comes once, and stays a Dynasty."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from ui.table import forms, transfer
from ui.table.finished import Game, Played
from ui.table.forms import MOST_BYTES, games_in, games_text
from ui.table.names import LONGEST_NAME
from ui.table.table import Table, TableError
from ui.table.transfer import SURELY_ONE, added, in_files, in_its_dynasty, new_to, resumed, together, with_under_way

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


def test_a_file_never_takes_the_number_of_a_game_that_is_being_recorded() -> None:
    table = added(Table(games=(small(7),), recorded=7), [small(1)])

    assert [one.number for one in table.games] == [7, 8]


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


def test_nobody_sits_twice_at_a_table_from_a_file() -> None:
    ana = small(1).players[0]

    for other in (replace(ana, name="Ben"), replace(ana, colour=Castle.GREEN)):
        with pytest.raises(TableError):
            resumed(replace(small(1), players=(ana, other)))


def test_as_many_games_as_are_surely_one_file_are_one_that_is_read_again() -> None:
    games = [game(number) for number in range(1, SURELY_ONE + 1)]

    [file] = in_files(games)
    assert len(games_text(file, game(SURELY_ONE + 1))) <= MOST_BYTES
    assert games_in(games_text(file[:1])).over == file[:1]


def test_more_games_than_one_file_may_hold_are_several_none_of_them_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "SURELY_ONE", 3)
    monkeypatch.setattr(forms, "MOST_BYTES", 9_000)
    games = [small(number, 1 + 3 * ((number - 1) // 3)) for number in range(1, 31)]

    files = in_files(games)

    assert len(files) > 1
    assert [one for file in files for one in file] == games
    assert all(len(games_text(file)) <= 9_000 for file in files)
    assert all(len(file) % 3 == 0 for file in files)  # no Dynasty is parted


def test_a_file_holds_no_more_games_than_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "SURELY_ONE", 3)
    monkeypatch.setattr(transfer, "MOST_GAMES", 4)

    assert [len(file) for file in in_files([small(number) for number in range(1, 11)])] == [4, 4, 2]
