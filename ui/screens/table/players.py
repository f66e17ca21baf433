"""How a castle is named, and the form for one more player."""

from __future__ import annotations

import streamlit as st

from scoring.castle import Castle
from ui.i18n.translate import _, translated
from ui.screens.notices import show_refusal
from ui.session.tab import tab
from ui.table.table import TableError

_STREAMLIT_COLOURS = {
    Castle.BLUE: "blue",
    Castle.GREEN: "green",
    Castle.PINK: "violet",
    Castle.YELLOW: "yellow",
    Castle.BROWN: "orange",
    Castle.ORANGE: "orange",
    Castle.PURPLE: "violet",
    Castle.WHITE: "gray",
    Castle.RED: "red",
}


def castle_name(colour: Castle) -> str:
    """A castle's colour in the reader's language, with a capital letter like the names beside it."""
    word = translated(colour.words)
    return word[:1].upper() + word[1:]


def castle_label(colour: Castle, name: str = "") -> str:
    """A castle in its colour with its player's name, as a label takes it, or with the colour's."""
    return f":{_STREAMLIT_COLOURS[colour]}[:material/castle:] {name or castle_name(colour)}"


def add_player() -> None:
    """The form for one more player: a name and a castle."""
    table = tab().table
    with st.form("player", border=False, clear_on_submit=True):
        name = st.text_input(_("Name"), placeholder="" if table.seats else "Ana", autocomplete="off")
        colour = st.segmented_control(
            _("Castle"), table.free_colours, format_func=castle_label, default=table.free_colours[0], required=True
        )
        if st.form_submit_button(_("Add player"), type="secondary" if table.seats else "primary", width="stretch"):
            try:
                tab().do(lambda table: table.with_player(name, colour or table.free_colours[0]))
            except TableError as refused:
                show_refusal(refused)
            else:
                st.rerun()
