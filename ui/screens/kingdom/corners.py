"""The grid set by hand: four corners on the photo and the number of squares, then read again."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from scoring import GRIDS, Kingdom
from ui.components.corner_editor import default_corners
from ui.i18n.translate import _, translated
from ui.photos.corners import board_corners
from ui.photos.reading import read_at
from ui.screens.corners import read_between_corners
from ui.screens.kingdom.steps import another_photo, go_back, keep_attempt
from ui.session import members
from ui.session.learning import known_tiles
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.source import Picture, Source
from ui.table.table import Seat
from vision.photo.photo import Points
from vision.pipeline.find import Progress

SIDES = range(1, 10)  # squares a side that can be set
OTHER = "other"


def set_corners(seat: Seat) -> None:
    """The photo with four corners to drag, the size of the grid, and the button that reads it."""
    attempt = seat.attempt
    if attempt is None or attempt.picture is None:
        return
    go_back(seat)
    st.html(f"<h1>{_('Set the four corners')}</h1>")
    how = _("Drag each ring to a corner of the kingdom, so that the lines meet its squares.")
    st.html(f'<p class="cs-quiet">{how}</p>')
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(attempt.message))}</p>')
    place(seat.number, attempt.picture)
    another_photo(seat)


@st.fragment
def place(number: int, picture: Picture) -> None:
    """The corner editor; dragging redraws this part alone."""
    table = tab().table
    seat = table.seat(number)
    if seat is None:
        return
    known = known_source(seat, picture)
    usual = known.kingdom if known else Kingdom.empty(table.rules.grid, table.rules.grid)
    rows, columns = choose_grid(usual.height, usual.width)
    start = board_corners(known) if known else default_corners(picture)

    def read(corners: Points, progress: Progress) -> Attempt:
        known_here = partial(known_tiles, table)
        sender, box = members.sender(), table.rules.box
        return read_at(picture, corners, rows, columns, progress=progress, known=known_here, sender=sender, box=box)

    attempt = read_between_corners(picture, start, rows, columns, number=seat.tried, read=read)
    if attempt:
        keep_attempt(seat, attempt)


def choose_grid(rows: int, columns: int) -> tuple[int, int]:
    """How many squares the grid has: 5 x 5, 7 x 7, or any other size; ``rows`` and ``columns`` to begin with."""
    sizes = {f"{side} × {side}": (side, side) for side in GRIDS}
    usual = f"{rows} × {columns}"
    chosen = st.segmented_control(
        _("Squares"),
        [*sizes, OTHER],
        default=usual if usual in sizes else OTHER,
        required=True,
        key="squares",
        format_func=lambda size: _("Other") if size == OTHER else size,
    )
    if chosen in sizes:
        return sizes[chosen]
    left, right = st.columns(2)
    most = SIDES.stop - 1
    return (
        int(left.number_input(_("Rows"), SIDES.start, most, min(rows, most), key="rows")),
        int(right.number_input(_("Columns"), SIDES.start, most, min(columns, most), key="columns")),
    )


def known_source(seat: Seat, picture: Picture) -> Source | None:
    """What the player's board was read from, if it is this photo."""
    source = seat.board.source if seat.board else None
    return source if source and source.picture is picture else None
