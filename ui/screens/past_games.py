"""Rows of past games: boards and points; each row opens the game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import streamlit as st

from ui.drawing import knizia_pieces, tiles
from ui.drawing.html import in_html, in_label
from ui.drawing.knizia_pieces import player_label
from ui.drawing.players import entry_with_display_names
from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.dates import date_of, format_full
from ui.table.completed_games import Game, ImportedGame, rank_dynasty_games
from ui.table.entries import Entry, EntryBatch
from ui.table.knizia import Epoch, KniziaResult
from ui.table.knizia import Game as KniziaGame


def show_entries(batch: EntryBatch, screen: str, back: Mapping[str, str]) -> None:
    """Show every evening of a batch with its games, latest first, and the link to the next batch.

    ``back`` is the query that leads back to this screen.
    """
    for evening, of_evening in groupby(batch.entries, key=lambda entry: date_of(entry.games[-1])):
        st.html(f'<h2 class="cs-evening">{format_full(evening)}</h2>')
        for entry in of_evening:
            _row(entry_with_display_names(entry), back)
    if batch.following and st.button(_("Earlier games"), width="stretch"):
        routes.go_to(screen, **{routes.AFTER: str(batch.following)}, **back)


def _row(entry: Entry, back: Mapping[str, str]) -> None:
    game = entry.games[-1]
    if entry.dynasty and (standings := rank_dynasty_games(entry.dynasty)):
        scores = [(one.player, one.total, one.rank == 1) for one in standings]
    elif isinstance(game, Game):
        scores = [(one.player, one.sheet.total, one.rank == 1) for one in game.standings]
    elif isinstance(game, ImportedGame):
        scores = [(one.name, one.points, one.won) for one in game.results]
    else:
        played = as_played(game)
        scores = [(player_label(purse.colour, played), purse.now, purse.rank == 1) for purse in game.sheet.purses]
    kind = ""  # games of Kingdomino need no label
    if entry.dynasty:
        kind = n_("Dynasty, {number} game of 3", "Dynasty, {number} games of 3", len(entry.games))
    elif isinstance(game, ImportedGame):
        kind = _("Kingdoms, brought in") if game.is_knizia else _("Brought in")
    elif isinstance(game, KniziaResult):
        kind = _("Kingdoms")
    heading = f'<b class="kind">{kind}</b>' if kind else ""
    boards: dict[str, str] = {}
    if isinstance(game, Game):
        boards = {one.name: tiles.small_board(one.kingdom) for one in game.players}
    listed = "".join(
        f'<figure class="{"first" if first else ""}">{boards.get(name, "")}'
        f"<figcaption><span>{in_html(name)}</span> <b>{points}</b></figcaption></figure>"
        for name, points, first in scores
    )
    epochs = "".join(map(knizia_pieces.small_board, game.boards)) if isinstance(game, KniziaResult) else ""
    with st.container(key=f"card-past-{entry.key}"):
        st.html(f'<div class="cs-game">{heading}<div>{listed}</div><div>{epochs}</div></div>')
        said = ", ".join(f"{in_label(name)} {points}" for name, points, _first in scores)
        if st.button(f"{kind} {said}".strip(), key=f"open-past-{entry.key}"):
            routes.go_to(routes.PAST, g=entry.key, **back)


def as_played(past: KniziaResult) -> KniziaGame:
    return KniziaGame(past.players, tuple(Epoch(board, confirmed=True) for board in past.boards))
