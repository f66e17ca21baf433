"""The board with its photo and score, square by square corrected."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.api.tables import board_in_version
from ui.components.board_editor import board_editor
from ui.i18n.translate import _
from ui.photos.outline import loose_in
from ui.screens.failed_photo import show_beside
from ui.screens.kingdom.beside import is_from_beside, lead_beside
from ui.screens.kingdom.finish import find_right, in_doubt
from ui.screens.kingdom.pieces import place_on
from ui.screens.kingdom.report import offer_report
from ui.screens.kingdom.steps import another_look, another_photo, go_back, keep_attempt
from ui.screens.table.tiles import ask_about_strange_tiles
from ui.session import members
from ui.session.doubts import is_asked_about, look_on
from ui.session.tab import tab
from ui.table.board import Attempt, Board, Trust
from ui.table.commands import with_earlier_board
from ui.table.table import Seat

_SEEN = "boards seen"


def correct_board(seat: Seat) -> None:
    """The editor, and below it the one thing to do next."""
    if seat.board is None:
        return
    with st.container(key="wide"):  # the look gives it the width of the window
        ask_about_strange_tiles(host=members.is_host())
        show_beside(seat.board.number)
        with st.container(key="back"):
            go_back(seat)
        with st.container(key="editor"):
            edit(seat, seat.board)
        with st.container(key="done"):
            find_right(seat)
        with st.container(horizontal=True, key="more"):
            other_ways(seat)
            offer_report(seat)
        lead_beside(seat)


def edit(seat: Seat, board: Board) -> None:
    """The board editor, which edits by itself; the page is drawn again where that changes what is asked below it."""
    kept, from_beside = tab().stored, is_from_beside(board.number)
    if kept is None:
        return
    board_editor(
        board_in_version(kept, seat, board),
        kept.key,
        on_stored=tab().refresh if asks_below(board) else None,
        look=look_on(board.number),
        unveil=is_first_seen(board) or from_beside,
    )
    place_on(seat.number, board)


def asks_below(board: Board) -> bool:
    """Whether something is asked below the editor that follows its squares: doubts, or a domino that lies beside."""
    table = tab().table
    return is_asked_about(board) or bool(loose_in(board, table.rules.box)) or in_doubt(table, board).doubts > 0


def is_first_seen(board: Board) -> bool:
    """Whether this phone sees a board for the first time, as it was read: its photo is shown before its squares."""
    seen: frozenset[int] = tab().local(_SEEN) or frozenset()
    tab().set_local(_SEEN, seen | {board.number})
    return board.number not in seen and not board.turns and board.trust is Trust.TO_CHECK


def other_ways(seat: Seat) -> None:
    """Another photo, other corners, or the board that was here before."""
    if seat.board is None:
        return
    another_look(seat)
    another_photo(seat)
    if seat.board.source and st.button(_("Set corners"), type="tertiary"):
        keep_attempt(seat, Attempt(seat.board.source.picture, setting_corners=True))
    if seat.earlier and st.button(_("Bring back the earlier board"), type="tertiary"):
        tab().do(partial(with_earlier_board, number=seat.board.number))
        st.rerun()
