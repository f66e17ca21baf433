"""What becomes of a photo of the table in which no kingdom was found."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from scoring import Castle
from ui.drawing.html import in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.photos.shown import address
from ui.screens import routes
from ui.screens.corners import frame_kingdom
from ui.screens.failed_photo import WayOn, keep_beside
from ui.screens.notices import show_refusal
from ui.screens.table.players import castle_label
from ui.screens.whole_table.dealing import deal_table
from ui.session.attempts import keep_attempt
from ui.session.dealing import expects_one, go_on_with, keep_failed, steps_taken, tap_in
from ui.session.tab import tab
from ui.table.board import Attempt, blank_board
from ui.table.source import Picture
from ui.table.table import Table, TableError


def go_on_by(way: WayOn | None, failed: Attempt) -> None:
    """Show where a kingdom lies in the photo, or enter it by hand; nothing before a way was tapped."""
    if way is WayOn.SHOW:
        keep_failed(replace(failed, message=None, setting_corners=True))
        st.rerun()
    elif way is WayOn.TAP and failed.picture:
        if expects_one():
            _enter(tab().table.free_colours[0], failed.picture, name=_("Your kingdom"))
        tap_in()
        st.rerun()


def show_where(failed: Attempt) -> None:
    """The photo with four corners to drag round a kingdom, which is then dealt as if it had been found."""
    st.html(f"<h1>{_('Set the four corners')}</h1>")
    frame_kingdom(failed, None, number=-steps_taken(), then=_deal)
    if st.button(_("Another photo"), type="tertiary", key="another-photo"):
        go_on_with(None)
        st.rerun()


def ask_whose(picture: Picture) -> None:
    """A button for every player without a kingdom, and for every castle nobody has."""
    table = with_display_names(tab().table)
    st.html(f"<h1>{_('Whose kingdom is this?')}</h1>")
    with st.container(key="beside"):
        st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{address(picture.jpeg)}">')
    with st.container(horizontal=True, key="owners"):
        for seat in table.seats:
            label = castle_label(seat.colour, in_label(seat.name))
            if not seat.board and st.button(label, key=f"enter-{seat.number}"):
                _enter(seat.colour, picture)
        for castle in () if table.is_full else table.free_colours:
            if st.button(castle_label(castle), key=f"enter-{castle}"):
                _enter(castle, picture)


def _enter(castle: Castle, picture: Picture, *, name: str = "") -> None:
    """Open an empty board for the player of a castle, new if nobody has it, the photo above it."""

    def entered(table: Table) -> Table:
        table = table.with_player(name, castle) if castle in table.free_colours else table
        number = next(seat.number for seat in table.seats if seat.colour is castle)
        return table.with_new_board(number, blank_board(table.rules.grid))

    try:
        tab().do(entered)
    except TableError as refused:
        show_refusal(refused)
        return
    number = next(seat.number for seat in tab().table.seats if seat.colour is castle)
    keep_attempt(number, None)
    keep_beside(number, picture)
    go_on_with(None)
    tab().take_seat(number)
    routes.go_to(routes.KINGDOM)


def _deal(attempt: Attempt) -> None:
    """Deal what the corners gave; what could not be read is said beside them."""
    if attempt.readings:
        deal_table(attempt)
    keep_failed(attempt)
    st.rerun()
