"""Kingdom: a photo in, a board out."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from ui.drawing.html import in_html
from ui.drawing.over_photo import Outline
from ui.drawing.players import display_name, with_display_names
from ui.i18n.translate import _, translated
from ui.photos.reading import SecondLook, believed
from ui.screens import routes
from ui.screens.camera import camera, frame_kingdom, looks_again, reads_kingdoms, show_advice
from ui.screens.dealing import deal_out
from ui.screens.kingdom.correct import another_photo, correct_board, go_back, keep_attempt, keep_second_look
from ui.screens.notices import watch
from ui.screens.photos import Fallback, fallbacks, keep_beside, show_kingdoms, show_reason
from ui.session import dealing
from ui.session.dealing import attempt_for, photos_tried
from ui.session.tab import tab
from ui.table.board import Attempt, Trust, blank_board, trust_words
from ui.table.commands import where_to_look_from
from ui.table.table import Seat


def ask_photo(seat: Seat, attempt: Attempt | None) -> None:
    """The photo of one player's kingdom: camera first, corners or an empty board as the other ways on."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back(seat)
        title = _("{name}’s kingdom", name=in_html(display_name(seat, tab().table)))
        st.html(f"<h1>{title}</h1>")
        if attempt and attempt.message:
            show_reason(attempt)
        if attempt and attempt.second_look and seat.board and seat.board.doubts:
            st.html(f'<p class="cs-notice">{escape(translated(where_to_look_from(seat.board)))}</p>')
        seats = with_display_names(tab().table).seats  # whose kingdoms are done, while a phone goes round the table
        names = [in_html(one.name) for one in seats if one.board and one.board.trust is Trust.CHECKED]
        if names:
            st.html(f'<p class="cs-quiet">✓ {translated(trust_words(Trust.CHECKED))}: {", ".join(names)}</p>')
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
        camera(label, key=key, read=looks_again(seat.board.source), then=keep_look, most=1)
    else:
        camera(label, key=key, read=reads_kingdoms(), then=partial(deal_out, asked=seat))


def other_ways(seat: Seat, attempt: Attempt | None) -> None:
    """The ways on without a good photo."""
    if attempt and attempt.message and attempt.picture:
        way = fallbacks(attempt)
        if way is Fallback.BELIEVE:
            deal_out(believed(attempt), asked=seat)
        elif way is Fallback.SHOW:
            keep_attempt(seat, Attempt(attempt.picture, setting_corners=True))
        elif way is Fallback.TAP:
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
    dealing.keep_attempt(seat.number, None)


def choose_kingdom(seat: Seat, attempt: Attempt) -> None:
    """The photo with its kingdoms numbered, each a button."""
    if attempt.picture is None:
        return
    picture, readings = attempt.picture, attempt.readings
    go_back(seat)
    title = _("Which kingdom is {name}’s?", name=in_html(display_name(seat, tab().table)))
    st.html(f"<h1>{title}</h1>")
    outlines = [Outline(reading.corners, None, str(number)) for number, reading in enumerate(readings, start=1)]
    names = [_("Kingdom {number}", number=number) for number in range(1, len(readings) + 1)]
    chosen = show_kingdoms(picture, outlines, names)
    if chosen is not None:
        keep_attempt(seat, Attempt(picture, readings=(readings[chosen],)))
    another_photo(seat)


def set_corners(seat: Seat, attempt: Attempt) -> None:
    """The photo with four corners to drag, the size of the grid, and the button that reads it."""
    if attempt.picture is None:
        return
    go_back(seat)
    st.html(f"<h1>{_('Set the four corners')}</h1>")
    source = seat.board.source if seat.board else None
    known = source if source and source.picture is attempt.picture else None  # the board was read from this photo
    frame_kingdom(attempt, known, number=photos_tried(seat.number), then=partial(keep_attempt, seat))
    another_photo(seat)


seat = tab().seat
if seat is None:
    routes.go_to(routes.TABLE)

# Each step has its own place, so that nothing of one is left standing in the next while it is drawn.
corners, choice, board, ask = (st.container(key=step) for step in ("corners", "choice", "board", "ask"))
attempt = attempt_for(seat.number)
if attempt and attempt.setting_corners:
    with corners:
        set_corners(seat, attempt)
elif attempt and attempt.readings and not attempt.message:
    with choice:
        choose_kingdom(seat, attempt)
elif seat.board and not attempt:
    with board:
        correct_board(seat)
else:
    with ask:
        ask_photo(seat, attempt)
watch(seat.number)
