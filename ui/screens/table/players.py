"""The players: a card for each, and the form for one more."""

from __future__ import annotations

import streamlit as st

from scoring.castle import Castle
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, translated
from ui.screens import routes
from ui.screens.notices import show_refusal
from ui.session import tab
from ui.table.board import Board, Trust, trust_in_words
from ui.table.table import Seat, TableError, sheet

_STREAMLIT_COLOURS = {
    Castle.BLUE: "blue",
    Castle.GREEN: "green",
    Castle.PINK: "violet",
    Castle.YELLOW: "yellow",
    Castle.BROWN: "orange",
}
_CAMERA = tiles.drawn(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#8A8172" stroke-width="1.6" '
    'stroke-linejoin="round"><path d="M3 8h4l1.6-2.5h6.8L17 8h4v11H3z"/><circle cx="12" cy="13" r="3.6"/></svg>',
    "",
    "cs-camera",
)


def state_of(board: Board | None) -> str:
    """How far a kingdom can be relied on, in a word or two."""
    tick = "✓ " if board and board.trust is Trust.CHECKED else ""
    return tick + translated(trust_in_words(board))


def castle_name(colour: Castle) -> str:
    """A castle's colour in the reader's language."""
    return translated(colour.words)


def castle_label(colour: Castle) -> str:
    """A castle in its colour with the colour's name, for a label."""
    return f":{_STREAMLIT_COLOURS[colour]}[:material/castle:] {castle_name(colour)}"


def card(seat: Seat, *, own: bool) -> None:
    """One player; the whole card is the button that opens their kingdom."""
    table = tab.table()
    total = sheet(table, seat.board).total if seat.board and table.shows_scores else None
    drawn = tiles.small_board(seat.board.kingdom) if seat.board else _CAMERA
    shown = "–" if total is None else str(total)
    you = " · " + _("you") if own else ""
    with st.container(key=f"card-{seat.number}"):
        st.html(
            f'<div class="cs-card cs-{seat.colour.value}"><span class="band"></span><span class="who">'
            f'<b>{in_html(seat.name)}</b><span class="state">{state_of(seat.board)}{you}</span></span>'
            f'<span class="sum">{shown}</span>{drawn}</div>'
        )
        said = shown if seat.board else _("no kingdom yet")
        if st.button(f"{in_label(seat.name)}: {said}, {state_of(seat.board)}", key=f"open-{seat.number}"):
            tab.take_seat(seat.number)
            routes.go_to(routes.KINGDOM)


def add_player() -> None:
    """The form for one more player: a name and a castle."""
    table = tab.table()
    with st.form("player", border=False, clear_on_submit=True):
        name = st.text_input(_("Name"), placeholder="" if table.seats else "Ana", autocomplete="off")
        colour = st.segmented_control(
            _("Castle"), table.free_colours, format_func=castle_label, default=table.free_colours[0], required=True
        )
        if st.form_submit_button(_("Add player"), type="secondary" if table.seats else "primary", width="stretch"):
            try:
                tab.keep(table.with_player(name, colour or table.free_colours[0]))
            except TableError as refused:
                show_refusal(refused)
            else:
                st.rerun()
