"""The gold button of a table: always the next thing to do."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.drawing.html import in_label
from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.camera import camera, reads_kingdoms
from ui.screens.table.panels import close_panel
from ui.screens.whole_table.dealing import deal_out, deal_table
from ui.session.attempts import photos_tried
from ui.session.dealing import steps_taken
from ui.session.doubts import look_at
from ui.session.tab import tab
from ui.table.next_step import NextStep, Task
from ui.table.table import Seat, asked_in_order


def ask_for_photo(step: NextStep) -> None:
    """The camera, where the next thing is a photo."""
    if step.seat:
        label, key = (
            _("Photograph {name}", name=step.seat.name),
            f"photo-{step.seat.number}-{photos_tried(step.seat.number)}",
        )
        camera(label, key=key, read=reads_kingdoms(), then=partial(deal_out, asked=step.seat))
    elif step.task is Task.PHOTOGRAPH_ANOTHER:
        photograph_another()
    else:
        photograph_table()


def photograph_table() -> None:
    """The camera for everybody's kingdoms, and the way to one after the other."""
    seats = tab().table.seats
    key = f"table-{steps_taken()}"
    camera(_("Photograph the table"), key=key, read=reads_kingdoms(), then=deal_table, quiet=not seats)
    if seats and st.button(_("One by one"), type="tertiary", width="stretch", key="one-by-one"):
        tab().take_seat(seats[0].number)
        routes.go_to(routes.KINGDOM)


def lead_on(step: NextStep) -> None:
    """The button, where the next thing is no photo."""
    if step.seat:
        check(step.seat, step.doubts)
    else:
        see_result(_("Who won?"), gold=True)


def photograph_another(*, quiet: bool = False) -> None:
    """The camera for a kingdom whose player is not at the table yet."""
    key = f"next-{steps_taken()}"
    camera(_("Photograph the next kingdom"), key=key, read=reads_kingdoms(), then=deal_table, quiet=quiet)


def check(seat: Seat, doubts: int) -> None:
    """The way to the first doubtful square."""
    if doubts:
        label = n_("Check {number} square", "Check {number} squares", doubts)
    else:
        label = _("Check {name}", name=in_label(seat.name))
    if st.button(label, type="primary", width="stretch", key=f"open-doubts-{seat.number}") and seat.board:
        if seat.board.doubts:
            look_at(seat.board.number, asked_in_order(tab().table, seat.board)[0])
        close_panel()
        tab().take_seat(seat.number)
        routes.go_to(routes.KINGDOM)


def see_result(label: str, *, gold: bool = False) -> None:
    """The way to the result, also to one that is not complete."""
    if st.button(label, type="primary" if gold else "secondary", width="stretch", key="open-result"):
        close_panel()
        routes.go_to(routes.RESULT)
