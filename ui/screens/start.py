"""Start: one thing to do next."""

from __future__ import annotations

import streamlit as st

from scoring import Kingdom
from ui import session, tiles
from ui.wording import in_label

PICTURE = Kingdom.parse("w1wff1f/wwffl1/ggCll/g2gml1l/ssm2ls1")

st.html(
    f'<div class="cs-start">{tiles.small_board(PICTURE)}<h1>Crownsight</h1><p>Photograph. Check. Win.</p></div>',
)
players = session.players_table().seats

if players:
    names = ", ".join(in_label(seat.name) for seat in players)
    if st.button(f"Back to {names}", type="primary", width="stretch"):
        session.play_at_table()
        st.switch_page("screens/table.py")
if st.button("New table", type="secondary" if players else "primary", width="stretch"):
    session.new_table()
    st.switch_page("screens/table.py")
if st.button("Just one photo", width="stretch"):
    session.play_one_photo()
    st.switch_page("screens/kingdom.py")
