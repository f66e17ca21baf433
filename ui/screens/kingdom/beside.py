"""The others' kingdoms, below one: a button each, and a swipe to the next and the one before."""

from __future__ import annotations

import streamlit as st

from ui.components.swipe import swipe
from ui.drawing.html import in_label
from ui.drawing.player_names import with_display_names
from ui.screens import routes
from ui.screens.table.players import castle_label
from ui.session.tab import tab
from ui.table.table import Seat

_FROM_BESIDE = "board opened from beside"


def lead_beside(seat: Seat) -> None:
    """A button for every other kingdom, in the order of the table."""
    laid = [one for one in with_display_names(tab().table).seats if one.board]
    if len(laid) < 2:
        return
    with st.container(horizontal=True, key="beside-this"):
        for other in laid:
            if other.number != seat.number and st.button(
                castle_label(other.colour, in_label(other.name)), key=_key(other)
            ):
                _open(other)
    at = [one.number for one in laid].index(seat.number)
    swipe(left=_key(laid[(at + 1) % len(laid)]), right=_key(laid[at - 1]))


def is_from_beside(board: int) -> bool:
    """Whether a board has just been opened from another one, and is drawn for the first time since; its photo then
    turns into its tiles."""
    opened: int | None = tab().local(_FROM_BESIDE)
    if opened is not None:
        tab().set_local(_FROM_BESIDE, None)
    return opened == board


def _open(other: Seat) -> None:
    tab().set_local(_FROM_BESIDE, other.board.number if other.board else None)
    tab().take_seat(other.number)
    routes.go_to(routes.KINGDOM)


def _key(seat: Seat) -> str:
    return f"open-kingdom-{seat.number}"
