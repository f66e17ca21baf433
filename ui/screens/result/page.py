"""Result: who won and why."""

from __future__ import annotations

import streamlit as st

from ui.components.reveal import Unveiled, reveal
from ui.drawing.html import in_html, points
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.result.boards import show_boards
from ui.screens.result.dominoes import show_conflicts, show_discards
from ui.screens.result.handcount import check_count
from ui.screens.result.places import headline, show_places
from ui.screens.result.provisional import show_provisional
from ui.screens.result.share import share
from ui.session import tab
from ui.session.lessons import play_again
from ui.session.live import watch
from ui.table.table import Table, sheet, standings

SLOWLY = "slowly"  # the key of the switch for the slow telling


def tell_slowly(table: Table, winners: list[str]) -> None:
    """The boards told territory by territory instead of the result."""
    players = [
        Unveiled(seat.name, seat.colour.value, seat.board.kingdom, sheet(table, seat.board))
        for seat in table.seats
        if seat.board
    ]
    reveal(players, headline(winners))


def leave_out(table: Table) -> None:
    """Who has no kingdom yet."""
    for seat in table.seats:
        if seat.board is None:
            left_out = _("{name} has no kingdom yet and is left out.", name=in_html(seat.name))
            st.html(f'<p class="cs-quiet">{left_out}</p>')


def all_at_once() -> None:
    """End the slow telling."""
    st.session_state[SLOWLY] = False


table = tab.table()
seated = {seat.name: seat for seat in table.seats}
ranked = standings(table)
watch()

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="result-top"):
    if st.button("‹ " + (_("Kingdom") if table.solo else _("Table")), type="tertiary"):
        routes.go_to(routes.KINGDOM if table.solo else routes.TABLE)
    may_tell = not table.solo and bool(ranked) and table.shows_scores
    slowly = may_tell and st.toggle(_("Territory by territory"), value=table.hide_scores, key=SLOWLY)
if not ranked:
    nobody = _("Nobody has a kingdom yet. Tap a player on the table to photograph theirs.")
    st.html(f'<p class="cs-notice">{nobody}</p>')
    st.stop()
if not table.shows_scores:
    st.html(f'<p class="cs-notice">{_("The scores stay hidden until every kingdom is checked.")}</p>')
    st.stop()
tab.record_result()
if slowly:
    tell_slowly(table, [standing.player for standing in ranked if standing.place == 1])
    st.button(_("All the sums"), type="primary", width="stretch", on_click=all_at_once)
    st.stop()
if table.solo:
    st.html(f"<h1>{points(ranked[0].sheet.total)}</h1>")
else:
    show_places(ranked, seated)
show_provisional(table)
leave_out(table)
show_conflicts(table)
show_boards(table)
show_discards(table)
check_count(table)
share(table, ranked)
if st.button(_("Another photo") if table.solo else _("Play again"), type="primary", width="stretch"):
    play_again()
    routes.go_to(routes.KINGDOM if table.solo else routes.TABLE)
