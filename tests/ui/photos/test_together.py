"""Another photo of a board, and a photo of another: answers stay, what was open is seen anew."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring import BASE, CASTLE, EMPTY, Kingdom, Position, Square, Terrain
from tests.ui.laid import ANA_AND_BEN, board_of, reading_of
from tests.vision.seen_kingdoms import GRASS, SWAMP, seen_as
from ui.photos.reading import read_together, seen_in
from ui.table.board import Board, Trust, in_frame, read_board
from ui.table.commands import (
    answers,
    as_brought_back,
    looked_again,
    may_change,
    settled_kingdoms,
    where_to_look_from,
    with_readings,
)
from ui.table.source import BoardReading, Picture
from ui.table.table import Table, asked_in_order
from vision.pipeline.evidence import Evidence

PLACE = (2, 4)  # of the square in question once the kingdom lies in its frame


def read_alone(seen: Evidence, *doubtful: Position, photo: bytes = b"Ana's") -> Board:
    reading = reading_of("Cwg2", *doubtful, confidence=0.6, other=SWAMP, seen=seen_in(seen))
    return in_frame(read_board(reading, Picture(photo, 1, 1, 1.0)), 5)


UNSURE, PLAIN = read_alone(seen_as("Cwg2", swamp=0.4), (0, 2)), read_alone(seen_as("Cwg2"), photo=b"Ben's")


def after_a_photo(table: Table) -> Table:
    """The table once all that nobody has looked at is decoded together, as the app does when a photo has come."""
    boards = {seat.number: seat.board for seat in table.seats if seat.board and may_change(seat.board)}
    readings = read_together([*boards.values()], settled_kingdoms(table), BASE)
    return with_readings(table, {number: each for number, each in zip(boards, readings, strict=True) if each})


def boards_of(table: Table) -> tuple[Board, Board]:
    return board_of(table, 1), board_of(table, 2)


def test_bens_photo_settles_a_square_of_anas_and_says_so() -> None:
    before = ANA_AND_BEN.with_new_board(1, UNSURE).with_new_board(2, PLAIN)

    ana, ben = boards_of(after_a_photo(before))

    assert (ana.kingdom[PLACE], ben.kingdom[PLACE]) == (SWAMP, GRASS)
    assert ana.source
    assert str(ana.source.warnings[0]) == "Ben's photo settled a square here."
    assert ben == boards_of(before)[1]


def test_kingdoms_of_one_photo_stay_as_they_were_decoded_together() -> None:
    beside = read_alone(seen_as("Cwg2"), photo=b"Ana's")
    before = ANA_AND_BEN.with_new_board(1, UNSURE).with_new_board(2, beside)

    assert after_a_photo(before) == before


def test_a_photo_can_be_settled_by_those_that_came_before_it() -> None:
    ben, ana = boards_of(after_a_photo(ANA_AND_BEN.with_new_board(1, PLAIN).with_new_board(2, UNSURE)))

    assert (ana.kingdom[PLACE], ben.kingdom[PLACE]) == (SWAMP, GRASS)
    assert ana.source
    assert str(ana.source.warnings[0]) == "The other kingdoms settled a square here."


def test_what_somebody_has_set_or_accepted_stays() -> None:
    set_by_hand = replace(UNSURE, doubtful=frozenset())
    for ana in (UNSURE.accepted(), set_by_hand):
        before = ANA_AND_BEN.with_new_board(1, ana).with_new_board(2, PLAIN)

        assert after_a_photo(before) == before


def test_a_kingdom_that_somebody_is_correcting_stays() -> None:
    asked = read_alone(seen_as("Cwg2", swamp=0.4), (0, 1), (0, 2))
    before = ANA_AND_BEN.with_new_board(1, replace(asked, doubtful=frozenset({PLACE}))).with_new_board(2, PLAIN)

    assert after_a_photo(before) == before


def test_a_kingdom_that_was_looked_at_settles_one_that_was_not() -> None:
    _, ben = boards_of(after_a_photo(ANA_AND_BEN.with_new_board(1, PLAIN.accepted()).with_new_board(2, UNSURE)))

    assert ben.kingdom[PLACE] == SWAMP


def test_what_was_settled_is_brought_back_for_good() -> None:
    settled = after_a_photo(ANA_AND_BEN.with_new_board(1, UNSURE).with_new_board(2, PLAIN))
    earlier = settled.seats[0].earlier
    assert earlier
    back = settled.with_new_board(1, as_brought_back(earlier))

    assert boards_of(back)[0].kingdom[PLACE] == GRASS
    assert after_a_photo(back) == back


def test_a_turned_board_stays_turned() -> None:
    ana, _ = boards_of(after_a_photo(ANA_AND_BEN.with_new_board(1, UNSURE.turned()).with_new_board(2, PLAIN)))

    assert ana.kingdom == UNSURE.kingdom.with_square(*PLACE, SWAMP).rotated()


def test_a_kingdom_settled_with_a_doubt_left_is_to_check() -> None:
    clear = replace(read_alone(seen_as("Cwg2", swamp=0.4)), checked=True, looked_at=False)
    ana, _ = boards_of(after_a_photo(ANA_AND_BEN.with_new_board(1, clear).with_new_board(2, PLAIN)))

    assert ana.trust is Trust.TO_CHECK
    assert ana.doubtful == {PLACE}


# --- Another look


LAKE = Square(Terrain.LAKE)


def reading(code: str, *doubtful: Position) -> BoardReading:
    return reading_of(code, *doubtful, other=LAKE)


def laid(code: str, *doubtful: Position) -> Board:
    return read_board(reading(code, *doubtful), Picture(b"", 1, 1, 1.0))


def answered(board: Board, position: Position, square: Square) -> Board:
    kingdom = board.kingdom.with_square(*position, square)
    return replace(board, kingdom=kingdom, doubtful=board.doubtful - {position})


def test_a_square_that_may_decide_the_game_is_asked_about_before_one_that_is_worth_more() -> None:
    alone = ANA_AND_BEN.with_new_board(1, laid("m3mm/l1wC", (0, 1), (1, 1)))
    assert asked_in_order(alone, board_of(alone)) == ((0, 1), (1, 1))

    one_behind = alone.with_new_board(2, laid("m3mm/l1lC"))
    assert asked_in_order(one_behind, board_of(alone)) == ((1, 1), (0, 1))


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
