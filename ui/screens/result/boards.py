"""Everybody's kingdom: its sums, its board, what is worth telling of it, and the photo it was read from."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from scoring import Kingdom, highlights
from scoring.expansions.limits import pieces_in_play
from ui.drawing import tiles
from ui.drawing.html import in_label, sums
from ui.drawing.piece_marks import marks
from ui.i18n.translate import _, translated
from ui.photos.corners import board_corners
from ui.photos.pictures import jpeg, photo, straight
from ui.photos.shown import address
from ui.table.table import Seat, Table, sheet
from vision.overlay import with_grid, with_territories


def show_kingdoms(table: Table, seats: Sequence[Seat]) -> None:
    """The kingdoms of these players, each folded under the name."""
    for seat in seats:
        with st.expander(_("{name}: board and sums", name=in_label(seat.name)), key=f"sums-{seat.number}"):
            show_board(table, seat)


def show_board(table: Table, seat: Seat) -> None:
    """A kingdom in small and its photo beside its sums, and the photo as it was taken on demand."""
    if seat.board is None:
        return
    kingdom = seat.board.kingdom
    pieces = marks(pieces_in_play(table.rules.box, kingdom, seat.board.pieces))
    picture = tiles.small_board(kingdom, over=pieces)
    talk = "".join(f"<li>{escape(line)}</li>" for line in highlights_of(kingdom))
    pictures = f'<div class="cs-seen">{picture}{_seen_from_above(seat)}</div>'
    told = f'{sums(sheet(table, seat.board))}<ul class="cs-talk">{talk}</ul>'
    alone = "alone" if len(table.seats) == 1 else ""
    st.html(f'<div class="cs-boards {alone}"><figure>{pictures}{told}</figure></div>')
    if seat.board.source and st.toggle(_("Show the photo"), key=f"photo-{seat.number}"):
        _show_photo(seat)


def _seen_from_above(seat: Seat) -> str:
    """The photo of a player's board, straightened, as HTML; empty without one."""
    if seat.board is None or seat.board.source is None:
        return ""
    alt = _("{name}: the photo, seen from above", name=seat.name)
    return f'<img alt="{escape(alt)}" src="{address(straight(seat.board.source))}">'


def highlights_of(kingdom: Kingdom) -> list[str]:
    """What is worth telling of a kingdom, in the reader's words."""
    return [translated(line) for line in highlights(kingdom).lines]


def _show_photo(seat: Seat) -> None:
    """The photo a player's board was read from, with its grid, its territories and what they earn."""
    if seat.board and seat.board.source:
        source, kingdom = seat.board.source, seat.board.kingdom
        corners = board_corners(source)
        gridded = with_grid(photo(source.picture).image, corners, kingdom.height, kingdom.width)
        drawn = jpeg(with_territories(gridded, corners, kingdom))
        alt = _("{name}: the photo with the territories and their points", name=seat.name)
        st.html(f'<img class="cs-photo" alt="{escape(alt)}" src="{address(drawn)}">')
