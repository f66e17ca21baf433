"""Past games: by evening, and who played them."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.players import tallies_with_display_names
from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.files import render_import, save_everything, show_added
from ui.screens.notices import show_note
from ui.screens.past_games import show_entries
from ui.session import archive, members
from ui.table.statistics import StatsByGame, sum_by_player

MOST = 40  # players that are listed


def render() -> None:
    """Render the list of past games."""
    after = routes.cursor()
    batch = archive.load_entries(after)

    if after is not None:
        if st.button("‹ " + _("Past games"), type="tertiary"):
            routes.go_to(routes.HISTORY, **routes.back_query())
    elif st.button("‹ " + routes.title(routes.origin()), type="tertiary"):
        routes.go_to(routes.origin())
    st.html(f"<h1>{_('Past games')}</h1>")
    show_added()
    if batch.entries:
        show_entries(batch, routes.HISTORY, routes.back_query())
    else:
        none_yet = _(
            "No finished games yet. Games appear here once you have seen their result with every kingdom entered."
        )
        show_note(none_yet)
    if after is None:
        if batch.entries:
            show_players(tallies_with_display_names(archive.tallies()))
        if batch.entries or members.own_tables():
            save_everything(archive.count_games())
        if members.is_host():
            render_import()


def show_players(tallies: StatsByGame) -> None:
    found = sum_by_player((*tallies.kingdomino, *tallies.kingdoms))[:MOST]
    if not found:
        return
    st.html(f'<h2 class="cs-evening">{_("Players")}</h2>')
    with st.container(key="ways"):
        for one in found:
            said = n_("{number} game", "{number} games", one.games), n_("{number} win", "{number} wins", one.wins)
            label = f"**{in_label(one.name)}** · {said[0]} · {said[1]}"
            if st.button(label, key=f"player-{one.name}", width="stretch"):
                routes.go_to(routes.PLAYER, n=one.name, **routes.back_query())


render()
