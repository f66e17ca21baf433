"""The board with its photo and score, square by square corrected."""

from __future__ import annotations

import streamlit as st

from ui.api.tables import board_in_version
from ui.components.board_editor import board_editor
from ui.i18n.translate import _
from ui.photos.outline import loose_in
from ui.screens.failed_photo import show_beside
from ui.screens.kingdom.finish import find_right, in_doubt
from ui.screens.kingdom.pieces import place_on
from ui.screens.kingdom.report import offer_report
from ui.screens.kingdom.steps import another_look, another_photo, go_back, keep_attempt
from ui.screens.live import follow
from ui.screens.table.tiles import ask_about_strange_tiles
from ui.session import members
from ui.session.doubts import is_asked_about, look_on
from ui.session.tab import tab
from ui.store import StoredTable
from ui.table.board import Attempt, Board, Trust
from ui.table.table import Seat, Table
from ui.table.together import as_brought_back

_SEEN = "boards seen"


def correct_board(seat: Seat) -> None:
    """The editor, and below it the one thing to do next."""
    with st.container(key="wide"):  # the look gives it the width of the window
        ask_about_strange_tiles(host=members.is_host())
        if seat.board:
            show_beside(seat.board.number)
        with st.container(key="back"):
            go_back(seat)
        with st.container(key="editor"):
            edit(seat.number, asked=asked_about(seat.board))
        with st.container(key="done"):
            find_right(seat)
        with st.container(horizontal=True, key="more"):
            other_ways(seat)
            offer_report(seat)


@st.fragment
def edit(number: int, *, asked: tuple[bool, bool, int]) -> None:
    """The board editor, which edits by itself; what stands beside it follows the board where that is to be seen.

    What was ``asked_about`` the board changes what stands below it.
    """
    follow(beside_the_board, number)
    table = tab().table
    seat = table.seat(number)
    if seat is None or seat.board is None:
        return
    kept = tab().stored if tab().trouble is None else None
    shown = StoredTable(0, kept.key if kept else "", kept.version if kept else 0, table)
    board_editor(
        board_in_version(shown, seat, seat.board),
        kept.key if kept else None,
        on_stored=tab().refresh if any(asked) else None,
        look=look_on(seat.board.number),
        unveil=is_first_seen(seat.board),
    )
    place_on(number, seat.board)
    if any(asked) and asked_about(seat.board) != asked:
        st.rerun()


def asked_about(board: Board | None) -> tuple[bool, bool, int]:
    """Whether the player is asked if doubts of a board are accepted, and if a domino of it lies beside the kingdom.

    The last is how many squares are to check.
    """
    if board is None:
        return False, False, 0
    table = tab().table
    return is_asked_about(board), bool(loose_in(board, table.rules.box)), in_doubt(table, board).doubts


def is_first_seen(board: Board) -> bool:
    """Whether this phone sees a board for the first time, as it was read: its photo is shown before its squares."""
    seen: frozenset[int] = tab().local(_SEEN) or frozenset()
    tab().set_local(_SEEN, seen | {board.number})
    return board.number not in seen and not board.turns and board.trust is Trust.TO_CHECK


def beside_the_board(table: Table) -> object:
    """What of the table is to be seen beside the editor."""
    seat = tab().seat
    board = seat.board.number if seat and seat.board else None
    here = (seat.name, seat.colour, board, seat.earlier is None) if seat else None
    settled = [one.name for one in table.seats if one.board and one.board.trust.is_settled]
    taken = [one.board.pieces for one in table.seats if one.board and one != seat]  # of which there are fewer then
    return here, table.rules, table.shows_scores, settled, taken


def other_ways(seat: Seat) -> None:
    """Another photo, other corners, or the board that was here before."""
    if seat.board is None:
        return
    another_look(seat)
    another_photo(seat)
    if seat.board.source and st.button(_("Set corners"), type="tertiary"):
        keep_attempt(seat, Attempt(seat.board.source.picture, setting_corners=True))
    if seat.earlier and st.button(_("Bring back the earlier board"), type="tertiary"):
        tab().keep(tab().table.with_new_board(seat.number, as_brought_back(seat.earlier)))
        st.rerun()
