"""Passing a result on: a picture for the chat, a line of text, a table and the game as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import streamlit as st

from scoring import Kingdom, Standing
from ui.drawing.html import in_html
from ui.drawing.result_picture import Shared, result_picture
from ui.drawing.result_text import link, result_csv, result_line, sum_lines
from ui.i18n.translate import _, translated
from ui.screens.result.places import headline
from ui.screens.table.invitation import reachable_address
from ui.streamlit_patch import when_asked_for
from ui.table.board import Board
from ui.table.table import Seat, Table
from ui.table.table_json import games_text
from ui.table.trust import State, reservation

BYTE_ORDER_MARK = "\ufeff"  # tells spreadsheets that the letters are UTF-8


def share(table: Table, ranked: Sequence[Standing]) -> None:
    """What can be passed on, folded away until it is wanted."""
    seated = {seat.name: seat for seat in table.seats if seat.board}
    kingdoms = {name: seat.board.kingdom for name, seat in seated.items() if seat.board}
    with st.expander(_("Share"), key="share"):
        if not table.solo:
            st.code(result_line(ranked, _states(seated)), language=None, wrap_lines=True)
            _offer_files(table, ranked, seated, kingdoms)
        st.html(f'<p class="cs-quiet">{_("These addresses open a board in this app:")}</p>')
        address = reachable_address() or st.context.url or ""
        for name, kingdom in kingdoms.items():
            if not table.solo:
                st.html(f'<p class="cs-quiet">{in_html(name)}</p>')
            st.code(link(address, kingdom), language=None, wrap_lines=True)


def _offer_files(
    table: Table, ranked: Sequence[Standing], seated: dict[str, Seat], kingdoms: dict[str, Kingdom]
) -> None:
    """The result as files, made when they are asked for."""
    game = table.game(datetime.now(UTC))
    if game is None:
        return
    files: tuple[tuple[str, str, str, Callable[[], str | bytes]], ...] = (
        (_("Picture"), "crownsight.png", "image/png", lambda: _picture(seated, ranked)),
        (
            _("Table (CSV)"),
            "crownsight.csv",
            "text/csv",
            lambda: BYTE_ORDER_MARK + result_csv(ranked, kingdoms, _states(seated)),
        ),
        (_("Game (JSON)"), "crownsight.json", "application/json", lambda: games_text([game])),
    )
    with st.container(horizontal=True):
        for label, name, kind, made in files:
            st.download_button(label, when_asked_for(made), name, kind, on_click="ignore")


def _states(seated: dict[str, Seat]) -> dict[str, State]:
    return {name: seat.board.state for name, seat in seated.items() if seat.board}


def _reservations(board: Board) -> tuple[str, ...]:
    """What has to be said of a board before its sums; nothing of a checked one."""
    unsure = reservation(board.state)
    return (translated(unsure),) if unsure else ()


def _picture(seated: dict[str, Seat], ranked: Sequence[Standing]) -> bytes:
    players = [
        Shared(
            one.player, one.place, seat.board.kingdom, one.sheet, (*_reservations(seat.board), *sum_lines(one.sheet))
        )
        for one in ranked
        if (seat := seated[one.player]).board
    ]
    winners = [one.player for one in ranked if one.place == 1]
    return result_picture(headline(winners), players)
