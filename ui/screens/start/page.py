"""Start: one thing to do next."""

from __future__ import annotations

import streamlit as st

from scoring import Kingdom
from ui.components.home_screen import offer_home_screen
from ui.drawing import tiles
from ui.drawing.html import in_label
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.notices import show_refusal
from ui.screens.start.languages import choose_language
from ui.screens.table.navigation import screen_of
from ui.session import members, tab
from ui.store import Kept
from ui.table.table import TableError

PICTURE = Kingdom.parse("w1wff1f/wwffl1/ggCll/g2gml1l/ssm2ls1")


def go_back(tables: list[Kept]) -> bool:
    """The way back to the table under way, else to the last one; whether there is one."""
    here = tab.players_table()
    last = next((kept for kept in tables if kept.table.names), None)
    names = here.names or (last.table.names if last else {})
    listed = ", ".join(in_label(name) for name in names.values())
    if names and st.button(_("Back to {names}", names=listed), type="primary", width="stretch"):
        tab.play_at_table()
        if last and not here.names:
            tab.turn_to(last.key)
        routes.go_to(screen_of(tab.table()))
    return bool(names)


def join() -> None:
    """The way to another phone's table."""
    with st.form("join", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            typed = st.text_input(_("Join with code"), placeholder="KOBALU-47", max_chars=20, autocomplete="off")
            joins = st.form_submit_button(_("Join"))
        if joins:
            try:
                members.join(typed)
            except TableError as refused:
                show_refusal(refused)
            else:
                routes.go_to(screen_of(tab.table()))


motto = _("Photograph. Check. Win.")
st.html(f'<div class="cs-start">{tiles.small_board(PICTURE)}<h1>Crownsight</h1><p>{motto}</p></div>')
tables = members.own_tables(old_games=False)
known = go_back(tables)
if st.button(_("New table"), type="secondary" if known else "primary", width="stretch"):
    tab.new_table()
    routes.go_to(routes.TABLE)
join()
if st.button(_("Just one photo"), width="stretch"):
    tab.play_one_photo()
    routes.go_to(routes.KINGDOM)
if st.button(_("Kingdoms, the board game"), width="stretch"):
    tab.new_table(kingdoms=True)
    routes.go_to(routes.KINGDOMS)
if any(kept.table.games for kept in tables) and st.button(_("Games so far"), type="tertiary"):
    routes.go_to(routes.HISTORY)
choose_language()
offer_home_screen()
