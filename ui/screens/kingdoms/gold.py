"""Everybody's gold: places with their reasons, sharing, and the finale, in which epoch after epoch pays."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape

import streamlit as st

from scoring.kingdoms import GOLD_AT_THE_START, Purse
from ui.components.finale import kingdoms_animation
from ui.components.share import share_pictures
from ui.drawing.html import in_html, place_row, places
from ui.drawing.pieces import called, game_csv, game_line, headline, reservations, signed, why
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.finale import LOOKED_AT, hide_outcome, memories, play_all, show_next_begun
from ui.screens.notices import said_later
from ui.screens.sharing import BYTE_ORDER_MARK, offer_file, pictures_of_kingdoms, send_to_bg_stats
from ui.session import dealing
from ui.session.history import play_again
from ui.session.tab import tab
from ui.table.forms import kingdoms_text
from ui.table.kingdoms import Game, KingdomsResult
from ui.table.table import Table


def show_gold(table: Table, game: Game, *, next_begun: bool) -> None:
    """The places and why, richest first; nothing before any board. A game that is over has its finale first."""
    if game.sheet is None:
        return
    animation = kingdoms_animation(game, memories(table)[:1])
    if animation:
        hide_outcome(table)
    with st.container(key="outcome"):
        heading = "h1" if game.is_over else "h2"
        unsure = "".join(f'<p class="cs-quiet">{escape(said)}</p>' for said in reservations(game))
        title = _("Gold so far")
        if game.is_checked:
            title = headline(game, [in_html(called(colour, game)) for colour in game.sheet.richest])
        st.html(f"<{heading}>{title}</{heading}>{unsure}")
        if animation:
            play_all(table, [animation])
        st.html(gold_places(game))
        share(table, game, next_begun=next_begun)


def begin_the_next() -> None:
    """Begin the next game of the same players."""
    with said_later():
        play_again()
        dealing.show_epoch(None)
        tab().set_local(LOOKED_AT, None)


def gold_places(game: Game) -> str:
    """Everybody's place with its reason, as an HTML list, the richest first."""
    purses = game.sheet.purses if game.sheet else ()
    return places(_place(purse, game) for purse in purses)


def _place(purse: Purse, game: Game) -> str:
    before = (GOLD_AT_THE_START, *purse.gold)
    steps = " ".join(signed(after - earlier) for earlier, after in zip(before, purse.gold, strict=False))
    course = _("{start} at the start, then {epochs}", start=GOLD_AT_THE_START, epochs=steps)
    reason = f"{why(purse, game)} · {course}"
    return place_row(purse.place, called(purse.colour, game), purse.now, colour=purse.colour.value, why=reason)


def share(table: Table, game: Game, *, next_begun: bool) -> None:
    """The ways to pass a game on, with the next game at once where one is over; else folded away.

    The game as a file can be taken up again.
    """
    if game.is_over:
        with st.container(key="done"), st.container(horizontal=True, key="go-on"):
            share_pictures(pictures_of_kingdoms(game, datetime.now(UTC)), game_line(game))
            if next_begun:
                show_next_begun(routes.KINGDOMS)
            else:
                st.button(_("Play again"), type="primary", width="stretch", on_click=begin_the_next)
    with st.expander(_("Files") if game.is_over else _("Share"), key="kingdoms-share"):
        st.code(game_line(game), language=None, wrap_lines=True)
        with st.container(horizontal=True):
            offer_file(_("Table (CSV)"), "kingdoms.csv", "text/csv", lambda: BYTE_ORDER_MARK + game_csv(game))
            offer_file(_("Game (JSON)"), "kingdoms.json", "application/json", lambda: kingdoms_text(game))
        record = next((past for past in table.games if past.number == table.recorded), None)
        if game.is_over and isinstance(record, KingdomsResult):
            send_to_bg_stats(record)
