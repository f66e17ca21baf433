"""A new photo of a kingdom keeps what a person has set on the board before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import CASTLE, EMPTY, Kingdom, Pieces, Position, Square, Terrain
from tests.ui.factories import ANA, board_of, reading_of, with_boards
from ui.table.board import Board, make_board, pad_board, reorient
from ui.table.checking import impossible
from ui.table.commands import SquareEdit, SquareState, edit_board, restore_previous_board
from ui.table.corrections import with_photographed_board
from ui.table.photo_reading import Picture
from ui.table.table import Table

LAKE, WHEAT, MINE = Square(Terrain.LAKE), Square(Terrain.WHEAT), Square(Terrain.MINE, 1)
READ = "wfgs/fCsm/lgws/llws"


def photo(code: str, *doubtful: Position) -> Board:
    return make_board(reading_of(code, *doubtful, other=LAKE), Picture(b"", 1, 1, 1.0))


def correct(*edits: tuple[Position, Square], read: str = READ, doubtful: tuple[Position, ...] = ()) -> Table:
    table = ANA.with_new_board(1, photo(read, *doubtful))
    squares = tuple(SquareEdit(place, SquareState(square)) for place, square in edits)
    return edit_board(table, board_of(table).number, squares)


def photograph(before: Table, code: str, *doubtful: Position) -> Board:
    return board_of(with_photographed_board(before, 1, photo(code, *doubtful)))


@pytest.mark.parametrize(
    ("before", "doubtful", "expected"),
    [
        pytest.param(correct(((0, 0), LAKE)), set(), "lfgs/fCsm/lgws/llws", id="changed"),
        pytest.param(
            correct(((0, 0), WHEAT), doubtful=((0, 0), (0, 2))), {(0, 2)}, "wfgs/fCsm/lgws/llws", id="confirmed"
        ),
        pytest.param(correct(((1, 1), EMPTY), ((1, 2), CASTLE)), set(), "wfgs/f.Cm/lgws/llws", id="castle"),
    ],
)
def test_corrections_stay(before: Table, doubtful: set[Position], expected: str) -> None:
    board = photograph(before, READ, (0, 0), (0, 2)) if doubtful else photograph(before, READ)

    assert (str(board.kingdom), set(board.doubtful)) == (str(Kingdom.parse(expected)), doubtful)


def test_other_squares_are_read_anew() -> None:
    board = photograph(correct(((0, 0), LAKE)), "wfgs/fCsm/lgws/llwm1", (3, 3))

    assert board.kingdom[3, 3] == MINE
    assert board.doubtful == {(3, 3)}


def test_a_contradicted_correction_is_in_doubt() -> None:
    board = photograph(correct(((0, 0), LAKE)), "m1fgs/fCsm/lgws/llws")

    assert board.kingdom[0, 0] == LAKE
    assert board.doubtful == {(0, 0)}
    assert board.others[0, 0] == (MINE,)


def test_a_corrected_board_is_checked_again() -> None:
    before = correct(((0, 0), Square(Terrain.WHEAT, 3)))
    before = before.with_board(1, board_of(before).confirm())
    after = with_photographed_board(before, 1, replace(photo(READ), confirmed=True))

    assert not board_of(after).confirmed
    assert impossible(after, board_of(after))


@pytest.mark.parametrize("turns", range(4))
def test_corrections_stay_where_the_photo_is_rotated(turns: int) -> None:
    before, read = correct(((0, 0), LAKE)), Kingdom.parse(READ)
    for _ in range(turns):
        read = read.rotate()

    board = photograph(before, str(read))

    assert board.kingdom == board_of(before).kingdom
    assert board.source
    assert board.source.kingdom == Kingdom.parse(READ)


@pytest.mark.parametrize("step", [None, (0, 1), (1, 0)], ids=["turned", "moved right", "moved down"])
def test_a_new_photo_lies_as_the_board_did(step: Position | None) -> None:
    before = correct(((0, 0), LAKE))
    before = before.with_new_board(1, reorient(pad_board(board_of(before), 5), step))

    board = photograph(before, READ)

    assert (board.kingdom, board.offset) == (board_of(before).kingdom, board_of(before).offset)


@pytest.mark.parametrize(
    "code", ["wfgs/fCsm/lgws", "wfgsl/fCsml/lgwsl/llwsl", "ssss/gClw/wwfl/mmff"], ids=["lower", "wider", "another"]
)
def test_another_grid_or_kingdom_replaces_the_board(code: str) -> None:
    board = photograph(correct(((0, 0), LAKE)), code)

    assert board == replace(pad_board(photo(code), 5), number=board.number)


def test_pieces_stay() -> None:
    pieces = Pieces(giants=(((2, 2), 1),), coins=3)
    before = ANA.with_new_board(1, replace(photo(READ), pieces=pieces))

    assert photograph(before, READ).pieces == pieces


@pytest.mark.parametrize("before", [correct(((0, 0), LAKE)), with_boards(ANA, READ)], ids=["photographed", "by hand"])
def test_the_earlier_board_can_be_restored(before: Table) -> None:
    after = with_photographed_board(before, 1, photo("ssss/gClw/wwfl/mmff"))

    restored = restore_previous_board(after, board_of(after).number)

    assert board_of(restored).kingdom == board_of(before).kingdom
