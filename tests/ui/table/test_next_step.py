"""There is always one thing to do next: photograph who is missing, check what is doubtful, see who won."""

from __future__ import annotations

from dataclasses import replace

from scoring import Castle, Kingdom
from tests.given import EVENING
from ui.table.board import Board, read_board
from ui.table.checking import NextStep, Task, next_step
from ui.table.source import BoardReading, Picture
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
