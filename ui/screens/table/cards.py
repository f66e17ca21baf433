"""A card for each player: the photo, the board, the points and how far they can be relied on."""

from __future__ import annotations

import streamlit as st

from ui.api.cards import CardInVersion, cards_in_version
from ui.components.player_card import player_card
from ui.drawing.html import in_label
from ui.drawing.player_card import spoken_card
from ui.i18n.translate import _
from ui.photos.pictures import straight
from ui.photos.shown import address
from ui.screens import routes
from ui.screens.table.dealt import ask_about_eliminated, is_eliminated
from ui.screens.table.panels import close_panel
from ui.session.tab import tab
from ui.table.table import Seat, Table


def show_cards(table: Table, own: int | None) -> None:
    """Everybody's card of a table with display names; they follow by themselves what others change of the kingdoms."""
    kept = tab().stored
    key, version = (kept.key, kept.version) if kept else ("", 0)
    for seat, state in zip(table.seats, cards_in_version(tab().table, version), strict=True):
        eliminated = is_eliminated(seat)
        show_card(table, seat, state, key, own=seat.number == own, eliminated=eliminated)
        if eliminated:
            ask_about_eliminated(seat)


def show_card(table: Table, seat: Seat, state: CardInVersion, key: str, *, own: bool, eliminated: bool) -> None:
    """One player; the whole card is the button that opens their kingdom.

    It says so where the kingdom is theirs because no other castle was left.
    """
    note = (" · " + _("you") if own else "") + (" · " + _("by elimination") if eliminated else "")
    with st.container(key=f"card-{seat.number}"):
        player_card(state, key, note=note, photo=_photo(seat))
        if st.button(spoken_card(table, seat, in_label(seat.name)), key=f"open-{seat.number}"):
            close_panel()
            tab().take_seat(seat.number)
            routes.go_to(routes.KINGDOM)


def _photo(seat: Seat) -> str:
    """Where the kingdom in its photo can be fetched, if that is at hand."""
    source = seat.board.source if seat.board else None
    return address(straight(source)) if source else ""
