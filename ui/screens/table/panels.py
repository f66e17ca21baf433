"""What is seldom wanted at a table: a row of words, the one that is tapped opens below it."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.invitation import show_invitation
from ui.screens.table.people import change_players
from ui.screens.table.rules import boxes_in_short, change_rules, choose_boxes, rules_in_words
from ui.screens.table.tiles import choose_edition, edition_in_short
from ui.session.dealing import go_on_with
from ui.session.tab import tab
from ui.table.table import Table

_OPEN = "open panel"
RULES, INVITE, PLAYERS, TILES, CLOSED = "rules", "invite", "players", "tiles", "closed"


def close_panel() -> None:
    """Close what is open, before another screen."""
    tab().set_local(_OPEN, CLOSED)


def open_for_players(table: Table) -> None:
    """Open the players at an empty table."""
    if tab().local(_OPEN) is None and not table.seats:
        tab().set_local(_OPEN, PLAYERS)


def is_open() -> bool:
    """Whether one of them is open, which then stands above the players."""
    return tab().local(_OPEN) in (RULES, INVITE, PLAYERS, TILES)


def show_panels(table: Table, own: int | None, *, host: bool, is_asked_for: bool = False) -> None:
    """A photo of all unless it ``is_asked_for``; the rules, the invitation, the players, the edition of the tiles."""
    words = {RULES: _("Rules"), INVITE: _("Invite"), PLAYERS: _("Players")}
    if table.seats:
        words[TILES] = edition_in_short(table) or _("Edition")
    with st.container(horizontal=True, horizontal_alignment="center", key="panels"):
        if not is_asked_for and table.seats and st.button(_("Photograph the table"), type="tertiary"):
            go_on_with(None)
            routes.go_to(routes.WHOLE_TABLE)
        for panel, word in words.items():
            is_this = tab().local(_OPEN) == panel
            if st.button(word, type="tertiary", key=f"panel-{panel}" + "-open" * is_this):
                _open(table, CLOSED if is_this else panel)
    with st.container(key="panel"):
        if table.seats and is_open():
            st.html(f'<h2 class="cs-panel">{escape(words[tab().local(_OPEN)])}</h2>')
        show_panel(table, own, host=host)
        if table.seats and is_open() and st.button(_("Done"), width="stretch", key="panel-done"):
            _open(table, CLOSED)


def _open(table: Table, panel: str) -> None:
    """Open a panel; at a table without players theirs is open where no other is."""
    tab().set_local(_OPEN, PLAYERS if panel == CLOSED and not table.seats else panel)
    st.rerun()


def show_panel(table: Table, own: int | None, *, host: bool) -> None:
    """The panel that is open."""
    opened = tab().local(_OPEN)
    if opened == RULES:
        st.html(f'<p class="cs-quiet">{rules_in_words(table)}</p>')
        change_rules(host=host)
        with st.expander(boxes_in_short(table), key="boxes"):
            choose_boxes()
    elif opened == INVITE:
        show_invitation()
    elif opened == PLAYERS:
        change_players(table, own, host=host)
    elif opened == TILES:
        choose_edition(host=host)
