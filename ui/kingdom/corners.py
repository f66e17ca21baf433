"""The grid set by hand: four corners on the photo and the number of squares, then read again."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui import session
from ui.corner_editor import corner_editor, default_corners
from ui.kingdom.steps import go_back, keep_attempt, show_steps
from ui.pictures import Picture
from ui.reading import read_at
from ui.table import Seat
from vision.photo import Points

SIDES = range(1, 10)  # squares a side that can be set


def set_corners(seat: Seat) -> None:
    """The photo with four corners to drag, the size of the grid, and the button that reads it."""
    attempt = seat.attempt
    if attempt is None or attempt.picture is None:
        return
    go_back(seat)
    st.html("<h1>Drag the corners to the corners of the kingdom</h1>")
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(attempt.message)}</p>')
    place(seat.number, attempt.picture)


@st.fragment
def place(number: int, picture: Picture) -> None:
    """The corner editor; dragging redraws this part alone."""
    table = session.table()
    seat = table.seat(number)
    if seat is None:
        return
    rows, columns = choose_grid(table.rules.grid)
    corners = corner_editor(picture, starting_corners(seat, picture), rows, columns, number=table.numbered)
    steps = st.empty()
    if corners is None:
        st.html('<p class="cs-quiet" role="alert">The corners cross. Drag them apart.</p>')
    with st.container(key="done"):
        wanted = st.button("Read this grid", type="primary", width="stretch", disabled=corners is None)
    if wanted and corners is not None:
        attempt = read_at(picture, corners, rows, columns, progress=lambda step: show_steps(steps, step))
        keep_attempt(seat, attempt)


def choose_grid(usual: int) -> tuple[int, int]:
    """How many squares the grid has: 5 x 5, 7 x 7, or any other size."""
    sizes = {"5 × 5": (5, 5), "7 × 7": (7, 7), "Other": None}
    chosen = st.segmented_control("Squares", list(sizes), default=f"{usual} × {usual}", required=True)
    size = sizes[chosen or "5 × 5"]
    if size is not None:
        return size
    left, right = st.columns(2)
    rows = left.number_input("Rows", SIDES.start, SIDES.stop - 1, usual)
    columns = right.number_input("Columns", SIDES.start, SIDES.stop - 1, usual)
    return int(rows), int(columns)


def starting_corners(seat: Seat, picture: Picture) -> Points:
    """The corners as last read from this photo, else a square in its middle."""
    source = seat.board.source if seat.board else None
    return source.corners if source and source.picture is picture else default_corners(picture)
