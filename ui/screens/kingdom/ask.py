"""Before there is a board: ask for a photo, read it, and say kindly what went wrong."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui.drawing.html import in_html
from ui.drawing.player_names import display_name, with_display_names
from ui.i18n.translate import _, translated
from ui.screens.camera import attempt_at, camera, second_look_at, show_advice
from ui.screens.kingdom.steps import go_back, keep_attempt, keep_second_look
from ui.screens.whole_table.dealing import deal_out
from ui.session.tab import tab
from ui.streamlit_patch import address, discard_after
from ui.table.board import Attempt, Trust, blank_board
from ui.table.second_look import where_to_look_from
from ui.table.table import Seat


def ask_photo(seat: Seat) -> None:
    """The photo of one player's kingdom: camera first, corners or an empty board as the other ways on."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back(seat)
        title = _("{name}’s kingdom", name=in_html(display_name(seat, tab().table)))
        st.html(f"<h1>{title}</h1>")
        if seat.attempt and seat.attempt.message:
            show_message(seat.attempt)
        show_open_squares(seat)
        show_checked()
        upload = camera(_("Photograph the kingdom"), key=f"photo-{seat.number}-{seat.tried}")
        other_ways(seat)
    if upload is None:
        return
    with discard_after(upload):
        if seat.attempt and seat.attempt.second_look and seat.board and seat.board.source:
            keep_second_look(seat, second_look_at(upload, seat.board.source))
        else:
            deal_out(attempt_at(upload), seat)


def show_open_squares(seat: Seat) -> None:
    """From where another look at the board would show what is still open."""
    if seat.attempt and seat.attempt.second_look and seat.board and seat.board.doubts:
        st.html(f'<p class="cs-notice">{escape(translated(where_to_look_from(seat.board)))}</p>')


def show_checked() -> None:
    """Whose kingdoms are done, while a phone goes round the table."""
    seats = with_display_names(tab().table).seats
    names = [in_html(seat.name) for seat in seats if seat.board and seat.board.trust is Trust.CHECKED]
    if names:
        st.html(f'<p class="cs-quiet">✓ {_("checked")}: {", ".join(names)}</p>')


def show_message(attempt: Attempt) -> None:
    """What went wrong with the last photo, and the photo if it could be opened."""
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(attempt.message))}</p>')
    if attempt.picture:
        st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{address(attempt.picture.jpeg, "attempt")}">')


def other_ways(seat: Seat) -> None:
    """The ways on without a good photo."""
    attempt = seat.attempt
    if attempt and attempt.picture and st.button(_("Set the corners by hand"), width="stretch"):
        keep_attempt(seat, Attempt(attempt.picture, setting_corners=True))
    if not (attempt and attempt.message):
        show_advice()
    table = tab().table
    if st.button(_("Enter by hand"), width="stretch"):
        tab().keep(table.with_new_board(seat.number, blank_board(table.rules.grid)))
        st.rerun()
