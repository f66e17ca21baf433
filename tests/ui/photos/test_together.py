"""Another photo of a board, a photo of another, a name for its tiles: answers stay, what was open is seen anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vision
from scoring import BASE, CASTLE, EMPTY, QUEENDOMINO, Kingdom, Position, Rules, Square, Terrain
from tests.given import SAMPLES, game
from tests.ui.laid import ANA_AND_BEN, board_of, reading_of
from tests.vision.seen_kingdoms import GRASS, SWAMP, seen_as
from ui.photos.pictures import kept
from ui.photos.reading import read_together, seen_in, to_board_reading
from ui.photos.tiles import open_squares, with_alike
from ui.table.board import Board, Trust, in_frame, read_board
from ui.table.commands import (
    looked_again,
    may_change,
    settled_kingdoms,
    where_to_look_from,
    with_earlier_board,
    with_readings,
)
from ui.table.source import BoardReading, Picture
from ui.table.table import Table, asked_in_order
from vision.photo.photo import load
from vision.pipeline.evidence import Evidence
from vision.squares.named import Named

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


def table_of(ana: Board, ben: Board) -> Table:
    return ANA_AND_BEN.with_new_board(1, ana).with_new_board(2, ben)


@pytest.mark.parametrize(
    ("ana", "ben", "said"),
    [
        pytest.param(UNSURE, PLAIN, "Ben's photo settled a square here.", id="by a photo that came later"),
        pytest.param(PLAIN, UNSURE, "The other kingdoms settled a square here.", id="by one that came before"),
        pytest.param(PLAIN.accepted(), UNSURE, "The other kingdoms settled a square here.", id="by one looked at"),
    ],
)
def test_a_square_in_doubt_is_settled_by_another_photo_and_that_is_said(ana: Board, ben: Board, said: str) -> None:
    before = table_of(ana, ben)

    after = after_a_photo(before)

    [settled] = [board_of(after, at) for at in (1, 2) if board_of(after, at) != board_of(before, at)]
    assert settled.kingdom == UNSURE.kingdom.with_square(*PLACE, SWAMP)
    assert settled.source
    assert str(settled.source.warnings[0]) == said


IN_DOUBT = read_alone(seen_as("Cwg2", swamp=0.4), (0, 1), (0, 2))
CORRECTED = replace(IN_DOUBT, doubtful=frozenset({PLACE}))  # one of two doubts is answered


@pytest.mark.parametrize(
    ("ana", "ben"),
    [
        pytest.param(UNSURE, read_alone(seen_as("Cwg2"), photo=b"Ana's"), id="of one photo"),
        pytest.param(UNSURE.accepted(), PLAIN, id="accepted"),
        pytest.param(replace(UNSURE, doubtful=frozenset()), PLAIN, id="set by hand"),
        pytest.param(CORRECTED, PLAIN, id="being corrected"),
    ],
)
def test_a_kingdom_stays_that_was_decoded_together_or_that_somebody_has_answered_for(ana: Board, ben: Board) -> None:
    assert after_a_photo(table_of(ana, ben)) == table_of(ana, ben)


def test_what_was_settled_is_brought_back_for_good() -> None:
    settled = after_a_photo(table_of(UNSURE, PLAIN))
    back = with_earlier_board(settled, board_of(settled).number)

    assert board_of(back).kingdom[PLACE] == GRASS
    assert after_a_photo(back) == back


def test_a_turned_board_stays_turned() -> None:
    ana = board_of(after_a_photo(table_of(UNSURE.turned(), PLAIN)))

    assert ana.kingdom == UNSURE.kingdom.with_square(*PLACE, SWAMP).rotated()


def test_a_kingdom_settled_with_a_doubt_left_is_to_check() -> None:
    clear = replace(read_alone(seen_as("Cwg2", swamp=0.4)), checked=True, looked_at=False)
    ana = board_of(after_a_photo(table_of(clear, PLAIN)))

    assert (ana.trust, set(ana.doubtful)) == (Trust.TO_CHECK, {PLACE})


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


OPEN = laid("wfg/fCs", (0, 0), (0, 2))


@pytest.mark.parametrize(
    ("board", "again", "kingdom", "doubtful"),
    [
        pytest.param(answered(OPEN, (0, 0), LAKE), reading("wfm1/fCs"), "lfm1/fCs", set(), id="what is open"),
        pytest.param(
            answered(answered(laid("wfg/fCs"), (1, 1), EMPTY), (0, 0), CASTLE),
            reading("wfC/lws"),
            "Cfg/l.s",
            set(),
            id="no castle beside one that was set",
        ),
        pytest.param(
            answered(OPEN, (0, 0), Square(Terrain.WHEAT)),
            reading("lfg/fCs", (0, 0), (1, 2)),
            "wfg/fCs",
            {(1, 2)},
            id="no doubt that was confirmed",
        ),
    ],
)
def test_answers_stay_and_another_photo_shows_anew(
    board: Board, again: BoardReading, kingdom: str, doubtful: set[Position]
) -> None:
    seen = looked_again(board, again, (0, 0))

    assert (str(seen.kingdom), set(seen.doubtful)) == (kingdom, doubtful)


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


# --- Tiles that the reader does not know


def towns(board: Board) -> int:
    return sum(square.terrain is Terrain.TOWN for _, square in board.kingdom.squares())


def test_what_somebody_says_of_unknown_tiles_is_said_of_those_alike_on_every_board_however_it_lies() -> None:
    opened = load(SAMPLES / "queendomino.jpg")
    first, second = (
        read_board(to_board_reading(one), kept(opened)) for one in vision.read(opened, box=QUEENDOMINO)[:2]
    )
    built = {position for position, _ in game("queendomino").players[0].pieces.buildings}
    for place in sorted(open_squares(first) - built)[:3]:
        first = answered(first, place, Square(Terrain.TOWN))

    named, around = (
        with_alike(replace(table_of(board, second), rules=Rules(box=QUEENDOMINO)), Named.nothing)
        for board in (first, first.turned())
    )

    ana = board_of(named)
    assert towns(ana) >= 5
    assert towns(board_of(named, 2)) >= 1
    assert abs(towns(board_of(around)) - towns(ana)) <= 1
    assert not [place for place in open_squares(ana) if ana.kingdom[place].is_castle]
