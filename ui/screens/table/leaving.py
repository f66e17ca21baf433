"""Players who leave, and the end of the table."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.notices import show_refusal
from ui.session import members
from ui.session.tab import tab
from ui.session.way_back import do_with_way_back
from ui.table.table import Table, TableError

_LEAVING = "player asked about"  # whom the first tap was to remove


def leave(*, host: bool) -> None:
    """Who may be sent away, and the end of the table, folded away until it is wanted."""
    table, seats = tab().table, members.removable()
    may_close = host and bool(table.names) and bool(table.games or table.kingdoms)
    if not seats and not may_close:
        return
    with st.expander(_("Remove a player") if seats else _("Delete this table"), key="players"):
        remove_players(seats)
        if may_close:
            close_table()


def remove_players(seats: frozenset[int]) -> None:
    """A button for each player on one of these seats."""
    for number, name in with_display_names(tab().table).names.items():
        if number in seats:
            remove_player(number, name)


def remove_player(number: int, name: str) -> None:
    """The button that takes a player from the table, tapped twice: the next player's button is to be hit by nobody."""
    is_asked = tab().local(_LEAVING) == number
    if is_asked:
        with st.container(horizontal=True, key="leaving"):
            if st.button(_("Keep {name}", name=in_label(name)), key=f"keep-{number}", width="stretch"):
                _ask_about(None)
            removes = st.button(_("Yes, remove {name}", name=in_label(name)), key=f"gone-{number}", width="stretch")
        if removes:
            _remove(number)
    elif st.button(_("Remove {name}", name=in_label(name)), key=f"remove-{number}", width="stretch"):
        _ask_about(number)


def _ask_about(number: int | None) -> None:
    tab().set_local(_LEAVING, number)
    st.rerun()


def _remove(number: int) -> None:
    try:
        do_with_way_back(partial(Table.without_player, number=number))
    except TableError as refused:
        show_refusal(refused)
    else:
        _ask_about(None)


def close_table() -> None:
    """The end of the table, asked twice, since nothing of it can be brought back."""
    sure = st.checkbox(_("Delete this table with its games and photos"))
    if sure and st.button(_("Delete it for good"), width="stretch"):
        members.close_table()
        routes.go_to(routes.START)
