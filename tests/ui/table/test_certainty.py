"""Doubts that change nobody's place are no reason to wait for the winner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Castle, Kingdom, Square, Terrain
from scoring.message import message
from ui.table.board import Board, read_board
from ui.table.checking import Task, certain_seats, next_step, seats_to_check, winner_is_certain
from ui.table.source import BoardReading, Picture, ReadSquare
from ui.table.table import Table

PHOTO = Picture(b"", 1, 1, 1.0)
LAKE = Square(Terrain.LAKE)
SETTLED = Board(Kingdom.parse("w3wwww/ffCff"), checked=True)  # 15 points
SMALL, LARGE = Kingdom.parse("w1ww/Cff"), Kingdom.parse("w3www/Cfff")  # 3 and 12 points


def read(kingdom: Kingdom, *, other: Square | None = LAKE, sure: bool = False) -> Board:
    """A kingdom of a photo whose upper left square is in doubt, unless it is sure."""
    seen = {(0, 0): ReadSquare(kingdom[0, 0], 0.6, other)}
    squares = tuple(
        tuple(seen.get((row, column), ReadSquare(square, 0.99)) for column, square in enumerate(line))
        for row, line in enumerate(kingdom.rows)
    )
    doubtful = frozenset() if sure else frozenset(seen)
    return read_board(BoardReading(kingdom, squares, (), doubtful=doubtful, sure=sure), PHOTO)


def table_of(*boards: Board) -> Table:
    table = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
    for number, board in enumerate(boards, start=1):
        table = table.with_new_board(number, board)
    return table


def test_a_doubt_that_cannot_reach_the_other_is_not_asked_about_before_the_winner_is_told() -> None:
    table = table_of(SETTLED, read(SMALL))

    assert certain_seats(table) == {1, 2}
    assert seats_to_check(table) == ()
    assert winner_is_certain(table)
    assert next_step(table).task is Task.SEE_WHO_WON


def test_a_doubt_that_may_decide_is_asked_about() -> None:
    behind = Board(Kingdom.parse("w3ww/Cff"), checked=True)  # 9 points; without its three crowns LARGE has none
    table = table_of(behind, read(LARGE))

    assert certain_seats(table) == set()
    assert [seat.name for seat in seats_to_check(table)] == ["Ben"]
    assert not winner_is_certain(table)
    assert next_step(table).task is Task.CHECK


def test_the_winner_may_be_certain_while_the_places_behind_are_not() -> None:
    far_ahead = Board(Kingdom.parse("w3w3ww/w3w3Cw"), checked=True)  # 132 points
    table = table_of(far_ahead, read(SMALL)).with_player("Chloé", Castle.PINK)
    table = table.with_new_board(table.seats[2].number, Board(SMALL, checked=True))

    assert winner_is_certain(table)
    assert [seat.name for seat in seats_to_check(table)] == ["Ben"]


def test_a_kingdom_that_is_sure_needs_nobody_who_finds_it_right() -> None:
    assert certain_seats(table_of(SETTLED, read(SMALL, sure=True))) == {1, 2}


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(read(SMALL, other=None), id="a square that may be anything"),
        pytest.param(Board(SMALL), id="nobody has found it right, and no photo says how it was read"),
        pytest.param(Board(SMALL, doubtful=frozenset({(0, 0)})), id="doubts without a photo"),
    ],
)
def test_where_nobody_can_say_what_may_be_wrong_no_place_is_certain(board: Board) -> None:
    table = table_of(SETTLED, board)

    assert certain_seats(table) == set()
    assert [seat.name for seat in seats_to_check(table)] == ["Ben"]


@pytest.mark.parametrize(
    "change", [{"legal": False}, {"warnings": (message("Is the kingdom cut off?"),)}], ids=["impossible", "warned of"]
)
def test_a_reading_that_something_speaks_against_leaves_all_open(change: dict[str, object]) -> None:
    board = read(SMALL)
    assert board.source is not None
    against = replace(board.source, reading=replace(board.source.reading, **change))  # type: ignore[arg-type]

    assert certain_seats(table_of(SETTLED, replace(board, source=against))) == set()


def test_nothing_is_certain_while_a_kingdom_is_missing() -> None:
    assert certain_seats(table_of(SETTLED)) == set()
    assert not winner_is_certain(table_of(SETTLED))
    assert certain_seats(Table().with_player("Ana", Castle.BLUE).with_new_board(1, SETTLED)) == set()
