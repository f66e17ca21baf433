"""Four corners set by hand on a photo, and the button that reads the grid between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import TypeVar

import streamlit as st

from scoring import GRIDS, Kingdom
from ui.components.corner_editor import corner_editor, default_corners
from ui.i18n.translate import _, translated
from ui.photos.pictures import board_corners
from ui.photos.reading import read_at
from ui.screens.camera import show_steps
from ui.session.learning import known_tiles
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.source import Picture, Source

T = TypeVar("T")

SIDES = range(1, 10)  # squares a side that can be set
OTHER = "other"


def frame_kingdom(attempt: Attempt, known: Source | None, *, number: int, then: Callable[[Attempt], None]) -> None:
    """How to frame a kingdom in the photo of an attempt, what went wrong with it, and the grid to drag.

    The grid begins as what is ``known`` of the photo lies; ``then`` gets what it gave. ``number`` tells one photo from
    the next.
    """
    how = _("Drag each ring to a corner of the kingdom, so that the lines meet its squares.")
    st.html(f'<p class="cs-quiet">{how}</p>')
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(attempt.message))}</p>')
    if attempt.picture:
        _place(attempt.picture, known, number, then)


def _place(picture: Picture, known: Source | None, number: int, then: Callable[[Attempt], None]) -> None:
    """The corner editor, and how many squares lie between the corners."""
    table = tab().table
    usual = known.kingdom if known else Kingdom.empty(table.rules.grid, table.rules.grid)
    rows, columns = choose_grid(usual.height, usual.width)
    start = board_corners(known) if known else default_corners(picture)
    corners = corner_editor(picture, start, rows, columns, number=number)
    steps = st.empty()
    if corners is None:
        st.html(f'<p class="cs-quiet" role="alert">{_("The corners cross. Drag them apart.")}</p>')
    with st.container(key="done"):
        wanted = st.button(_("Read this grid"), type="primary", width="stretch", disabled=corners is None)
    if wanted and corners is not None:
        progress, known_here = partial(show_steps, steps), partial(known_tiles, table)
        box = table.rules.box
        then(read_at(picture, corners, rows, columns, progress=progress, known=known_here, box=box))


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
