"""Players who leave, and the end of the table."""

from __future__ import annotations

import streamlit as st

from ui import membership, session
from ui.table import TableError
from ui.wording import in_html, in_label
from ui.words import _, in_words


def leave(*, host: bool, own: int | None) -> None:
    """Who may be sent away, and the end of the table, folded away until it is wanted."""
    table = session.table()
    if table.names:
        with st.expander(_("Remove a player"), key="players"):
            remove_players(host=host, own=own)
            if host and (table.games or table.kingdoms):
                close_table()


def remove_players(*, host: bool, own: int | None) -> None:
    """A button for each player whom this phone may send away."""
    for number, name in session.table().names.items():
        if not (host or number == own):
            continue
        if st.button(_("Remove {name}", name=in_label(name)), key=f"remove-{number}", width="stretch"):
            try:
                session.keep(session.table().without_player(number))
            except TableError as refused:
                st.html(f'<p class="cs-notice" role="alert">{in_html(in_words(refused.args[0]))}</p>')
            else:
                st.rerun()


def close_table() -> None:
    """The end of the table, asked twice, since nothing of it can be brought back."""
    sure = st.checkbox(_("Forget this table with its games and photos"))
    if sure and st.button(_("Forget it for good"), width="stretch"):
        membership.close_table()
        st.switch_page("screens/start.py")
