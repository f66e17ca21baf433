"""Everybody's board with its sums, what is worth telling of it, and the photo it was read from."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from scoring import Kingdom, Rules, highlights
from ui.drawing import tiles
from ui.drawing.html import in_html, sums
from ui.i18n.translate import _, translated
from ui.photos.corners import board_corners
from ui.photos.pictures import jpeg, photo
from ui.streamlit_patch import address
from ui.table.table import Seat, Table, rules_for, sheet
from vision.overlay import with_grid, with_territories


def show_boards(table: Table) -> None:
    """The boards in small beside their sums."""
    boards = "".join(_board(table, seat) for seat in table.seats)
    st.html(f'<div class="cs-boards {"alone" if table.solo else ""}">{boards}</div>')
    if any(seat.board and seat.board.source for seat in table.seats) and st.toggle(_("Show the photos")):
        for seat in table.seats:
            _show_photo(seat)


def highlights_of(kingdom: Kingdom, rules: Rules) -> list[str]:
    """What is worth telling of a kingdom, in the reader's words."""
    found = highlights(kingdom, rules)
    missed = tuple(bonus for bonus in found.unplayed if bonus.earned)
    return [translated(line) for line in replace(found, unplayed=missed).lines]


def _board(table: Table, seat: Seat) -> str:
    if seat.board is None:
        return ""
    caption = "" if table.solo else f"<figcaption>{in_html(seat.name)}</figcaption>"
    lines = highlights_of(seat.board.kingdom, rules_for(table, seat.board.kingdom))
    talk = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (
        f"<figure>{caption}{tiles.small_board(seat.board.kingdom)}{sums(sheet(table, seat.board))}"
        f'<ul class="cs-talk">{talk}</ul></figure>'
    )


def _show_photo(seat: Seat) -> None:
    """The photo a player's board was read from, with its grid, its territories and what they earn."""
    if seat.board and seat.board.source:
        source, kingdom = seat.board.source, seat.board.kingdom
        corners = board_corners(source)
        gridded = with_grid(photo(source.picture).image, corners, kingdom.height, kingdom.width)
        drawn = jpeg(with_territories(gridded, corners, kingdom))
        alt = _("{name}: the photo with the territories and their points", name=seat.name)
        st.html(f'<img class="cs-photo" alt="{escape(alt)}" src="{address(drawn, f"result-{seat.number}")}">')
