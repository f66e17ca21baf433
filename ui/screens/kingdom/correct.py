"""The board with its photo and score, square by square corrected; its pieces, and the others beside it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.api.tables import shown_board
from ui.components.board import board_editor
from ui.drawing.html import in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.photos.outline import loose_in
from ui.screens import routes
from ui.screens.files import deferred_download
from ui.screens.kingdom.finish import find_right, in_doubt
from ui.screens.kingdom.steps import another_look, another_photo, go_back, keep_attempt
from ui.screens.naming import castle_label
from ui.screens.photos import show_beside
from ui.screens.table.rules import ask_about_strange_tiles
from ui.session import members
from ui.session.doubts import is_asked_about, look_on
from ui.session.reports import report_file
from ui.session.tab import tab
from ui.table.board import Attempt, Board
from ui.table.commands import with_earlier_board
from ui.table.table import Seat
from ui.table.trust import Trust

_SEEN, _FROM_BESIDE = "boards seen", "board opened from beside"


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
        show_other_kingdoms(seat)


def edit(seat: Seat, board: Board) -> None:
    """The board editor, which edits by itself; the page is drawn again where that changes what is asked below it."""
    kept, table, from_beside = tab().stored, tab().table, pop_from_beside(board.number)
    if kept is None:
        return
    # Something is asked below that follows the squares: doubts, or a domino that lies beside.
    asks_below = is_asked_about(board) or bool(loose_in(board, table.rules.box)) or in_doubt(table, board).doubts > 0
    board_editor(
        shown_board(kept, seat, board),
        kept.key,
        kept.version,
        on_stored=tab().refresh if asks_below else None,
        look=look_on(board.number),
        unveil=note_first_look(board) or from_beside,
    )


def note_first_look(board: Board) -> bool:
    """Note that this phone has seen a board; True the first time, as it was read: its photo is then shown first."""
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
        tab().do(partial(with_earlier_board, board=seat.board.number))
        st.rerun()


def show_other_kingdoms(seat: Seat) -> None:
    """A button for every other kingdom, in the order of the table; a finger that goes to the side presses one, too."""
    laid = [one for one in with_display_names(tab().table).seats if one.board]
    if len(laid) < 2:
        return
    at = [one.number for one in laid].index(seat.number)
    with st.container(horizontal=True, key=f"beside-{at}"):
        for other in laid[:at] + laid[at + 1 :]:
            label = castle_label(other.colour, in_label(other.name))
            if st.button(label, key=f"open-kingdom-{other.number}"):
                tab().set_local(_FROM_BESIDE, other.board.number if other.board else None)
                tab().take_seat(other.number)
                routes.go_to(routes.KINGDOM)


def pop_from_beside(board: int) -> bool:
    """True once for a board that has just been opened from another one: its photo then
    turns into its tiles."""
    opened: int | None = tab().local(_FROM_BESIDE)
    if opened is not None:
        tab().set_local(_FROM_BESIDE, None)
    return opened == board


def offer_report(seat: Seat) -> None:
    """The button that saves the report on a board that was read; the photo is in it only if the player says so."""
    if seat.board is None or seat.board.source is None:
        return
    with st.popover(_("Report this photo"), type="tertiary"):
        what = _("Was it misread? This saves a file with what was read and what you corrected. Nothing is sent.")
        st.html(f'<p class="cs-quiet">{what}</p>')
        with_photo = st.checkbox(_("Put the photo into the file"), key=f"report-photo-{seat.number}")
        st.download_button(
            _("Save the file with the photo") if with_photo else _("Save the file"),
            deferred_download(lambda: report_file(seat.number, with_photo=with_photo)),
            "crownsight-report.json",
            "application/json",
            on_click="ignore",
            width="stretch",
        )
