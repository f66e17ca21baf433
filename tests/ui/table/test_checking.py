"""What is there to do next, which doubts decide nothing, and how far a kingdom can be relied on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Castle, Kingdom, Square, Terrain
from scoring.message import message
from tests.given import EVENING
from ui.table.board import Board, Trust, read_board, trust_in_words
from ui.table.checking import NextStep, Task, certain_seats, next_step, seats_to_check, winner_is_certain
from ui.table.source import BoardReading, Picture, ReadSquare
from ui.table.table import Table

ANA_AND_BEN = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
READ = Board(Kingdom.parse("w1w/Cf"))
RIGHT, DOUBTED = replace(READ, checked=True), replace(READ, doubtful=frozenset({(0, 0), (1, 1)}))


def photographed(picture: Picture) -> Board:
    return read_board(BoardReading(READ.kingdom, (), ()), picture)


def laid(*boards: Board) -> Table:
    table = ANA_AND_BEN
    for number, board in enumerate(boards, start=1):
        table = table.with_new_board(number, board)
    return table


def test_an_empty_table_is_photographed() -> None:
    assert next_step(Table()) == NextStep(Task.PHOTOGRAPH_TABLE)


def test_the_game_after_one_that_a_single_photo_dealt_is_photographed_at_once() -> None:
    one, other = (photographed(Picture(b"", 0, 0, 1.0)) for _ in range(2))

    def after(before: Table, now: Table) -> Task:
        return next_step(now, before=before).task

    assert after(laid(one, one), laid(one, one).again(EVENING)) is Task.PHOTOGRAPH_TABLE
    assert after(laid(one, other), laid(one, other).again(EVENING)) is Task.PHOTOGRAPH
    assert after(laid(one, READ), laid(one, READ).again(EVENING)) is Task.PHOTOGRAPH
    assert after(laid(one, one), laid(one, one).again(EVENING).with_new_board(1, READ)) is Task.PHOTOGRAPH


def test_who_has_no_kingdom_is_photographed_before_anything_is_checked() -> None:
    table = laid(DOUBTED)

    assert next_step(table) == NextStep(Task.PHOTOGRAPH, table.seats[1])


def test_a_phone_asks_first_for_its_own_kingdom_and_last_for_those_of_other_phones() -> None:
    ana, ben = ANA_AND_BEN.seats

    assert next_step(ANA_AND_BEN, own=ben.number).seat == ben
    assert next_step(ANA_AND_BEN, elsewhere={ana.number}).seat == ben
    assert next_step(laid(RIGHT), own=ana.number, elsewhere={ana.number, ben.number}).seat == ben


def test_doubtful_squares_are_checked_together() -> None:
    table = laid(READ, DOUBTED)

    assert next_step(table) == NextStep(Task.CHECK, table.seats[1], doubts=2)
    assert next_step(laid(READ, RIGHT)).task is Task.CHECK


def test_once_everything_is_right_the_winner_is_seen() -> None:
    assert next_step(laid(RIGHT, RIGHT)) == NextStep(Task.SEE_WHO_WON)
    assert next_step(laid(RIGHT, DOUBTED.accepted())) == NextStep(Task.SEE_WHO_WON)


def test_one_kingdom_alone_has_not_won_and_waits_for_another() -> None:
    alone = Table().with_player("Ana", Castle.BLUE).with_new_board(1, RIGHT)

    assert next_step(alone) == NextStep(Task.PHOTOGRAPH_ANOTHER)


# --- What is certain


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


# --- How far a kingdom can be relied on


DOUBTFUL = Board(Kingdom.parse("w1w/Cf"), doubtful=frozenset({(0, 1), (1, 1)}))


ANSWERED = replace(DOUBTFUL, doubtful=frozenset())
SURE = replace(ANSWERED, checked=True, looked_at=False)  # the reader alone found it right


@pytest.mark.parametrize(
    ("board", "trust", "words"),
    [
        (DOUBTFUL, Trust.TO_CHECK, "2 to check"),
        (ANSWERED, Trust.TO_CHECK, "to check"),
        (DOUBTFUL.accepted(), Trust.ACCEPTED, "accepted with 2 doubts"),  # doubts that nobody answered stay
        (ANSWERED.accepted(), Trust.CHECKED, "looked at"),
        (SURE, Trust.READ, "read"),
        (SURE.accepted(), Trust.CHECKED, "looked at"),
    ],
)
def test_how_far_a_kingdom_can_be_relied_on_has_the_same_words_everywhere(
    board: Board, trust: Trust, words: str
) -> None:
    assert (board.trust, str(trust_in_words(board))) == (trust, words)
    assert str(trust_in_words(None)) == "unread"
