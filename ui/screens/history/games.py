"""Finished games by evening, each with its boards, scores and reasons."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from babel.dates import format_date

from scoring import Standing
from ui import store
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, language, translated
from ui.screens.history.kingdoms import in_short, show_past
from ui.store import Kept, StoreError
from ui.streamlit_patch import address
from ui.table.finished import Game, Played, by_evening
from ui.table.kingdoms import Past
from ui.table.table import Finished
from ui.table.trust import reservation


def show_evenings(games: Sequence[tuple[Kept, Finished]]) -> None:
    """Every evening with its games, the latest first; a game opens to its boards."""
    tables = {id(game): kept for kept, game in games}
    for evening, of_evening in by_evening(game for _kept, game in games):
        st.html(f'<h2 class="cs-evening">{format_date(evening, "full", locale=language())}</h2>')
        for game in of_evening:
            kept = tables[id(game)]
            short = in_short(game) if isinstance(game, Past) else _in_short(game)
            with st.expander(short, key=f"game-{kept.number}-{game.number}"):
                if isinstance(game, Past):
                    show_past(game)
                else:
                    _show(game)
                _offer_photos(kept, game)


def _in_short(game: Game) -> str:
    """The players with their points, best first."""
    return " · ".join(f"{in_label(one.player)} {one.sheet.total}" for one in game.standings)


def _show(game: Game) -> None:
    played = {one.name: one for one in game.players}
    places = "".join(
        f'<li class="cs-place cs-{played[one.player].colour.value} {"first" if one.place == 1 else ""}">'
        f'<span class="number">{one.place}</span>'
        f'<span class="cs-name"><span class="castle"></span>{in_html(one.player)}</span>'
        f'<span class="sum">{one.sheet.total}</span>'
        f'<span></span><span class="why" style="grid-column:2/-1">'
        f"{in_html(' · '.join(_reasons(one, played[one.player])))}</span></li>"
        for one in game.standings
    )
    boards = "".join(
        f"<figure><figcaption>{in_html(one.name)}</figcaption>{tiles.small_board(one.kingdom)}</figure>"
        for one in game.players
    )
    st.html(f'<ol class="cs-places">{places}</ol><div class="cs-boards">{boards}</div>')


def _reasons(standing: Standing, played: Played) -> list[str]:
    """Why the player had this place, and how far the board could be relied on where it was not checked."""
    unsure = reservation(played.state)
    return [translated(said) for said in (standing.story, unsure) if said]


def _offer_photos(kept: Kept, game: Finished) -> None:
    if kept.table.keep_photos and st.toggle(_("Show the photos"), key=f"photos-{kept.number}-{game.number}"):
        boards = game.numbers if isinstance(game, Past) else [one.board for one in game.players]
        for board in filter(None, boards):
            _show_photo(kept.number, board)


def _show_photo(table: int, board: int) -> None:
    try:
        source = store.opened().photo(table, board)
    except StoreError:
        source = None
    if source is not None:
        shown = address(source.picture.jpeg, f"past-{table}-{board}")
        st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{shown}">')
