"""The ways between a table and the rest of the app."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.notices import show_refusal
from ui.session.tab import tab
from ui.session.way_back import last_step, take_back
from ui.table.table import Table, TableError


def screen_of(table: Table) -> str:
    """The screen on which a table gathers: that of its game."""
    return routes.KINGDOMS if table.kingdoms else routes.TABLE


def ways_back() -> None:
    """To the games so far, and to what was here before."""
    with st.container(horizontal=True, horizontal_alignment="center", key="behind"):
        _offer_ways_back(tab().table)


def _offer_ways_back(table: Table) -> None:
    if table.games and st.button(_("Games so far"), type="tertiary"):
        routes.go_to_history(screen_of(table))
    last = last_step()
    if last and last.before.names and st.button(_what_comes_back(last.before, table), type="tertiary"):
        try:
            take_back(last)
        except TableError as refused:
            show_refusal(refused)
        else:
            st.rerun()


def _what_comes_back(before: Table, now: Table) -> str:
    """The step that is taken back, as a label: who was sent away, else that the next game began."""
    gone = [name for number, name in with_display_names(before).names.items() if number not in now.names]
    return _("Bring back {name}", name=in_label(", ".join(gone))) if gone else _("Undo “Play again”")
