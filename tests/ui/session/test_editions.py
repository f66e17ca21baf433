"""The edition of a table grows by confirmed kingdoms and is used for the next photo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import vision
from scoring import Square, Terrain
from tests.sample_photos import KITCHEN
from tests.ui.factories import ANA, TAUGHT_SQUARES, teach_edition
from tests.ui.phone import find_stored_table, phone_at, phone_key_of, table_of
from ui import store
from ui.photos.pictures import shrink_photo
from ui.screens import routes
from ui.session.tile_choice import learn_from_boards
from ui.store.edition_store import Contents
from ui.table.board import Board, make_board
from ui.table.table import UNKNOWN_TILES, Table
from vision.photo.photo import load


@pytest.fixture(scope="module")
def board() -> Board:
    opened = load(KITCHEN)
    [reading] = vision.read(opened)
    return replace(make_board(reading, shrink_photo(opened)), doubtful=frozenset(), confirmed=True)


def test_a_checked_board_teaches_what_it_was_corrected_to(board: Board) -> None:
    mine = Square(Terrain.MINE, 2)
    corrected = replace(board, kingdom=board.kingdom.with_square(0, 0, mine))

    [taught] = learn_from_boards(ANA.with_new_board(1, corrected))

    assert taught.squares[0] == mine
    assert len(taught) == board.kingdom.height * board.kingdom.width
    assert learn_from_boards(ANA.with_new_board(1, replace(corrected, confirmed=False))) == ()


def show_known_squares() -> None:
    """Render a screen with the number of squares and kingdoms of the table's edition."""
    import streamlit

    from ui.session.tab import tab
    from ui.session.tile_choice import get_known_tiles
    from vision.squares.taught_tiles import TaughtTiles

    tab().sync_with_url()
    edition = get_known_tiles(tab().table).tiles
    streamlit.text(f"{len(edition)} of {edition.kingdoms}" if isinstance(edition, TaughtTiles) else "none")


def edition_at(key: str) -> str:
    """Return the edition that another phone sees at the table."""
    phone = AppTest.from_function(show_known_squares, default_timeout=30)
    phone.query_params["t"] = key
    phone.run()
    assert not phone.exception
    return str(phone.text[0].value)


def host_of(table: Table) -> AppTest:
    """Open a table as a host who has taught its edition."""
    app = phone_at(table)
    number = store.get_store().editions.save(phone_key_of(app), "Our box", lambda _: Contents(teach_edition(), 1))
    app.run()
    taught = replace(table_of(app), tiles=UNKNOWN_TILES.with_choice(taught=number))
    store.get_store().change(find_stored_table(app).key, phone_key_of(app), lambda _: taught)
    return app.run()


def sees_result(app: AppTest) -> AppTest:
    app.switch_page(routes.RESULT).run()
    assert not app.exception
    return app


def plays_again(app: AppTest) -> None:
    next(button for button in sees_result(app).button if button.label == "Play again").click().run()
    assert not app.exception


def test_taught_edition_grows_once_by_each_kingdom(board: Board) -> None:
    app = host_of(ANA.with_new_board(1, board))
    key = find_stored_table(app).key
    squares = TAUGHT_SQUARES + board.kingdom.height * board.kingdom.width

    assert edition_at(key) == f"{squares} of 2"  # while the game is under way
    sees_result(app)
    assert edition_at(key) == f"{squares} of 2"  # once it is recorded
    plays_again(app)
    assert edition_at(key) == f"{squares} of 2"


def test_a_table_without_a_taught_edition_learns_nothing(board: Board) -> None:
    app = phone_at(ANA.with_new_board(1, board)).run()
    number = store.get_store().editions.save(phone_key_of(app), "Our box", lambda _: Contents(teach_edition(), 1))

    plays_again(app)

    assert edition_at(find_stored_table(app).key) == "none"
    assert store.get_store().editions.load(number) == teach_edition()
