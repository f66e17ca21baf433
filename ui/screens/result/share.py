"""Passing a result on: pictures for the chat; a line of text, files and links for those who want them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from html import escape

import streamlit as st

from scoring import Kingdom, Standing
from ui.components.share import share_pictures
from ui.drawing.html import in_html
from ui.drawing.qr_code import qr_code
from ui.drawing.result_text import bg_stats_link, link, result_csv, result_line
from ui.i18n.translate import _
from ui.screens.files import deferred_download
from ui.screens.invitation import reachable_address, why_no_phone
from ui.screens.result.pictures import pictures_of_table
from ui.table.board import Board
from ui.table.finished import BroughtIn, Game
from ui.table.forms import games_text
from ui.table.game_file import game_file_text
from ui.table.kingdoms import KingdomsResult
from ui.table.table import Seat, Table
from ui.table.trust import State

BYTE_ORDER_MARK = "\ufeff"  # tells spreadsheets that the letters are UTF-8


def share_result(table: Table, ranked: Sequence[Standing]) -> None:
    """The button for the pictures of a result."""
    line = result_line(ranked, _states(_seated(table)))
    share_pictures(pictures_of_table(table, ranked), line)


def pass_on(table: Table, ranked: Sequence[Standing]) -> None:
    """The other ways to pass a result on, folded away until they are wanted."""
    seated = _seated(table)
    kingdoms = {name: seat.board.kingdom for name, seat in seated.items() if seat.board}
    game = next((game for game in table.games if game.number == table.recorded), None)
    with st.expander(_("Files and links"), key="share"):
        if len(ranked) > 1:
            st.code(result_line(ranked, _states(seated)), language=None, wrap_lines=True)
            _offer_files(table, ranked, seated, kingdoms)
        address = reachable_address()
        if address is None:
            st.html(f'<p class="cs-quiet">{escape(why_no_phone())}</p>')
        else:
            show_links(address, {name: seat.board for name, seat in seated.items() if seat.board})
    if game and not isinstance(game, BroughtIn):
        send_to_bg_stats(game)


def show_links(address: str, boards: dict[str, Board]) -> None:
    """A link for every board, at the address where other phones reach this server."""
    st.html(f'<p class="cs-quiet">{_("These links open a board in this app:")}</p>')
    for name, board in boards.items():
        st.html(f'<p class="cs-quiet">{in_html(name)}</p>')
        st.code(link(address, board.kingdom, board.pieces), language=None, wrap_lines=True)


def send_to_bg_stats(game: Game | KingdomsResult) -> None:
    """A recorded game for those who keep their plays in BG Stats: a link for this phone, a code for another."""
    with st.expander(_("Send to BG Stats"), key="bg-stats"):
        address = bg_stats_link(game)
        st.link_button(_("Open in BG Stats"), address, width="stretch")
        code = qr_code(address, _("the game for BG Stats, to scan with another phone"))
        scan = _("Or scan this with the phone that has BG Stats.")
        st.html(f'{code}<p class="cs-quiet">{escape(scan)}</p>' if code else "")


def _offer_files(
    table: Table, ranked: Sequence[Standing], seated: dict[str, Seat], kingdoms: dict[str, Kingdom]
) -> None:
    """The result as files, made when they are asked for."""
    game = table.game(datetime.now(UTC))
    if game is None:
        return
    files: tuple[tuple[str, str, str, Callable[[], str]], ...] = (
        (
            _("Table (CSV)"),
            "crownsight.csv",
            "text/csv",
            lambda: BYTE_ORDER_MARK + result_csv(ranked, kingdoms, _states(seated)),
        ),
        (_("Game (JSON)"), "crownsight.json", "application/json", lambda: games_text([game])),
        *(
            [(_("Game file"), "crownsight-game.json", "application/json", lambda: game_file_text(game))]
            if isinstance(game, Game)
            else []
        ),
    )
    with st.container(horizontal=True):
        for label, name, kind, made in files:
            st.download_button(label, deferred_download(made), name, kind, on_click="ignore")


def _seated(table: Table) -> dict[str, Seat]:
    return {seat.name: seat for seat in table.seats if seat.board}


def _states(seated: dict[str, Seat]) -> dict[str, State]:
    return {name: seat.board.state for name, seat in seated.items() if seat.board}
