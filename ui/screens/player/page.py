"""Player: the records of one player, and the games they played."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_html
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.history.records import show_records
from ui.screens.history.rows import show_evenings
from ui.session import members
from ui.table.history import entries
from ui.table.names import LONGEST_NAME

name = st.query_params.get(routes.NAME, "")[:LONGEST_NAME]
tables = members.own_tables()
played = [entry for entry in entries([(kept.number, kept.table.games) for kept in tables]) if entry.has(name)]

if st.button("‹ " + _("Games so far"), type="tertiary"):
    routes.go_to(routes.HISTORY, **routes.way_back())
st.html(f"<h1>{in_html(name) or _('Players')}</h1>")
if played:
    show_records(name, [game for entry in played for game in entry.games])
    show_evenings(played, routes.way_back() | {routes.NAME: name})
else:
    st.html(f'<p class="cs-notice">{_("Nobody of that name has played here.")}</p>')
