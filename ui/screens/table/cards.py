"""A card for each player: the photo, the board, the points and how far they can be relied on."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui.drawing import tiles
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, translated
from ui.photos.pictures import straight
from ui.screens import routes
from ui.screens.table.panels import close_panel
from ui.session.tab import tab
from ui.streamlit_patch import address
from ui.table.board import Board, Trust, trust_in_words
from ui.table.table import Seat, sheet

_CAMERA = tiles.drawn(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#8A8172" stroke-width="1.6" '
    'stroke-linejoin="round"><path d="M3 8h4l1.6-2.5h6.8L17 8h4v11H3z"/><circle cx="12" cy="13" r="3.6"/></svg>',
    "",
    "cs-camera",
)


def state_of(board: Board | None) -> str:
    """How far a kingdom can be relied on, in a word or two."""
    mark = {Trust.CHECKED: "✓ ", Trust.READ: "○ "}.get(board.trust, "") if board else ""
    return mark + translated(trust_in_words(board))


def card(seat: Seat, *, own: bool, eliminated: bool = False) -> None:
    """One player; the whole card is the button that opens their kingdom.

    It says so where the kingdom is theirs because no other castle was left.
    """
    table = tab().table
    total = sheet(table, seat.board).total if seat.board and table.shows_scores else None
    shown = "–" if total is None else str(total)
    you = (" · " + _("you") if own else "") + (" · " + _("by elimination") if eliminated else "")
    with st.container(key=f"card-{seat.number}"):
        st.html(
            f'<div class="cs-card cs-{seat.colour.value}"><span class="band"></span><span class="who">'
            f'<b>{in_html(seat.name)}</b><span class="state">{escape(state_of(seat.board) + you)}</span></span>'
            f'<span class="sum">{shown}</span>{_pictures(seat)}</div>'
        )
        said = shown if seat.board else _("no kingdom yet")
        if st.button(f"{in_label(seat.name)}: {said}, {state_of(seat.board)}", key=f"open-{seat.number}"):
            close_panel()
            tab().take_seat(seat.number)
            routes.go_to(routes.KINGDOM)


def _pictures(seat: Seat) -> str:
    """The kingdom in its photo, if that is at hand, beside the board."""
    if seat.board is None:
        return f'<span class="pictures">{_CAMERA}</span>'
    source = seat.board.source
    crop = f'<img class="crop" alt="" src="{address(straight(source), f"card-{seat.number}")}">' if source else ""
    return f'<span class="pictures">{crop}{tiles.small_board(seat.board.kingdom)}</span>'
