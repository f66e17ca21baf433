"""Another photo of a board: answers stay, what was open is seen anew."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Castle, Kingdom, Position, Square, Terrain
from ui.table.board import Board, in_frame, read_board
from ui.table.commands import answers, looked_again, where_to_look_from
from ui.table.source import BoardReading, Picture, ReadSquare
from ui.table.table import Table, asked_in_order

PICTURE = Picture(b"", 1, 1, 1.0)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
LAKE = Square(Terrain.LAKE)


def reading(code: str, *doubtful: Position) -> BoardReading:
    kingdom = Kingdom.parse(code)
    squares = tuple(tuple(ReadSquare(square, 0.9, LAKE) for square in row) for row in kingdom.rows)
    return BoardReading(kingdom, squares, CORNERS, frozenset(doubtful))


def laid(code: str, *doubtful: Position) -> Board:
    return read_board(reading(code, *doubtful), PICTURE)


def answered(board: Board, position: Position, square: Square) -> Board:
    kingdom = board.kingdom.with_square(*position, square)
    return replace(board, kingdom=kingdom, doubtful=board.doubtful - {position})


def test_a_square_that_may_decide_the_game_is_asked_about_before_one_that_is_worth_more() -> None:
    table = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
    alone = table.with_new_board(1, laid("m3mm/l1wC", (0, 1), (1, 1)))
    assert alone.seats[0].board
    assert asked_in_order(alone, alone.seats[0].board) == ((0, 1), (1, 1))

    one_behind = alone.with_new_board(2, laid("m3mm/l1lC"))
    assert asked_in_order(one_behind, alone.seats[0].board) == ((1, 1), (0, 1))


def test_an_answer_stays_and_an_open_square_is_seen_anew() -> None:
    board = answered(laid("wfg/fCs", (0, 0), (0, 2)), (0, 0), LAKE)

    again = looked_again(board, reading("wfm1/fCs"), (0, 0))

    assert str(again.kingdom) == "lfm1/fCs"
    assert again.doubtful == frozenset()


def test_where_a_player_has_set_the_castle_no_other_is_seen() -> None:
    board = answered(answered(laid("wfg/fCs"), (1, 1), EMPTY), (0, 0), CASTLE)

    again = looked_again(board, reading("wfC/lws"), (0, 0))

    assert str(again.kingdom) == "Cfg/l.s"


def test_a_doubt_that_was_confirmed_is_not_asked_about_again() -> None:
    board = answered(laid("wfg/fCs", (0, 0)), (0, 0), Square(Terrain.WHEAT))

    assert answers(board) == {(0, 0)}
    assert looked_again(board, reading("lfg/fCs", (0, 0), (1, 2)), (0, 0)).doubtful == {(1, 2)}


@given(turns=st.integers(0, 3))
def test_a_row_that_only_the_second_photo_shows_joins_the_board_as_it_lies_now(turns: int) -> None:
    board, whole = in_frame(laid("wfg/fCs"), 5), in_frame(laid("lml/wfg/fCs"), 5)
    for _ in range(turns):
        board, whole = board.turned(), whole.turned()

    again = looked_again(board, reading("lml/wfg/fCs"), (-1, 0))

    def tiles(kingdom: Kingdom) -> list[str]:
        return sorted(str(square) for _, square in kingdom.squares() if not square.is_empty)

    assert tiles(again.kingdom) == tiles(whole.kingdom)
    assert str(again.kingdom).replace(".", "") != str(board.kingdom).replace(".", "")


def test_beside_a_castle_the_other_side_of_the_table_shows_more() -> None:
    assert "From the other side: the castle may hide row 1, column 2" in str(
        where_to_look_from(laid("wfg/fCs", (0, 1)))
    )
    assert "closer" in str(where_to_look_from(laid("wfgw/fCsw", (0, 3))))
