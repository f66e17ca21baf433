"""Table: who plays, and how far everybody is."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.live import watch
from ui.screens.result.dynasty import show_dynasty
from ui.screens.table.boxes import boxes_in_short, choose_boxes
from ui.screens.table.invitation import invite
from ui.screens.table.leaving import leave
from ui.screens.table.navigation import screen_of, ways_back
from ui.screens.table.players import add_player, card
from ui.screens.table.rules import change_rules, rules_in_short
from ui.session import members, tab
from ui.table.table import Table


def show_players(table: Table, own: int | None, *, host: bool) -> None:
    """The cards, and the form for one more player while a castle is free; open until the first kingdom is laid."""
    if table.seats and not host and own is None:
        st.html(f'<p class="cs-quiet">{_("Tap your name, or add yourself.")}</p>')
    for seat in table.seats:
        card(seat, own=seat.number == own)
    if not table.seats:
        add_player()
    elif table.free_colours:
        has_begun = bool(table.games) or any(seat.board for seat in table.seats)
        with st.expander(_("Add a player"), expanded=not has_begun or not (host or own), key=f"add-{len(table.seats)}"):
            add_player()


def show_ways_on(table: Table) -> None:
    """One photo for everybody, and the result."""
    if st.button(_("Photograph the whole table"), width="stretch"):
        routes.go_to(routes.WHOLE_TABLE)
    if not table.seats:
        return
    ready = sum(seat.board is not None for seat in table.seats)
    with st.container(key="done"):
        if st.button(_("Result"), type="primary", width="stretch", disabled=ready < 2 or not table.shows_scores):
            routes.go_to(routes.RESULT)
        if ready < 2:
            two = _("The result needs two kingdoms. Tap a player to photograph one.")
            st.html(f'<p class="cs-quiet">{two}</p>')
        elif not table.shows_scores:
            st.html(f'<p class="cs-quiet">{_("The scores are shown when every kingdom is checked.")}</p>')


tab.play_at_table()
table = tab.table()
if table.kingdoms:
    routes.go_to(screen_of(table))
host, own = members.is_host(), members.own_seat()

if st.button("‹ " + _("Start"), type="tertiary"):
    routes.go_to(routes.START)
st.html(f"<h1>{_('Table') if table.seats else _('Who plays?')}</h1>")
show_players(table, own, host=host)
show_ways_on(table)
show_dynasty(table)
with st.expander(boxes_in_short(table), key="boxes"):
    choose_boxes()
with st.expander(rules_in_short(table), key="rules"):
    change_rules(host=host)
invite()
leave(host=host)
ways_back()
watch()
