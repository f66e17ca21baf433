"""Start: one thing to do next."""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring import Kingdom
from ui import membership, session, tiles
from ui.languages import choose_language
from ui.store import Kept
from ui.wording import in_label
from ui.words import _

PICTURE = Kingdom.parse("w1wff1f/wwffl1/ggCll/g2gml1l/ssm2ls1")


def go_back(tables: list[Kept]) -> bool:
    """The way back to the table under way, else to the last one; whether there is one."""
    here = session.players_table().seats
    seats = here or next((kept.table.seats for kept in tables if kept.table.seats), ())
    names = ", ".join(in_label(seat.name) for seat in seats)
    if seats and st.button(_("Back to {names}", names=names), type="primary", width="stretch"):
        session.play_at_table()
        if not here:
            session.turn_to(next(kept.key for kept in tables if kept.table.seats))
        st.switch_page("screens/table.py")
    return bool(seats)


def join() -> None:
    """The way to another phone's table."""
    with st.form("join", border=False):
        left, right = st.columns([3, 2], vertical_alignment="bottom")
        typed = left.text_input(_("Join with code"), placeholder="KOBALU-47", max_chars=20, autocomplete="off")
        if right.form_submit_button(_("Join"), width="stretch"):
            refused = membership.join(typed)
            if not refused:
                st.switch_page("screens/table.py")
            st.html(f'<p class="cs-notice" role="alert">{escape(refused)}</p>')


motto = _("Photograph. Check. Win.")
st.html(f'<div class="cs-start">{tiles.small_board(PICTURE)}<h1>Crownsight</h1><p>{motto}</p></div>')
tables = membership.own_tables()
known = go_back(tables)
if st.button(_("New table"), type="secondary" if known else "primary", width="stretch"):
    session.new_table()
    st.switch_page("screens/table.py")
join()
if st.button(_("Just one photo"), width="stretch"):
    session.play_one_photo()
    st.switch_page("screens/kingdom.py")
if st.button(_("Kingdoms, the board game"), width="stretch"):
    st.switch_page("screens/kingdoms.py")
if any(kept.table.games for kept in tables) and st.button(_("Games so far"), type="tertiary"):
    st.switch_page("screens/history.py")
choose_language()
