"""Games taken along as a file, and brought in from one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import streamlit as st

from ui import session
from ui.games import Game
from ui.record import MOST_BYTES, RecordError, games_in, games_text
from ui.table import Table
from ui.words import _, in_words, n_


def export_games(games: Sequence[Game]) -> None:
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
        why = in_words(refused.args[0])
        st.html(f'<p class="cs-notice" role="alert">{escape(why[:1].upper() + why[1:])}.</p>')
        return
    new = added(table, brought)
    session.keep(new)
    number = len(new.games) - len(table.games)
    st.html(f'<p class="cs-notice" role="status">{n_("{number} game added.", "{number} games added.", number)}</p>')


def added(table: Table, games: Sequence[Game]) -> Table:
    """The table with the games it did not have, numbered on; their photos are not part of a file."""
    known = {(game.played, tuple(one.name for one in game.players)) for game in table.games}
    new = [game for game in games if (game.played, tuple(one.name for one in game.players)) not in known]
    numbered = [
        replace(game, number=number, players=tuple(replace(one, board=0) for one in game.players))
        for number, game in enumerate(new, start=table.game_number)
    ]
    return replace(table, games=(*table.games, *numbered))
