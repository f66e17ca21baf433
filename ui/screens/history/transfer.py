"""Export and import of games as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from html import escape

import streamlit as st

from ui.i18n.translate import _, n_, translated
from ui.session import tab
from ui.table.kingdoms import Past
from ui.table.table import Finished, Table
from ui.table.table_json import MOST_BYTES, RecordError, games_in, games_text


def export_games(games: Sequence[Finished]) -> None:
    """Everything as a file, made when it is asked for."""
    st.download_button(
        _("Take all games along"),
        lambda: games_text(games),
        file_name="crownsight-games.json",
        mime="application/json",
        width="stretch",
    )


def import_games(table: Table) -> None:
    """The games of such a file, added to the table in play."""
    upload = st.file_uploader(
        _("A file that Crownsight made"), type=[".json"], max_upload_size=MOST_BYTES // 1_000_000, key="games"
    )
    if upload is None or not st.button(_("Add these games to the table"), width="stretch"):
        return
    try:
        brought = games_in(upload.getvalue())
    except RecordError as refused:
        why = translated(refused.message)
        st.html(f'<p class="cs-notice" role="alert">{escape(why[:1].upper() + why[1:])}.</p>')
        return
    new = added(table, brought)
    tab.keep(new)
    number = len(new.games) - len(table.games)
    st.html(f'<p class="cs-notice" role="status">{n_("{number} game added.", "{number} games added.", number)}</p>')


def added(table: Table, games: Sequence[Finished]) -> Table:
    """The table with the games it did not have, numbered on; their photos are not part of a file."""
    known = {_when_and_who(game) for game in table.games}
    new = [game for game in games if _when_and_who(game) not in known]
    numbered = [_from_elsewhere(game, number) for number, game in enumerate(new, start=table.next_number)]
    return replace(table, games=(*table.games, *numbered))


def _when_and_who(game: Finished) -> tuple[datetime, tuple[str, ...]]:
    return game.played, tuple(one.name for one in game.players)


def _from_elsewhere(game: Finished, number: int) -> Finished:
    if isinstance(game, Past):
        return replace(game, number=number, numbers=())
    return replace(game, number=number, players=tuple(replace(one, board=0) for one in game.players))
