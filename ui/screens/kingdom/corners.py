"""The grid set by hand: four corners on the photo and the number of squares, then read again."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.i18n.translate import _
from ui.screens.corners import frame_kingdom
from ui.screens.kingdom.steps import another_photo, go_back, keep_attempt
from ui.session.attempts import photos_tried
from ui.table.board import Attempt
from ui.table.source import Picture, Source
from ui.table.table import Seat


def set_corners(seat: Seat, attempt: Attempt) -> None:
    """The photo with four corners to drag, the size of the grid, and the button that reads it."""
    if attempt.picture is None:
        return
    go_back(seat)
    st.html(f"<h1>{_('Set the four corners')}</h1>")
    known = known_source(seat, attempt.picture)
    frame_kingdom(attempt, known, number=photos_tried(seat.number), then=partial(keep_attempt, seat))
    another_photo(seat)


def known_source(seat: Seat, picture: Picture) -> Source | None:
    """What the player's board was read from, if it is this photo."""
    source = seat.board.source if seat.board else None
    return source if source and source.picture is picture else None
