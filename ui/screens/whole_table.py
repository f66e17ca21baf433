"""Page for one photo of the whole table: a tap assigns each kingdom whose castle was not recognised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import NoReturn

import streamlit as st

from scoring import Castle
from ui.drawing.html import in_label
from ui.drawing.over_photo import Outline
from ui.drawing.players import with_display_names
from ui.i18n.translate import _
from ui.photos.pictures import get_picture_address
from ui.screens import routes
from ui.screens.camera import (
    camera,
    frame_kingdom,
    keep_beside,
    offer_fallbacks,
    reads_kingdoms,
    show_advice,
    show_kingdoms,
    show_reason,
)
from ui.screens.naming import castle_label
from ui.screens.notices import run_or_show_error, show_notice, subscribe
from ui.screens.photo_assignment import add_blank_board, apply_with_result, assign_photos, go_on
from ui.session.pending_photos import keep_failed, set_assignment
from ui.session.tab import tab
from ui.table.assignment import Assignment, assign_by_elimination, assign_reading
from ui.table.board import PhotoResult
from ui.table.photo_reading import Picture
from ui.table.table import Table
from ui.wording import describe
from vision.warning import ReadingWarning, WarningCode


def render() -> None:
    """Render the page that assigns the kingdoms of one photo."""
    assignment, failed = tab().own.photos.current, tab().own.photos.failed
    above = routes.TABLE if tab().table.seats else routes.START
    if failed and (failed.setting_corners or tab().own.photos.enters_by_hand):
        if st.button("‹ " + _("Back to the photo"), type="tertiary"):
            keep_failed(replace(failed, setting_corners=False))
            st.rerun()
    elif st.button("‹ " + routes.title(above), type="tertiary"):
        set_assignment(None)
        routes.go_to(above)
    asking, choosing, framing = st.container(key="ask"), st.container(key="choice"), st.container(key="corners")
    if assignment and assignment.unassigned:
        with choosing:
            ask_owner(assignment)
    elif failed and failed.setting_corners:
        with framing:
            show_where(failed)
    elif failed and failed.picture and tab().own.photos.enters_by_hand:
        with choosing:
            ask_whose(failed.picture)
    else:
        with asking:
            ask_for_table()
    subscribe()


def ask_for_table() -> None:
    failed = tab().own.photos.failed
    with st.container(key="asking"):  # the look hides it while a photo is read
        st.html(f"<h1>{photo_page_title(failed)}</h1>")
        if failed:
            show_reason(failed)
        label = _("Photograph again") if failed else _("Photograph the table")
        camera(label, key=f"whole-table-{tab().own.photos.photos}", read=reads_kingdoms(), then=assign_photos)
        if failed is None or failed.picture is None:
            show_advice(several=True)
            return
        offer_fallbacks(failed, accept=assign_photos, mark=keep_failed, enter=enter_from_photo)


def enter_from_photo(_picture: Picture) -> None:
    """Enter a kingdom by hand from the photo that gave none."""
    tab().own.photos.enters_by_hand = True


def photo_page_title(failed: PhotoResult | None) -> str:
    """Return the title of the page that asks for a photo, with how the last one failed."""
    if failed is None:
        return _("All kingdoms in one photo")
    return _("Is this Kingdomino?") if failed.readings else _("Photo not read")


def ask_owner(assignment: Assignment) -> None:
    """Show the photo with the kingdom in question highlighted, and a button for each possible owner.

    A doubtful kingdom asks for confirmation; choosing an owner confirms it. A tap on another unassigned kingdom asks
    about that one.
    """
    chosen = tab().own.photos.tapped
    at = chosen if chosen in assignment.unassigned else assignment.unassigned[0]
    st.html(f"<h1>{_('Whose kingdom is this?')}</h1>")
    if assignment.readings[at].needs_confirmation:
        show_notice(escape(describe(ReadingWarning(WarningCode.UNCERTAIN_KINGDOM))), role="alert")
    there = [n for n, picture in enumerate(assignment.pictures) if picture is assignment.pictures[at]]
    outlines = [
        Outline(
            assignment.readings[n].corners,
            assignment.owners[n],
            str(n + 1) if n in assignment.unassigned else "✓",
            asked=n == at,
        )
        for n in there
    ]
    tapped = show_kingdoms(assignment.pictures[at], outlines, [_("Kingdom {number}", number=n + 1) for n in there])
    if tapped is not None and there[tapped] in assignment.unassigned and there[tapped] != at:
        tab().own.photos.tapped = there[tapped]
        st.rerun()
    with st.container(key="done"), st.container(horizontal=True, key="owners"):
        choose_owner(assignment, at)


def choose_owner(assignment: Assignment, at: int) -> None:
    """Show a button for every possible owner of a kingdom, and for none.

    Players with another kingdom of this photo come last.
    """
    table = with_display_names(tab().table)
    offer_castles(table, "owner", partial(give, assignment, at))
    for seat in sorted(table.seats, key=lambda seat: seat.colour in assignment.owners):
        has = _("already placed") if seat.colour in assignment.owners else _("has a kingdom")
        label = f"{castle_label(seat.colour, in_label(seat.name))} ({has})"
        if seat.board and st.button(label, key=f"owner-{seat.number}"):
            give(assignment, at, seat.colour)
    none = _("No kingdom") if assignment.readings[at].needs_confirmation else _("Not in this game")
    if st.button(none, type="tertiary", key="not-in-game"):
        go_on(replace(assignment, unowned=assignment.unowned | {at}))


def offer_castles(table: Table, key: str, then: Callable[[Castle], object]) -> None:
    """Show a button for every player without a kingdom and every free castle; ``then`` gets the castle."""
    for seat in table.seats:
        if not seat.board and st.button(castle_label(seat.colour, in_label(seat.name)), key=f"{key}-{seat.number}"):
            then(seat.colour)
    for castle in () if table.is_full else table.free_colours:
        if st.button(castle_label(castle), key=f"{key}-{castle}"):
            then(castle)


def give(assignment: Assignment, at: int, castle: Castle) -> None:
    run_or_show_error(
        lambda: go_on(
            apply_with_result(lambda table: assign_by_elimination(*assign_reading(table, assignment, at, castle)))
        )
    )


def show_where(failed: PhotoResult) -> None:
    st.html(f"<h1>{_('Mark the corners')}</h1>")
    frame_kingdom(failed, None, number=-tab().own.photos.photos, then=_assign)
    if st.button(_("Another photo"), type="tertiary", key="another-photo"):
        set_assignment(None)
        st.rerun()


def ask_whose(picture: Picture) -> None:
    table = with_display_names(tab().table)
    st.html(f"<h1>{_('Whose kingdom is this?')}</h1>")
    with st.container(key="beside"):
        st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{get_picture_address(picture.jpeg)}">')
    with st.container(horizontal=True, key="owners"):
        offer_castles(table, "enter", partial(_enter, picture))


def _enter(picture: Picture, castle: Castle) -> NoReturn:
    """Open an empty board for the player of a castle, the photo above it."""
    number = add_blank_board(castle)
    keep_beside(number, picture)
    set_assignment(None)
    routes.go_to_kingdom(number)


def _assign(attempt: PhotoResult) -> NoReturn:
    """Assign the kingdom read within the dragged corners, or show why it could not be read."""
    if attempt.readings:
        assign_photos(attempt)
    else:
        keep_failed(attempt)
        st.rerun()


render()
