"""Games so far: by evening, and what each player made of them."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.history.games import show_evenings
from ui.screens.history.records import show_records
from ui.screens.history.transfer import export_games, import_games
from ui.session import members, tab

tables = members.own_tables()
games = [(kept, game) for kept in tables for game in kept.table.games]

if st.button("‹ " + _("Start"), type="tertiary"):
    routes.go_to(routes.START)
st.html(f"<h1>{_('Games so far')}</h1>")
if games:
    show_records([game for kept, game in games])
    show_evenings(games)
    export_games([game for kept, game in games])
else:
    st.html(f'<p class="cs-notice">{_("No game is finished yet. After a result, tap Play again.")}</p>')
if members.is_host():
    with st.expander(_("Bring games from a file"), key="import"):
        import_games(tab.table())
