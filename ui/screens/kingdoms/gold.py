"""Everybody's gold: places with their reasons, sharing, and the finale, in which epoch after epoch pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape

import streamlit as st

from scoring.kingdoms import COLUMNS, GOLD_AT_THE_START, ROWS, Colour, EpochSheet, Line, Purse
from scoring.kingdoms.lines import Axis
from ui.components.finale import DRAWN_MARGIN, Chip, Ending, Highlight, Racer, Stage, Step, Telling
from ui.components.share import share_pictures
from ui.drawing.html import in_html, place_row, places
from ui.drawing.pieces import called, game_csv, game_line, headline, reservations, signed, small_board, why
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.finale import LOOKED_AT, hide_outcome, memories, show_next_begun, tell_all
from ui.screens.notices import said_later
from ui.screens.sharing import BYTE_ORDER_MARK, offer_file, pictures_of_kingdoms, send_to_bg_stats
from ui.session import dealing
from ui.session.history import play_again
from ui.session.tab import tab
from ui.table.forms import kingdoms_text
from ui.table.kingdoms import Game, KingdomsResult
from ui.table.table import Table


def show_gold(table: Table, game: Game, *, next_begun: bool) -> None:
    """The places and why, richest first; nothing before any board. A game that is over is told as a finale first."""
    if game.sheet is None:
        return
    told = telling(game, memories(table)[:1])
    if told:
        hide_outcome(table)
    with st.container(key="outcome"):
        heading = "h1" if game.is_over else "h2"
        unsure = "".join(f'<p class="cs-quiet">{escape(said)}</p>' for said in reservations(game))
        title = _("Gold so far")
        if game.is_checked:
            title = headline(game, [in_html(called(colour, game)) for colour in game.sheet.richest])
        st.html(f"<{heading}>{title}</{heading}>{unsure}")
        if told:
            tell_all(table, [told])
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


def telling(game: Game, remarks: Sequence[str] = ()) -> Telling | None:
    """A game that is over, in the order of the colours, which tells no places; None before that."""
    sheet = game.sheet
    if sheet is None or not game.is_over:
        return None
    playing = {purse.colour for purse in sheet.purses}
    colours = [colour for colour in Colour if colour in playing]
    legs: list[Step] = []
    totals = (GOLD_AT_THE_START,) * len(colours)
    for at, epoch in enumerate(sheet.epochs):
        for title, lines in _halves(epoch, at + 1):
            gained = tuple(sum(line.gold(colour) for line in lines) for colour in colours)
            totals = tuple(gold + gain for gold, gain in zip(totals, gained, strict=True))
            legs.append(Step(title, "", "", (_lit(at, lines),), gained, totals))
    richest = sheet.purses[0]
    reason = [why(richest, game)] if len(sheet.richest) == 1 else []
    ending = Ending(
        headline(game, [called(colour, game) for colour in sheet.richest]),
        richest.colour.value if len(sheet.richest) == 1 else "",
        (_("{gold} gold", gold=richest.now), *reason, *remarks),
    )
    start = (GOLD_AT_THE_START,) * len(colours)
    racers = [Racer(called(colour, game), colour.value) for colour in colours]
    stages = [Stage(small_board(board), ROWS, COLUMNS, DRAWN_MARGIN) for board in game.boards]
    return Telling(racers, start, stages, legs, ending, in_turn=True)


def _halves(epoch: EpochSheet, number: int) -> Iterator[tuple[str, list[Line]]]:
    """The lines of an epoch in which a castle stands: its rows, and its columns; a half without any is left out."""
    paying = [line for line in epoch.lines if any(part.gains for part in line.parts)]
    rows = [line for line in paying if line.axis is Axis.ROW]
    columns = [line for line in paying if line.axis is Axis.COLUMN]
    halves = ((_("Epoch {number}: rows", number=number), rows), (_("Epoch {number}: columns", number=number), columns))
    return ((title, lines) for title, lines in halves if lines)


def _lit(stage: int, lines: Sequence[Line]) -> Highlight:
    """The parts of lines that pay, each with what it is worth on its middle space."""
    paying = [part for line in lines for part in line.parts if part.gains]
    squares = tuple(dict.fromkeys(space for part in paying for space in part.spaces))
    return Highlight(
        stage, squares, tuple(Chip(*part.spaces[len(part.spaces) // 2], signed(part.base)) for part in paying)
    )
