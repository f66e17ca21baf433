"""Photos on a screen: one whose kingdoms are buttons, and one in which nothing was found, with the ways on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from html import escape

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.over_photo import Outline, frame, outlines, shown_over
from ui.i18n.translate import _, translated
from ui.photos.pictures import address
from ui.screens import routes
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.dealing import in_one_photo
from ui.table.source import Picture
from ui.table.table import Seat, Table, sheet


def show_kingdoms(picture: Picture, kingdoms: Sequence[Outline], names: Sequence[str]) -> int | None:
    """The photo with kingdoms outlined, and the place of the one that was just tapped; None if none was.

    Corners of the outlines are in pixels of the original photo; ``names`` say what each button is.
    """
    scaled = [
        Outline(tuple((x / picture.scale, y / picture.scale) for x, y in one.corners), one.castle, one.label, one.asked)
        for one in kingdoms
    ]
    shown, tapped = address(picture.jpeg), None
    rules = "".join(_place(at, one, picture) for at, one in enumerate(scaled))
    places = f"<style>.st-key-kingdoms-photo{{--ratio:{picture.width / picture.height:.4f}}}{rules}</style>"
    with st.container(key="kingdoms-photo"):
        drawing = outlines(scaled, picture.width)
        st.html(places + shown_over(shown, picture.width, picture.height, drawing, _("the photo")))
        for at, name in enumerate(names):
            if st.button(name, key=f"spot-{at}"):
                tapped = at
    return tapped


def show_table_photo(table: Table, *, leads: bool = True) -> None:
    """The photo of a table with display names, each kingdom a button that opens it if it ``leads`` there.

    Nothing where no photo shows two kingdoms.
    """
    together = in_one_photo(table)
    if together is None:
        return
    picture, shown = together
    kingdoms = [Outline(source.reading.corners, seat.colour.value, _sum(table, seat)) for seat, source in shown]
    tapped = show_kingdoms(picture, kingdoms, [in_label(seat.name) for seat, _source in shown] if leads else ())
    if tapped is not None:
        tab().take_seat(shown[tapped][0].number)
        routes.go_to(routes.KINGDOM)


def _sum(table: Table, seat: Seat) -> str:
    """The points of a kingdom, with a question mark while squares of it are in doubt, accepted or not."""
    if seat.board is None or not table.shows_scores:
        return seat.name[:1]
    total = sheet(table, seat.board).total
    return f"{total} ?" if seat.board.doubts else str(total)


def _place(at: int, one: Outline, picture: Picture) -> str:
    """The place of a button over the photo, as a rule of its style."""
    across = [100 * x / picture.width for x, _y in one.corners]
    down = [100 * y / picture.height for _x, y in one.corners]
    left, top = max(0.0, min(across)), max(0.0, min(down))
    width, height = min(100.0, max(across)) - left, min(100.0, max(down)) - top
    return f".st-key-spot-{at}{{left:{left:.1f}%;top:{top:.1f}%;width:{width:.1f}%!important;height:{height:.1f}%}}"


class Fallback(Enum):
    """The ways on from a photo in which nothing was found, or what may be no kingdom."""

    BELIEVE = auto()
    SHOW = auto()
    TAP = auto()


def show_reason(attempt: Attempt) -> None:
    """The fault of the last photo, and that photo, if it could be opened, with how it is to be taken."""
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(attempt.message))}</p>')
    picture = attempt.picture
    if picture:
        drawing = frame(picture.width, picture.height)
        shown = shown_over(address(picture.jpeg), picture.width, picture.height, drawing, _("the photo"))
        hint = _("Next time: everything inside this frame, from straight above.")
        st.html(f'<div class="cs-failed">{shown}<p class="cs-quiet">{hint}</p></div>')


def fallbacks(attempt: Attempt) -> Fallback | None:
    """The ways on with a photo besides another one; the one that was just tapped."""
    if attempt.readings and st.button(_("Yes, it is a kingdom"), type="primary", width="stretch", key="is-kingdom"):
        return Fallback.BELIEVE
    with st.container(horizontal=True, key="ways-on"):
        shows = st.button(_("Show where it is"), width="stretch")
        taps = st.button(_("Enter by hand"), width="stretch")
    edition = _("Is it an edition that I do not know? Show where it is, then teach me your box.")
    st.html(f'<p class="cs-quiet">{edition}</p>')
    return Fallback.SHOW if shows else Fallback.TAP if taps else None


def keep_beside(number: int, picture: Picture) -> None:
    """Show a photo above the new board of a seat, which is entered from it, on this phone."""
    seat = tab().table.seat(number)
    if seat and seat.board:
        tab().own.beside = seat.board.number, picture


def show_beside(board: int) -> None:
    """The photo from which a board is being entered, if it is one."""
    beside = tab().own.beside
    if beside and beside[0] == board:
        with st.container(key="beside"):
            st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{address(beside[1].jpeg)}">')
