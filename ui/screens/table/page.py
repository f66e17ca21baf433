"""Table: who plays, how far everybody is, and the one thing to do next."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.api.news import ALL
from ui.drawing.html import in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.camera import camera, reads_kingdoms
from ui.screens.live import watch
from ui.screens.naming import offer_again
from ui.screens.result.finale import show_dynasty
from ui.screens.table.cards import show_cards, show_dealt, show_shot
from ui.screens.table.panels import close_panel, is_open, open_for_players, show_panels
from ui.screens.table.people import ways_back
from ui.screens.table.rules import show_misfit
from ui.screens.table.tiles import ask_about_strange_tiles
from ui.screens.table.who import ask_who, is_to_say_who
from ui.screens.whole_table.dealing import deal_out, deal_table
from ui.session import members
from ui.session.attempts import photos_tried
from ui.session.dealing import steps_taken
from ui.session.doubts import look_at
from ui.session.tab import tab
from ui.session.way_back import last_step
from ui.table.next_step import FEWEST_KINGDOMS, NextStep, Task, next_step
from ui.table.table import Seat, Table, asked_in_order


def ask_for_photo(step: NextStep) -> None:
    """The camera, where the next thing is a photo."""
    if step.seat:
        label, number = _("Photograph {name}", name=step.seat.name), step.seat.number
        key = f"photo-{number}-{photos_tried(number)}"
        camera(label, key=key, read=reads_kingdoms(), then=partial(deal_out, asked=step.seat))
        return
    if step.task is Task.PHOTOGRAPH_ANOTHER:
        photograph_another()
        return
    seats, key = tab().table.seats, f"table-{steps_taken()}"
    camera(_("Photograph the table"), key=key, read=reads_kingdoms(), then=deal_table, quiet=not seats)
    if seats and st.button(_("One by one"), type="tertiary", width="stretch", key="one-by-one"):
        tab().take_seat(seats[0].number)
        routes.go_to(routes.KINGDOM)


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


def show_kingdoms(table: Table, own: int | None, step: NextStep, *, host: bool) -> None:
    """Who that may be where nobody has said so, everybody's card, and the way on from them."""
    with st.container(key="game"):
        show_shot(table)  # the photo that shows them all
        nameless = [seat for seat in table.seats if seat.board and not seat.named]
        if host and nameless:
            offer_again(nameless, members.known_names())
        show_cards(table, own)
        if not step.task.wants_photo:
            with st.container(key="done"):
                if step.seat:
                    check(step.seat, step.doubts)
                else:
                    see_result(_("Who won?"), gold=True)


def show_result_so_far(table: Table, step: NextStep) -> None:
    """The way to the result while something else is to be done first."""
    laid = sum(seat.board is not None for seat in table.seats)
    if not table.shows_scores:
        if laid:
            st.html(f'<p class="cs-quiet">{_("The scores are shown once nothing is left to check.")}</p>')
    elif step.task is Task.PHOTOGRAPH_ANOTHER:
        see_result(_("The sums"))
    elif step.task is not Task.SEE_WHO_WON and laid >= FEWEST_KINGDOMS:
        see_result(_("Who leads?"))


def show_table(table: Table, own: int | None, *, host: bool) -> None:
    """Who plays, their kingdoms, and what is to be done."""
    unread, last = sum(seat.board is None for seat in table.seats), last_step()
    step = next_step(table, own, members.seats_elsewhere() if unread > 1 else (), last.before if last else None)
    with st.container(key="heading"):  # in a low window the look makes one line of it
        if st.button("‹ " + _("Start"), type="tertiary"):
            routes.go_to(routes.START)
        st.html(f"<h1>{_('Table') if table.seats else _('Who plays?')}</h1>")
        show_dealt()
    show_misfit(table)
    open_for_players(table)
    ask_about_strange_tiles(host=host)
    above = st.container()
    show_kingdoms(table, own, step, host=host)
    if step.task.wants_photo:
        # The look keeps "done" in sight, where it would cover the form for the first player.
        with st.container(key="done" if table.seats else "instead"):
            ask_for_photo(step)
    show_result_so_far(table, step)
    if step.task is Task.SEE_WHO_WON and not table.is_full:
        photograph_another(quiet=True)
    with above if is_open() else st.container():
        show_panels(table, own, host=host, is_asked_for=step.task is Task.PHOTOGRAPH_TABLE)
    show_dynasty(table)
    ways_back()


table = with_display_names(tab().table)
if table.kingdoms:
    routes.go_to(routes.screen_of(table))
host, own = members.is_host(), members.own_seat()
if is_to_say_who(own, host=host):
    ask_who()
    watch()
else:
    with st.container(key="asking"):  # the look hides it while a photo is read
        show_table(table, own, host=host)
        watch(ALL)
