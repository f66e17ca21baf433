"""What a phone has as a file, and back: its games, and the table whose game is not over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st

from ui.i18n.translate import _, n_, translated
from ui.screens.files import deferred_download, file_of, use_up
from ui.session import history
from ui.session.history import bring_back, games_of
from ui.session.tab import tab
from ui.store import StoreError
from ui.table.brought_in import MOST_BYTES
from ui.table.forms import FormatError, games_text
from ui.table.table import TableError
from ui.table.transfer import SURELY_ONE, in_files

GAMES = "games"  # the field for a file of games
_ADDED = "games added"  # how many have just come from a file


def save_everything(number: int) -> None:
    """All of this phone, so many games, as a file that is made when it is asked for; very many as several files."""
    read = partial(history.all_games, tab().phone)
    if number <= SURELY_ONE:
        _offer(_("Save everything to a file"), "crownsight-games.json", lambda: games_text(*read()))
    elif st.toggle(_("Save everything to a file"), key="export"):
        try:
            games = read()
        except StoreError as fault:
            tab().in_trouble(fault)
            return
        files = [(part, None) for part in in_files(games.over)] + [((), game) for game in [games.under_way] if game]
        for at, file in enumerate(files, start=1):
            part = _("Save everything: file {number} of {all}", number=at, all=len(files))
            _offer(part, f"crownsight-games-{at}.json", partial(games_text, *file))
    in_it = _("All your games, and the table whose game is not over. Photos stay here.")
    st.html(f'<p class="cs-quiet">{in_it}</p>')


def _offer(said: str, file: str, content: Callable[[], str]) -> None:
    made = deferred_download(content)
    st.download_button(said, made, file, "application/json", on_click="ignore", width="stretch", key=file)


def show_added() -> None:
    """The number of games that have just come from a file, and that of plays of other games in it."""
    if came := tab().local(_ADDED):
        tab().set_local(_ADDED, None)
        added, left_out = came
        said = n_("{number} game added.", "{number} games added.", added)
        others = n_("{number} other left out.", "{number} others left out.", left_out) if left_out else ""
        st.html(f'<p class="cs-notice" role="status">{said} {others}</p>')


def bring_back_from_file() -> None:
    """The games of such a file that this phone does not have, and a table where one goes on."""
    with st.expander(_("Bring back from a file"), key="import"):
        adds = _("Adds the games that are not here, and opens the table whose game was not over. Nothing is replaced.")
        others = _("From BG Stats and from a CSV with date, names and points come games without boards.")
        st.html(f'<p class="cs-quiet">{adds} {others}</p>')
        _bring_back()


def _bring_back() -> None:
    content = file_of(_("A file of Crownsight or BG Stats, or a CSV"), key=GAMES, most_bytes=MOST_BYTES)
    if content is None or not st.button(_("Bring this back"), width="stretch"):
        return
    use_up(GAMES)
    try:
        found = games_of(content)
        number = bring_back(found.games)
    except (FormatError, StoreError, TableError) as refused:
        why = translated(refused.message)
        st.html(f'<p class="cs-notice" role="alert">{escape(why[:1].upper() + why[1:].rstrip("."))}.</p>')
        return
    tab().set_local(_ADDED, (number, found.left_out))
    st.rerun()  # with these games in the list
