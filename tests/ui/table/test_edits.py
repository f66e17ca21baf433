"""An edit is what a player did: it goes along with a board that is turned, and takes back nothing of others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Kingdom, Position, Square, Terrain
from scoring.castle import Castle
from ui.table.board import Board, moves, reoriented
from ui.table.commands import Held, OtherBoardError, SquareEdit, board_edited
from ui.table.source import STEPS
from ui.table.table import Table

LAID = Kingdom.parse("ww.../wfC../.fl../..l../.....")
SQUARES = st.builds(Square, st.sampled_from([Terrain.WHEAT, Terrain.FOREST, Terrain.MINE])) | st.just(EMPTY)
PLACES = st.tuples(st.integers(0, 4), st.integers(0, 4))
EDITS = st.lists(st.builds(SquareEdit, PLACES, st.builds(Held, SQUARES)), max_size=6).map(tuple)
STEPS_TAKEN = st.lists(st.none() | st.sampled_from(STEPS), max_size=4)


def table_of(kingdom: Kingdom = LAID, **board: object) -> Table:
    laid = replace(Board(kingdom, by_hand=True), **board)  # type: ignore[arg-type]
    return Table().with_player("Ana", Castle.BLUE).with_new_board(1, laid)


def board_of(table: Table) -> Board:
    assert table.seats[0].board
    return table.seats[0].board


def turned_on(table: Table, steps: list[Position | None]) -> Table:
    """The table after its board was turned, or moved where it can be."""
    for step in steps:
        board = board_of(table)
        if step is None or step in moves(board.kingdom, 5):
            table = table.with_new_board(1, reoriented(board, step))
    return table


@given(EDITS, STEPS_TAKEN)
def test_setting_squares_and_turning_the_board_come_to_the_same_in_any_order(
    squares: tuple[SquareEdit, ...], steps: list[Position | None]
) -> None:
    inside = tuple(one for one in squares if LAID[one.place] != EMPTY and one.held.square != EMPTY)  # stay in the frame
    table = table_of()
    edited = partial(board_edited, board=board_of(table).number, squares=inside)

    before, after = turned_on(edited(table), steps), edited(turned_on(table, steps))

    assert board_of(before).kingdom == board_of(after).kingdom


@given(EDITS)
def test_a_kingdom_keeps_at_most_one_castle(squares: tuple[SquareEdit, ...]) -> None:
    laid = tuple(replace(one, held=Held(CASTLE)) if at % 2 else one for at, one in enumerate(squares))

    kingdom = board_of(board_edited(table_of(), 2, laid)).kingdom

    assert sum(square.is_castle for _, square in kingdom.squares()) <= 1


@given(EDITS)
def test_what_nobody_changed_is_the_same_table(squares: tuple[SquareEdit, ...]) -> None:
    table = table_of(checked=True)
    same = tuple(replace(one, held=Held(LAID[one.place])) for one in squares)

    assert board_edited(table, 2, same) is table


def test_what_is_taken_back_counts_only_where_it_still_is() -> None:
    wheat, forest = Held(LAID[0, 0]), Held(LAID[1, 1])
    back = (SquareEdit((0, 0), Held(EMPTY), wheat), SquareEdit((0, 1), Held(EMPTY), forest))

    kingdom = board_of(board_edited(table_of(), 2, back)).kingdom

    assert str(kingdom).startswith(".w...")


def test_an_answered_doubt_can_be_doubtful_again_and_no_other_square() -> None:
    table = table_of(doubtful=frozenset({(0, 0)}))
    wheat = Held(LAID[0, 0], doubtful=True)

    still = board_edited(table, 2, (SquareEdit((0, 0), wheat), SquareEdit((0, 1), wheat)))

    assert board_of(still).doubtful == {(0, 0)}


def test_a_board_that_is_not_there_any_more_is_not_edited() -> None:
    with pytest.raises(OtherBoardError):
        board_edited(table_of(), 99)


def test_a_board_that_two_turn_at_once_is_turned_once() -> None:
    once = board_edited(table_of(), 2, turn=True)

    assert board_of(once).kingdom == LAID.rotated()
    assert board_edited(once, 2, turn=True) == once
