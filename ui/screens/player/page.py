"""Player: the records of one player, and the games they played."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_html
from ui.drawing.player_names import tallies_with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.history.records import show_records
from ui.screens.history.rows import show_page
from ui.session import history
from ui.table.history import Page
from ui.table.names import LONGEST_NAME

name = st.query_params.get(routes.NAME, "")[:LONGEST_NAME]
page = history.page(routes.cursor(), name) if name else Page()

if st.button("‹ " + _("Games so far"), type="tertiary"):
    routes.go_to(routes.HISTORY, **routes.way_back())
st.html(f"<h1>{in_html(name) or _('Players')}</h1>")
if page.entries:
    show_records(tallies_with_display_names(history.tallies(name)))
    show_page(page, routes.PLAYER, routes.way_back() | {routes.NAME: name})
else:
    st.html(f'<p class="cs-notice">{_("Nobody of that name has played here.")}</p>')
