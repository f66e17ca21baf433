"""Who are you? The one question to a phone that comes to another's table and plays nobody there."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from scoring import Castle
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.photos.pictures import straight
from ui.photos.shown import address
from ui.screens.naming import castle_name, tap_name, type_name
from ui.screens.notices import carry_out
from ui.session import members
from ui.session.tab import tab
from ui.table.table import Seat

_SAID, _NAMELESS = "said who", "to be named"  # whether this phone has answered, and the seat that it then took


def is_to_say_who(own: int | None, *, host: bool) -> bool:
    """Whether this phone is asked: a guest's that plays nobody and has not said that it only looks on."""
    return not host and (_to_be_named() is not None or (own is None and not tab().local(_SAID)))


def ask_who() -> None:
    """A card for every player and for every castle nobody has, or to look on; then the name, if there is none."""
    seat = _to_be_named()
    if seat:
        _ask_name(seat)
        return
    table, elsewhere = with_display_names(tab().table), members.seats_elsewhere()
    st.html(f"<h1>{_('Who are you?')}</h1>")
    for player in table.seats:
        state = _("on another phone") if player.number in elsewhere else ""
        picture = tiles.castle_icon()
        if player.board and player.board.source:
            picture = f'<img class="crop" alt="" src="{address(straight(player.board.source))}">'
        if _card(player.colour, player.name, state, picture):
            _be(player.number)
    for castle in () if table.is_full else table.free_colours:
        if _card(castle, castle_name(castle), "", tiles.castle_icon()):
            carry_out(partial(_join, castle))
    if st.button(_("Just looking"), width="stretch", key="looking"):
        tab().set_local(_SAID, True)
        st.rerun()


def _ask_name(seat: Seat) -> None:
    st.html(f"<h1>{_('What is your name?')}</h1>")
    with st.container(horizontal=True, key=f"who-{seat.number}"):
        tap_name(seat, members.known_names())
    type_name(seat, gold=True)
    if st.button(_("Without a name"), type="tertiary", key="nameless"):
        tab().set_local(_NAMELESS, None)
        st.rerun()


def _card(castle: Castle, name: str, state: str, picture: str) -> bool:
    """A castle that one may be, the whole card a button; whether it was just tapped."""
    with st.container(key=f"card-{castle}"):
        st.html(
            f'<div class="cs-card tall cs-{castle.value}"><span class="band"></span><span class="who">'
            f'<b>{in_html(name)}</b><span class="state">{escape(state)}</span></span><span></span>'
            f'<span class="pictures">{picture}</span></div>'
        )
        return st.button(_("I am {name}", name=in_label(name)), key=f"be-{castle}")


def _join(castle: Castle) -> None:
    """Sit down as a player whom nobody has added yet."""
    tab().do(lambda table: table.with_player("", castle))
    _be(next(seat.number for seat in tab().table.seats if seat.colour is castle))


def _be(number: int) -> None:
    """Play that seat, or help its player where another phone plays it."""
    tab().sit_down(number)
    tab().set_local(_SAID, True)
    tab().set_local(_NAMELESS, number)
    st.rerun()


def _to_be_named() -> Seat | None:
    """The player that this phone has just become, while nobody has named them."""
    number: int | None = tab().local(_NAMELESS)
    seat = with_display_names(tab().table).seat(number) if number else None
    return seat if seat and not seat.named else None
