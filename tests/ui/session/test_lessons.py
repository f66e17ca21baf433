"""What was corrected at a table is known when its next photo is read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import vision
from scoring import Square, Terrain
from scoring.castle import Castle
from tests.given import KITCHEN
from tests.ui.phone import holding, kept_by, phone_at, table_of
from ui.photos.pictures import kept
from ui.photos.reading import to_board_reading
from ui.session.lessons import lessons_of
from ui.table.board import Board, read_board
from ui.table.table import Table
from vision.photo.photo import load

TABLE = Table().with_player("Ana", Castle.BLUE)


@pytest.fixture(scope="module")
def board() -> Board:
    opened = load(KITCHEN)
    [reading] = vision.read(opened)
    return replace(read_board(to_board_reading(reading), kept(opened)), doubtful=frozenset(), checked=True)


def corrected(board: Board) -> Board:
    return replace(board, kingdom=board.kingdom.with_square(0, 0, Square(Terrain.MINE, 2)))


def test_a_board_that_was_read_right_teaches_nothing(board: Board) -> None:
    assert lessons_of(TABLE.with_new_board(1, board)) is None


def test_a_corrected_board_teaches_once_it_is_checked(board: Board) -> None:
    lessons = lessons_of(TABLE.with_new_board(1, corrected(board)))

    assert lessons is not None
    assert len(lessons) == board.kingdom.height * board.kingdom.width
    assert lessons_of(TABLE.with_new_board(1, replace(corrected(board), checked=False))) is None


def test_a_board_accepted_with_doubts_teaches_nothing(board: Board) -> None:
    accepted = replace(corrected(board), doubtful=frozenset({(1, 1)}))

    assert lessons_of(TABLE.with_new_board(1, accepted)) is None


def number_of_lessons() -> None:
    """A screen that says how many squares the table in play has taught."""
    import streamlit

    from ui.session.lessons import all_lessons
    from ui.session.tab import tab

    tab().sync_with_url()
    streamlit.text(len(all_lessons() or ()))


def known_at(key: str) -> int:
    """How many squares another phone knows that opens the table."""
    phone = AppTest.from_function(number_of_lessons, default_timeout=30)
    phone.query_params["t"] = key
    phone.run()
    assert not phone.exception
    return int(phone.text[0].value)


def plays_again(app: AppTest) -> None:
    app.run().switch_page("screens/result/page.py").run()
    next(button for button in app.button if button.label == "Play again").click().run()
    assert not app.exception


def test_what_a_table_has_taught_outlives_the_game_and_is_known_to_its_other_phones(board: Board) -> None:
    app = phone_at(TABLE.with_new_board(1, corrected(board))).run()
    key = kept_by(app).key
    squares = board.kingdom.height * board.kingdom.width
    plays_again(app)
    assert known_at(key) == squares

    holding(app, table_of(app).with_new_board(1, corrected(board)))
    plays_again(app.run())
    assert known_at(key) == 2 * squares
