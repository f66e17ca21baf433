"""Everybody's gold: places with their reasons, what each epoch brought, and sharing."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import streamlit as st

from scoring.kingdoms import GOLD_AT_THE_START, Purse
from ui.components.finale.telling import tell
from ui.components.share_picture import share_pictures
from ui.drawing.html import in_html, place_row, places
from ui.drawing.kingdoms_picture import game_picture
from ui.drawing.kingdoms_words import called, game_csv, game_line, headline, reservations, signed, why
from ui.i18n.translate import _
from ui.screens.downloads import deferred_download
from ui.screens.kingdoms.telling import telling
from ui.screens.result.finale import hide_outcome, memories, name_of
from ui.screens.result.share import BYTE_ORDER_MARK, send_to_bg_stats
from ui.session import kingdoms_tab
from ui.session.tab import tab
from ui.table.kingdoms import Game
from ui.table.kingdoms_json import game_text


def show_gold(game: Game) -> None:
    """Who is where and why, richest first; nothing before any board. A game that is over is told as a finale first."""
    if game.sheet is None:
        return
    if game.is_over:
        hide_outcome(tab().table)
    with st.container(key="outcome"):
        heading = "h1" if game.is_over else "h2"
        st.html(f"<{heading}>{_title(game)}</{heading}>{_reservations(game)}{gold_places(game)}")
        share(game)
    if game.is_over:
        tell_finale(game)


def tell_finale(game: Game) -> None:
    """The race for the gold."""
    told = telling(game, memories(tab().table)[:1])
    if told:
        tell(name_of(tab().table), [told])


def play_again() -> None:
    """Begin the next game of the same players."""
    tab().play_again()
    kingdoms_tab.show_epoch(None)


def gold_places(game: Game) -> str:
    """Everybody's place with its reason, as an HTML list, the richest first."""
    purses = game.sheet.purses if game.sheet else ()
    return places(_place(purse, game) for purse in purses)


def _reservations(game: Game) -> str:
    """A line for every epoch that is not checked: how far it can be relied on."""
    return "".join(f'<p class="cs-quiet">{escape(said)}</p>' for said in reservations(game))


def _title(game: Game) -> str:
    if game.sheet is None or not game.is_checked:
        return _("Gold so far")
    return headline(game, [in_html(called(colour, game)) for colour in game.sheet.richest])


def _place(purse: Purse, game: Game) -> str:
    before = (GOLD_AT_THE_START, *purse.gold)
    steps = " ".join(signed(after - earlier) for earlier, after in zip(before, purse.gold, strict=False))
    course = _("{start} at the start, then {epochs}", start=GOLD_AT_THE_START, epochs=steps)
    reason = f"{why(purse, game)} · {course}"
    return place_row(purse.place, called(purse.colour, game), purse.now, colour=purse.colour.value, why=reason)


def share(game: Game) -> None:
    """What can be passed on, the picture and the next game at once where one is over; else folded away.

    The game as a file can be taken up again.
    """
    if game.is_over:
        with st.container(key="done"), st.container(horizontal=True, key="go-on"):
            share_pictures(_("Share"), [("kingdoms.png", game_picture(game))], game_line(game))
            st.button(_("Play again"), type="primary", width="stretch", on_click=play_again)
    with st.expander(_("Files") if game.is_over else _("Share"), key="kingdoms-share"):
        st.code(game_line(game), language=None, wrap_lines=True)
        files: tuple[tuple[str, str, str, Callable[[], str]], ...] = (
            (_("Table (CSV)"), "kingdoms.csv", "text/csv", lambda: BYTE_ORDER_MARK + game_csv(kingdoms_tab.game())),
            (_("Game (JSON)"), "kingdoms.json", "application/json", lambda: game_text(kingdoms_tab.game())),
        )
        with st.container(horizontal=True):
            for label, name, kind, made in files:
                st.download_button(label, deferred_download(made), name, kind, on_click="ignore")
    record = next((past for past in tab().table.games if past.number == tab().table.recorded), None)
    if game.is_over and record:
        send_to_bg_stats(record)
