"""Past: a game of the games so far with its result, or the three of a Dynasty."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.player_names import entry_with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.past.game import show_game
from ui.screens.result.finale import dynasty
from ui.session import history

entry = history.entry(st.query_params.get(routes.GAME, ""))
name = st.query_params.get(routes.NAME, "")

if st.button("‹ " + (in_label(name) or _("Games so far")), type="tertiary"):
    if name:
        routes.go_to(routes.PLAYER, n=name, **routes.way_back())
    routes.go_to(routes.HISTORY, **routes.way_back())
if entry is None:
    st.html(f'<p class="cs-notice">{_("This game is not there any more.")}</p>')
else:
    at, entry = 0, entry_with_display_names(entry)
    if entry.dynasty:
        st.html(dynasty(entry.dynasty))
        numbers = range(len(entry.games))
        at = st.segmented_control(
            _("Game"),
            numbers,
            default=numbers[-1],
            required=True,
            format_func=lambda at: _("Game {number}", number=at + 1),
            label_visibility="collapsed",
        )
    show_game(entry.table, entry.games[at])
