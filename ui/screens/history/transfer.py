"""Export and import of games as files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st

from ui.i18n.translate import _, n_, translated
from ui.screens.files import file_of, use_up
from ui.session import history
from ui.session.imports import bring_in, games_of
from ui.session.tab import tab
from ui.store import StoreError
from ui.table.codec import FormatError
from ui.table.table_json import MOST_BYTES, games_text
from ui.table.transfer import SURELY_ONE, in_files, together

GAMES = "games"  # the field for a file of games
_ADDED = "games added"  # how many have just come from a file


def export_games(number: int) -> None:
    """So many games, all of this phone, as a file that is made when it is asked for; very many as several files."""
    read = partial(history.all_games, tab().phone)
    if number <= SURELY_ONE:
        _offer(_("Save all games to a file"), "crownsight-games.json", lambda: games_text(together(read())))
    elif st.toggle(_("Save all games to a file"), key="export"):
        try:
            files = in_files(together(read()))
        except StoreError as fault:
            tab().in_trouble(fault)
            return
        for at, games in enumerate(files, start=1):
            part = _("Save all games: file {number} of {all}", number=at, all=len(files))
            _offer(part, f"crownsight-games-{at}.json", partial(games_text, games))


def _offer(said: str, file: str, content: Callable[[], str]) -> None:
    st.download_button(said, content, file_name=file, mime="application/json", width="stretch", key=file)


def show_added() -> None:
    """How many games have just come from a file."""
    added: int | None = tab().local(_ADDED)
    if added is not None:
        tab().set_local(_ADDED, None)
        st.html(f'<p class="cs-notice" role="status">{n_("{number} game added.", "{number} games added.", added)}</p>')


def import_games() -> None:
    """The games of such a file, added to the table in play."""
    content = file_of(_("A file saved by Crownsight"), key=GAMES, most_bytes=MOST_BYTES)
    if content is None or not st.button(_("Add these games to the table"), width="stretch"):
        return
    use_up(GAMES)
    try:
        number = bring_in(games_of(content))
    except FormatError as refused:
        why = translated(refused.message)
        st.html(f'<p class="cs-notice" role="alert">{escape(why[:1].upper() + why[1:])}.</p>')
        return
    tab().set_local(_ADDED, number)
    st.rerun()  # with these games in the list
