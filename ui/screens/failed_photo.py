"""A photo in which nothing was found: it stays on the screen with the reason, and is a way on itself."""

from __future__ import annotations

from enum import Enum, auto
from html import escape

import streamlit as st

from ui.drawing.over_photo import frame, shown_over
from ui.i18n.translate import _, translated
from ui.photos.shown import address
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.source import Picture

_BESIDE = "photo to enter from"  # the number of a board that is entered by hand, and its photo


class WayOn(Enum):
    """What is to be done with a photo in which nothing was found."""

    SHOW = auto()
    TAP = auto()


def show_reason(attempt: Attempt) -> None:
    """What went wrong with the last photo, and the photo if it could be opened."""
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(attempt.message))}</p>')
    if attempt.picture:
        _show_framed(attempt.picture)


def _show_framed(picture: Picture) -> None:
    """The photo with how it is to be taken drawn into it."""
    drawing = frame(picture.width, picture.height)
    shown = shown_over(address(picture.jpeg), picture.width, picture.height, drawing, _("the photo"))
    hint = _("Next time: everything inside this frame, from straight above.")
    st.html(f'<div class="cs-failed">{shown}<p class="cs-quiet">{hint}</p></div>')


def ways_on() -> WayOn | None:
    """The ways on with a photo besides another one; the one that was just tapped."""
    with st.container(horizontal=True, key="ways-on"):
        shows = st.button(_("Show where it is"), width="stretch")
        taps = st.button(_("Tap it in"), width="stretch")
    return WayOn.SHOW if shows else WayOn.TAP if taps else None


def keep_beside(number: int, picture: Picture) -> None:
    """Show a photo above the new board of a seat, which is entered from it, on this phone."""
    seat = tab().table.seat(number)
    if seat and seat.board:
        tab().set_local(_BESIDE, (seat.board.number, picture))


def show_beside(board: int) -> None:
    """The photo from which a board is being entered, if it is one."""
    beside: tuple[int, Picture] | None = tab().local(_BESIDE)
    if beside and beside[0] == board:
        with st.container(key="beside"):
            st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{address(beside[1].jpeg)}">')
