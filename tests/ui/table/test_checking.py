"""The next step of a table, doubts without effect, and the reliability of a kingdom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import Castle, Kingdom, Square, Terrain
from tests.ui.factories import ANA_AND_BEN, EVENING, reading_of
from ui.table.board import Board, Trust, board_trust_label, make_board
from ui.table.checking import Task, came_at_once, certain_seats, next_step, seats_to_check, winner_is_certain
from ui.table.photo_reading import Picture
from ui.table.table import Table
from vision import SquareReading
from vision.warning import ReadingWarning, WarningCode

ANA, BEN = ANA_AND_BEN.seats
READ = Board(Kingdom.parse("w1w/Cf"))
RIGHT, DOUBTED = replace(READ, confirmed=True), replace(READ, doubtful=frozenset({(0, 0), (1, 1)}))
ALONE = Table().with_player("Ana", Castle.BLUE)


def table_of(*boards: Board, players: Table = ANA_AND_BEN) -> Table:
    for seat, board in zip(players.seats, boards, strict=False):
        players = players.with_new_board(seat.number, board)
    return players


@pytest.mark.parametrize(
    ("table", "task", "name", "doubts"),
    [
        (Table(), Task.PHOTOGRAPH_TABLE, None, 0),
        (table_of(DOUBTED), Task.PHOTOGRAPH, "Ben", 0),  # before anything is checked
        (table_of(READ, DOUBTED), Task.CHECK, "Ben", 2),
        (table_of(READ, RIGHT), Task.CHECK, "Ana", 0),
        (table_of(RIGHT, RIGHT), Task.SEE_WHO_WON, None, 0),
        (table_of(RIGHT, DOUBTED.confirm()), Task.SEE_WHO_WON, None, 0),
        (table_of(RIGHT, players=ALONE), Task.PHOTOGRAPH_ANOTHER, None, 0),  # one kingdom alone has not won
    ],
)
def test_next_step_of_a_table(table: Table, task: Task, name: str | None, doubts: int) -> None:
    step = next_step(table)

    assert (step.task, step.seat and step.seat.name, step.doubts) == (task, name, doubts)


def test_game_after_a_one_photo_game_starts_with_the_camera() -> None:
    one, other = (make_board(reading_of("w1w/Cf"), Picture(jpeg, 0, 0, 1.0)) for jpeg in (b"one", b"other"))

    def after(before: Table, now: Table) -> Task:
        return next_step(now, before=before).task

    again = ANA_AND_BEN.again(EVENING)
    assert after(table_of(one, one), again) is Task.PHOTOGRAPH_TABLE
    assert after(table_of(one, other), again) is Task.PHOTOGRAPH
    assert after(table_of(one, READ), again) is Task.PHOTOGRAPH
    assert after(table_of(one, one), again.with_new_board(1, READ)) is Task.PHOTOGRAPH


def test_boards_loaded_from_the_store_share_their_photo() -> None:
    loaded, other = (make_board(reading_of("w1w/Cf"), Picture(jpeg, 100, 100, 1.0)) for jpeg in (b"one", b"other"))
    again = make_board(reading_of("w1w/Cf"), Picture(b"one", 100, 100, 1.0))  # the same photo, loaded once more

    assert came_at_once(table_of(loaded, again))
    assert not came_at_once(table_of(loaded, other))


def test_phone_asks_for_its_own_kingdom_first() -> None:
    assert next_step(ANA_AND_BEN, own=BEN.number).seat == BEN
    assert next_step(ANA_AND_BEN, elsewhere={ANA.number}).seat == BEN
    assert next_step(table_of(RIGHT), own=ANA.number, elsewhere={ANA.number, BEN.number}).seat == BEN


# --- What is certain


PHOTO = Picture(b"", 1, 1, 1.0)
LAKE = Square(Terrain.LAKE)
SETTLED = Board(Kingdom.parse("w3wwww/ffCff"), confirmed=True)  # 15 points
SMALL, LARGE = Kingdom.parse("w1ww/Cff"), Kingdom.parse("w3www/Cfff")  # 3 and 12 points


def read(kingdom: Kingdom, *, other: Square | None = LAKE, sure: bool = False, **more: Any) -> Board:
    """Build a board read from a photo whose upper left square is doubtful, unless it is sure."""
    plain = reading_of(kingdom, *([] if sure else [(0, 0)]), confidence=0.99, sure=sure, **more)
    ((_, *first), *others) = plain.squares
    squares = ((SquareReading(kingdom[0, 0], 0.6, other), *first), *others)
    return make_board(replace(plain, squares=squares), PHOTO)


BEHIND = Board(Kingdom.parse("w3ww/Cff"), confirmed=True)  # 9 points; without its three crowns LARGE has none
FAR_AHEAD = Board(Kingdom.parse("w3w3ww/w3w3Cw"), confirmed=True)  # 132 points
OF_THREE = ANA_AND_BEN.with_player("Chloé", Castle.PINK)
THREE = table_of(FAR_AHEAD, read(SMALL), Board(SMALL, confirmed=True), players=OF_THREE)


@pytest.mark.parametrize(
    ("table", "certain", "asked", "won"),
    [
        pytest.param(table_of(SETTLED, read(SMALL)), {1, 2}, [], True, id="a doubt that cannot reach the other"),
        pytest.param(table_of(BEHIND, read(LARGE)), set(), ["Ben"], False, id="a doubt that may decide"),
        pytest.param(THREE, {1}, ["Ben"], True, id="a doubt about the places behind"),
        pytest.param(table_of(SETTLED, read(SMALL, sure=True)), {1, 2}, [], True, id="a kingdom that is sure"),
        pytest.param(table_of(SETTLED), set(), [], False, id="a kingdom is missing"),
        pytest.param(table_of(SETTLED, players=ALONE), set(), [], False, id="one kingdom alone"),
        *[
            pytest.param(table_of(SETTLED, board), set(), ["Ben"], False, id=why)
            for why, board in {
                "a square that may be anything": read(SMALL, other=None),
                "nobody has found it right, and no photo says how it was read": Board(SMALL),
                "doubts without a photo": Board(SMALL, doubtful=frozenset({(0, 0)})),
                "it could not be laid so": read(SMALL, legal=False),
                "it is warned of": read(SMALL, warnings=(ReadingWarning(WarningCode.CUT_OFF),)),
            }.items()
        ],
    ],
)
def test_remaining_doubts_are_asked_only_if_they_change_a_place(
    table: Table, certain: set[int], asked: list[str], won: bool
) -> None:
    assert certain_seats(table) == certain
    assert [seat.name for seat in seats_to_check(table)] == asked
    assert winner_is_certain(table) is won


# --- How far a kingdom can be relied on


SURE = replace(READ, confirmed=True, seen_by_player=False)  # the reader alone found it right


@pytest.mark.parametrize(
    ("board", "trust", "words"),
    [
        (DOUBTED, Trust.TO_CHECK, "2 squares to check"),
        (READ, Trust.TO_CHECK, "needs a look"),
        (DOUBTED.confirm(), Trust.ACCEPTED, "confirmed, 2 unsure squares"),  # doubts that nobody answered stay
        (READ.confirm(), Trust.CONFIRMED, "confirmed"),
        (SURE, Trust.READ, "ready"),
        (SURE.confirm(), Trust.CONFIRMED, "confirmed"),
    ],
)
def test_reliability_has_the_same_words_everywhere(board: Board, trust: Trust, words: str) -> None:
    assert (board.trust, str(board_trust_label(board))) == (trust, words)
    assert str(board_trust_label(None)) == "no board yet"
