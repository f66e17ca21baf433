"""A photo that comes may settle squares of kingdoms that nobody has looked at."""

from __future__ import annotations

from dataclasses import replace

from scoring import BASE, Castle, Kingdom, Position
from tests.vision.seen_kingdoms import GRASS, SWAMP, seen_as
from ui.photos.reading import read_together, seen_in
from ui.table.board import Board, Trust, in_frame, read_board
from ui.table.commands import as_brought_back, may_change, settled_kingdoms, with_readings
from ui.table.source import BoardReading, Picture, ReadSquare
from ui.table.table import Table
from vision.pipeline.evidence import Evidence

PLACE = (2, 4)  # of the square in question once the kingdom lies in its frame


def read_alone(seen: Evidence, *doubtful: Position, photo: bytes = b"Ana's") -> Board:
    kingdom = Kingdom.parse("Cwg2")
    squares = (tuple(ReadSquare(square, 0.6, SWAMP) for square in kingdom.rows[0]),)
    corners = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (0.0, 1.0))
    reading = BoardReading(kingdom, squares, corners, frozenset(doubtful), seen=seen_in(seen))
    return in_frame(read_board(reading, Picture(photo, 1, 1, 1.0)), 5)


UNSURE, PLAIN = read_alone(seen_as("Cwg2", swamp=0.4), (0, 2)), read_alone(seen_as("Cwg2"), photo=b"Ben's")
TABLE = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)


def after_a_photo(table: Table) -> Table:
    """The table once all that nobody has looked at is decoded together, as the app does when a photo has come."""
    boards = {seat.number: seat.board for seat in table.seats if seat.board and may_change(seat.board)}
    readings = read_together([*boards.values()], settled_kingdoms(table), BASE)
    return with_readings(table, {number: each for number, each in zip(boards, readings, strict=True) if each})


def boards_of(table: Table) -> tuple[Board, Board]:
    one, other = (seat.board for seat in table.seats)
    assert one
    assert other
    return one, other


def test_bens_photo_settles_a_square_of_anas_and_says_so() -> None:
    before = TABLE.with_new_board(1, UNSURE).with_new_board(2, PLAIN)

    ana, ben = boards_of(after_a_photo(before))

    assert (ana.kingdom[PLACE], ben.kingdom[PLACE]) == (SWAMP, GRASS)
    assert ana.source
    assert str(ana.source.warnings[0]) == "Ben's photo settled a square here."
    assert ben == boards_of(before)[1]


def test_kingdoms_of_one_photo_stay_as_they_were_decoded_together() -> None:
    beside = read_alone(seen_as("Cwg2"), photo=b"Ana's")
    before = TABLE.with_new_board(1, UNSURE).with_new_board(2, beside)

    assert after_a_photo(before) == before


def test_a_photo_can_be_settled_by_those_that_came_before_it() -> None:
    ben, ana = boards_of(after_a_photo(TABLE.with_new_board(1, PLAIN).with_new_board(2, UNSURE)))

    assert (ana.kingdom[PLACE], ben.kingdom[PLACE]) == (SWAMP, GRASS)
    assert ana.source
    assert str(ana.source.warnings[0]) == "The other kingdoms settled a square here."


def test_what_somebody_has_set_or_accepted_stays() -> None:
    set_by_hand = replace(UNSURE, doubtful=frozenset())
    for ana in (UNSURE.accepted(), set_by_hand):
        before = TABLE.with_new_board(1, ana).with_new_board(2, PLAIN)

        assert after_a_photo(before) == before


def test_a_kingdom_that_somebody_is_correcting_stays() -> None:
    asked = read_alone(seen_as("Cwg2", swamp=0.4), (0, 1), (0, 2))
    before = TABLE.with_new_board(1, replace(asked, doubtful=frozenset({PLACE}))).with_new_board(2, PLAIN)

    assert after_a_photo(before) == before


def test_a_kingdom_that_was_looked_at_settles_one_that_was_not() -> None:
    _, ben = boards_of(after_a_photo(TABLE.with_new_board(1, PLAIN.accepted()).with_new_board(2, UNSURE)))

    assert ben.kingdom[PLACE] == SWAMP


def test_what_was_settled_is_brought_back_for_good() -> None:
    settled = after_a_photo(TABLE.with_new_board(1, UNSURE).with_new_board(2, PLAIN))
    earlier = settled.seats[0].earlier
    assert earlier
    back = settled.with_new_board(1, as_brought_back(earlier))

    assert boards_of(back)[0].kingdom[PLACE] == GRASS
    assert after_a_photo(back) == back


def test_a_turned_board_stays_turned() -> None:
    ana, _ = boards_of(after_a_photo(TABLE.with_new_board(1, UNSURE.turned()).with_new_board(2, PLAIN)))

    assert ana.kingdom == UNSURE.kingdom.with_square(*PLACE, SWAMP).rotated()


def test_a_kingdom_settled_with_a_doubt_left_is_to_check() -> None:
    clear = replace(read_alone(seen_as("Cwg2", swamp=0.4)), checked=True, looked_at=False)
    ana, _ = boards_of(after_a_photo(TABLE.with_new_board(1, clear).with_new_board(2, PLAIN)))

    assert ana.trust is Trust.TO_CHECK
    assert ana.doubtful == {PLACE}
