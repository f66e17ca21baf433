"""Before there is a board: ask for a photo, read it, and say kindly what went wrong."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from ui.drawing.html import in_html
from ui.drawing.player_names import display_name, with_display_names
from ui.i18n.translate import _, translated
from ui.photos.reading import SecondLook
from ui.screens.camera import camera, looks_again, reads_kingdoms, show_advice
from ui.screens.failed_photo import WayOn, keep_beside, show_reason, ways_on
from ui.screens.kingdom.steps import go_back, keep_attempt, keep_second_look
from ui.screens.whole_table.dealing import deal_out
from ui.session import attempts
from ui.session.attempts import photos_tried
from ui.session.tab import tab
from ui.table.board import Attempt, Trust, blank_board
from ui.table.second_look import where_to_look_from
from ui.table.table import Seat
from ui.table.trust import trust_words


def ask_photo(seat: Seat, attempt: Attempt | None) -> None:
    """The photo of one player's kingdom: camera first, corners or an empty board as the other ways on."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back(seat)
        title = _("{name}’s kingdom", name=in_html(display_name(seat, tab().table)))
        st.html(f"<h1>{title}</h1>")
        if attempt and attempt.message:
            show_reason(attempt)
        if attempt and attempt.second_look:
            show_open_squares(seat)
        show_checked()
        show_camera(seat, attempt)
        other_ways(seat, attempt)


def show_camera(seat: Seat, attempt: Attempt | None) -> None:
    """The camera for the player's kingdom, or for another photo of the board that is there."""
    failed = attempt and attempt.message
    label = _("Photograph again") if failed else _("Photograph the kingdom")
    key = f"photo-{seat.number}-{photos_tried(seat.number)}"

    def keep_look(found: SecondLook | Attempt) -> None:
        keep_second_look(tab().table.seat(seat.number) or seat, found)

    if attempt and attempt.second_look and seat.board and seat.board.source:
        camera(label, key=key, read=looks_again(seat.board.source), then=keep_look)
    else:
        camera(label, key=key, read=reads_kingdoms(), then=partial(deal_out, asked=seat))


def show_open_squares(seat: Seat) -> None:
    """From where another look at the board would show what is still open."""
    if seat.board and seat.board.doubts:
        st.html(f'<p class="cs-notice">{escape(translated(where_to_look_from(seat.board)))}</p>')


def show_checked() -> None:
    """Whose kingdoms are done, while a phone goes round the table."""
    seats = with_display_names(tab().table).seats
    names = [in_html(seat.name) for seat in seats if seat.board and seat.board.trust is Trust.CHECKED]
    if names:
        st.html(f'<p class="cs-quiet">✓ {translated(trust_words(Trust.CHECKED))}: {", ".join(names)}</p>')


def other_ways(seat: Seat, attempt: Attempt | None) -> None:
    """The ways on without a good photo."""
    if attempt and attempt.message and attempt.picture:
        way = ways_on()
        if way is WayOn.SHOW:
            keep_attempt(seat, Attempt(attempt.picture, setting_corners=True))
        elif way is WayOn.TAP:
            enter_by_hand(seat)
            keep_beside(seat.number, attempt.picture)
            st.rerun()
        return
    show_advice()
    if st.button(_("Enter by hand"), width="stretch"):
        enter_by_hand(seat)
        st.rerun()


def enter_by_hand(seat: Seat) -> None:
    """Lay an empty board for a player."""
    tab().do(lambda table: table.with_new_board(seat.number, blank_board(table.rules.grid)))
    attempts.keep_attempt(seat.number, None)
