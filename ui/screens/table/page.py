"""Table: who plays, how far everybody is, and the one thing to do next."""

from __future__ import annotations

import streamlit as st

from ui.api.events import ALL
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.live import follow, watch
from ui.screens.result.dynasty import show_dynasty
from ui.screens.table.cards import show_cards
from ui.screens.table.dealt import show_dealt
from ui.screens.table.navigation import screen_of, ways_back
from ui.screens.table.next_button import ask_for_photo, lead_on, photograph_another, see_result
from ui.screens.table.panels import is_open, open_for_players, show_panels
from ui.screens.table.rules import show_misfit
from ui.screens.table.shot import show_shot
from ui.screens.table.tiles import ask_about_strange_tiles
from ui.screens.table.who import ask_who, is_to_say_who
from ui.session import members
from ui.session.tab import tab
from ui.table.next_step import FEWEST_KINGDOMS, NextStep, Task, next_step
from ui.table.table import Table
from ui.table.view_keys import table_view_key


@st.fragment
def show_kingdoms(own: int | None) -> None:
    """Everybody's card and the way on from them: of squares that are changed elsewhere this part alone is drawn.

    Where they are to be seen on the cards alone, nothing is: the cards hear of them.
    """
    follow(table_view_key, ALL)
    table = with_display_names(tab().table)
    with st.container(key="game"):
        show_shot(table)  # the photo that shows them all
        show_cards(table, own)
        step = next_here(own)
        if not step.task.wants_photo:
            with st.container(key="done"):
                lead_on(step)


def next_here(own: int | None) -> NextStep:
    """The one thing to do next on this phone."""
    table = with_display_names(tab().table)
    unread = sum(seat.board is None for seat in table.seats)
    return next_step(table, own, members.seats_elsewhere() if unread > 1 else ())


def show_result_so_far(table: Table, step: NextStep) -> None:
    """The way to the result while something else is to be done first."""
    laid = sum(seat.board is not None for seat in table.seats)
    if not table.shows_scores:
        if laid:
            st.html(f'<p class="cs-quiet">{_("The scores are shown when every kingdom is checked.")}</p>')
    elif step.task is Task.PHOTOGRAPH_ANOTHER:
        see_result(_("The sums"))
    elif step.task is not Task.SEE_WHO_WON and laid >= FEWEST_KINGDOMS:
        see_result(_("Who leads?"))


table = with_display_names(tab().table)
if table.kingdoms:
    routes.go_to(screen_of(table))
host, own = members.is_host(), members.own_seat()
if is_to_say_who(own, host=host):
    ask_who()
    watch()
    st.stop()
step = next_here(own)

with st.container(key="asking"):  # the look hides it while a photo is read
    with st.container(key="heading"):  # in a low window the look makes one line of it
        if st.button("‹ " + _("Start"), type="tertiary"):
            routes.go_to(routes.START)
        st.html(f"<h1>{_('Table') if table.seats else _('Who plays?')}</h1>")
        show_dealt()
    show_misfit(table)
    open_for_players(table)
    ask_about_strange_tiles(host=host)
    above = st.container()
    show_kingdoms(own)
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
