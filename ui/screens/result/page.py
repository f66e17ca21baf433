"""Result: the finale, then who won and why, and everything else folded under each player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from scoring import Standing
from ui.drawing.html import in_html, points
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.live import watch
from ui.screens.naming import Known
from ui.screens.result.better import is_sought, show_possible
from ui.screens.result.boards import show_board, show_kingdoms
from ui.screens.result.dominoes import show_conflicts, show_discards, show_shortages
from ui.screens.result.dynasty import is_over, show_dynasty
from ui.screens.result.finale import heading, hide_outcome, is_settled, is_told, memories, tell_game
from ui.screens.result.handcount import check_count
from ui.screens.result.pictures import offer_clip
from ui.screens.result.places import show_places
from ui.screens.result.provisional import show_provisional
from ui.screens.result.share import pass_on, share_result
from ui.session.learning import play_again, record_result
from ui.session.members import known_names
from ui.session.tab import tab
from ui.table.table import Table, standings


def leave_out(table: Table) -> None:
    """Who has no kingdom yet."""
    for seat in table.seats:
        if seat.board is None:
            left_out = _("{name} has no kingdom yet and is left out.", name=in_html(seat.name))
            st.html(f'<p class="cs-quiet">{left_out}</p>')


def go_on(table: Table, ranked: Sequence[Standing]) -> None:
    """The pictures for the others, and the next game."""
    with st.container(key="done"), st.container(horizontal=True, key="go-on"):
        if len(ranked) > 1:
            share_result(table, ranked)
        if st.button(_("Play again"), type="primary" if is_settled(table) else "secondary", width="stretch"):
            play_again()
            routes.go_to(routes.TABLE)


def show_outcome(table: Table, ranked: Sequence[Standing], known: Known) -> None:
    """Who won and why, and below it what is wanted of it less often."""
    seated = {seat.name: seat for seat in table.seats}
    alone = len(table.seats) == 1
    if is_over(table):
        show_dynasty(table)
    if alone:
        st.html(f"<h1>{points(ranked[0].sheet.total)}</h1>")
    else:
        show_places(ranked, seated, memories(table), partial(heading, table), known)
    show_provisional(table)
    leave_out(table)
    if alone:
        show_board(table, table.seats[0])
    if not is_over(table):
        show_dynasty(table)
    go_on(table, ranked)
    offer_clip(table)
    if is_settled(table):
        show_possible(table, [seated[one.player] for one in ranked])
    if not alone:
        show_kingdoms(table, [seated[one.player] for one in ranked])
    show_conflicts(table)
    show_shortages(table)
    show_discards(table)
    check_count(table)
    pass_on(table, ranked)


def show_result() -> None:
    """Who won, told as a finale first, or what is still to be waited for."""
    table = with_display_names(tab().table)
    ranked = standings(table)
    known = known_names() if any(not seat.named for seat in table.seats) else {}
    if not ranked:
        nobody = _("Nobody has a kingdom yet. Tap a player on the table to photograph theirs.")
        st.html(f'<p class="cs-notice">{nobody}</p>')
    elif not table.shows_scores:
        st.html(f'<p class="cs-notice">{_("The scores stay hidden until nothing is left to check.")}</p>')
    else:
        if is_told(table):
            hide_outcome(table)
        with st.container(key="outcome"):
            show_outcome(table, ranked, known)
        if is_told(table):
            tell_game(table, ranked, known)


record_result()
watch(waits=is_sought(tab().table))
with st.container(key="to-table"):
    if st.button("‹ " + _("Table"), type="tertiary"):
        routes.go_to(routes.TABLE)
show_result()
