"""Games so far: by evening, and who played them."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.history.records import show_players
from ui.screens.history.rows import show_evenings
from ui.screens.history.transfer import export_games, import_games
from ui.session import members, tab
from ui.table.history import entries

tables = members.own_tables()
found = entries([(kept.number, kept.table.games) for kept in tables])

if st.button("‹ " + routes.title(routes.origin()), type="tertiary"):
    routes.go_to(routes.origin())
st.html(f"<h1>{_('Games so far')}</h1>")
if found:
    show_evenings(found, routes.way_back())
    show_players([game for entry in found for game in entry.games])
    export_games([kept.table.games for kept in tables])
else:
    none_yet = _("No game is finished yet. A game is kept here once its result was seen with every kingdom there.")
    st.html(f'<p class="cs-notice">{none_yet}</p>')
if members.is_host():
    with st.expander(_("Add games from a file"), key="import"):
        import_games(tab.table())
