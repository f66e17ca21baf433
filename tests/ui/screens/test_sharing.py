"""Downloads are generated on request, for the tab and in its language."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from scoring import BASE, GIANTS, NO_PIECES, Castle, Kingdom, Pieces, Rules
from tests.ui.factories import EPOCH, EVENING, KINGDOMS
from ui.drawing import knizia_pieces
from ui.drawing.piece_marks import marks
from ui.screens.sharing import knizia_pictures, pictures_of_game
from ui.table.completed_games import Game, PlayerBoard


def page() -> None:
    import streamlit as st

    from ui.i18n.translate import _
    from ui.screens.files import defer_download
    from ui.session.tab import set_language, tab
    from ui.session.tab_state import Panel

    set_language("de")
    st.session_state["file"] = defer_download(lambda: (_("Who won?"), tab().own.panel))
    tab().own.panel = Panel.MORE


def test_download_has_the_table_and_language_of_its_tab() -> None:
    app = AppTest.from_function(page).run()

    with ThreadPoolExecutor(1) as other_thread:
        made = other_thread.submit(app.session_state["file"]).result()

    assert made == ("Wer hat gewonnen?", "more")


# --- The pictures of a game


TWO_GIANTS = Pieces(giants=(((0, 0), 2),))


def test_game_pictures_show_pieces_on_boards() -> None:
    ana = PlayerBoard("Ana", Castle.BLUE, Kingdom.parse("m2w/wC"), pieces=TWO_GIANTS)
    ben = replace(ana, name="Ben", colour=Castle.RED, pieces=NO_PIECES)
    game = Game(1, EVENING, Rules(box=BASE + GIANTS), (ana, ben))

    assert [svg.count(marks(TWO_GIANTS)) for svg in pictures_of_game(game, {}).values()] == [1, 1]


def test_knizia_game_shows_each_epoch_with_its_gold() -> None:
    game = KINGDOMS.with_new_board(0, EPOCH).confirm_epoch(0).with_new_board(1, EPOCH)

    [picture] = knizia_pictures(game, EVENING).values()

    assert picture.count(knizia_pieces.spaces(EPOCH.board)) == 2
    assert "Epoch 1<" in picture
    assert "Epoch 2<" in picture  # how far it is checked is a note to the players alone
