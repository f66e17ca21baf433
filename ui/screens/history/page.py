"""Games so far: by evening, and who played them."""

from __future__ import annotations

import streamlit as st

from ui.drawing.player_names import tallies_with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.history.records import show_players
from ui.screens.history.rows import show_page
from ui.screens.history.transfer import bring_back_from_file, save_everything, show_added
from ui.session import history, members

after = routes.cursor()
page = history.page(after)

if after is not None:
    if st.button("‹ " + _("Games so far"), type="tertiary"):
        routes.go_to(routes.HISTORY, **routes.way_back())
elif st.button("‹ " + routes.title(routes.origin()), type="tertiary"):
    routes.go_to(routes.origin())
st.html(f"<h1>{_('Games so far')}</h1>")
show_added()
if page.entries:
    show_page(page, routes.HISTORY, routes.way_back())
else:
    none_yet = _("No game is finished yet. A game is kept here once its result was seen with every kingdom there.")
    st.html(f'<p class="cs-notice">{none_yet}</p>')
if after is None:
    if page.entries:
        show_players(tallies_with_display_names(history.tallies()))
    if page.entries or members.own_tables():
        save_everything(history.number_of_games())
    if members.is_host():
        bring_back_from_file()
