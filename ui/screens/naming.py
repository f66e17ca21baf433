"""Who is Yellow? A player without a name is named with one tap on a name that is known, or by typing another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import streamlit as st

from scoring import Castle
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, translated
from ui.screens.notices import show_refusal
from ui.session.tab import tab
from ui.table.known_players import MOST_NAMES, for_nameless, is_likely
from ui.table.recording import with_name
from ui.table.table import Seat, TableError

MOST_BESIDE = 2  # names beside a player: more would push the next player off a phone
_TYPED = "player to be named"  # whose name is being typed

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

Known = dict[str, Castle | None]  # names, each with the castle that it had last


def castle_name(colour: Castle) -> str:
    """A castle's colour in the reader's language, with a capital letter like the names beside it."""
    word = translated(colour.words)
    return word[:1].upper() + word[1:]


def castle_label(colour: Castle, name: str = "") -> str:
    """A castle in its colour with its player's name, as a label takes it, or with the colour's."""
    return f":{_STREAMLIT_COLOURS[colour]}[:material/castle:] {name or castle_name(colour)}"


def offer_names(seat: Seat, known: Known) -> None:
    """The question who the player of a castle is, the names that are known as answers, and the way to another."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"who-{seat.number}"):
        st.html(f'<p class="cs-quiet">{_("Who is {name}?", name=in_html(seat.name))}</p>', width="content")
        is_open = tab().local(_TYPED) == seat.number
        tap_name(seat, known, MOST_NAMES if is_open else MOST_BESIDE)
        if not is_open and st.button("+ " + _("Name"), key=f"type-{seat.number}"):
            ask_to_type(seat.number)
            st.rerun()
    if is_open:
        type_name(seat)


def tap_name(seat: Seat, known: Known, most: int = MOST_NAMES) -> None:
    """A button for each of the names; who had this castle last is suggested first."""
    for at, name in enumerate(for_nameless(known, seat.colour, tab().table)[:most]):
        likely = is_likely(known, name, seat.colour)
        key = f"{'likely' if likely else 'name'}-{seat.number}-{at}"
        if st.button(in_label(name) + "?" * likely, key=key):
            call({seat.number: name})


def offer_again(nameless: Sequence[Seat], known: Known) -> None:
    """One tap that gives players without a name those of who had their castles last."""
    offers = [(seat, for_nameless(known, seat.colour, tab().table)[:1]) for seat in nameless]
    likely = [(seat, name) for seat, names in offers for name in names if is_likely(known, name, seat.colour)]
    said = [castle_label(seat.colour, f"{in_label(seat.name)}:\u00a0{in_label(name)}") for seat, name in likely]
    if said and st.button(" ".join(said) + "?", width="stretch", key="likely-all"):
        call({seat.number: name for seat, name in likely})


def type_name(seat: Seat, *, gold: bool = False) -> None:
    """The field for a name that is not known yet."""
    with st.form(f"name-{seat.number}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(_("Name of {name}", name=seat.name), autocomplete="off")
        given = st.form_submit_button(_("Save"), type="primary" if gold else "secondary")
    if given and typed.strip():
        call({seat.number: typed})


def ask_to_type(number: int) -> None:
    """Open the field for the name of a player."""
    tab().set_local(_TYPED, number)


def call(names: Mapping[int, str]) -> None:
    """Give players these names, by the numbers of their seats."""
    try:
        tab().do(lambda table: reduce(lambda called, one: with_name(called, *one), names.items(), table))
    except TableError as refused:
        show_refusal(refused)
    else:
        tab().set_local(_TYPED, None)
        st.rerun()
