"""Who the players are: names given and changed, castles exchanged, players added and removed."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.drawing.html import in_label
from ui.i18n.translate import _
from ui.screens.notices import show_refusal
from ui.screens.table.leaving import close_table, remove_player
from ui.screens.table.players import add_player, castle_label
from ui.session import members
from ui.session.tab import tab
from ui.table.commands import Command
from ui.table.known_players import offered
from ui.table.recording import with_name
from ui.table.table import Seat, Table, TableError


def change_players(table: Table, own: int | None, *, host: bool) -> None:
    """One player chosen to be changed, the form for one more, and the end of the table."""
    if table.seats:
        labels = {seat.number: castle_label(seat.colour, in_label(seat.name)) for seat in table.seats}
        first = own if own in labels else next(iter(labels))
        chosen = st.segmented_control(
            _("Player"),
            list(labels),
            default=first,
            required=True,
            format_func=labels.__getitem__,
            key=f"player-{first}",
        )
        seat = table.seat(chosen or first)
        if seat:
            name_player(seat, host=host)
            choose_castle(table, seat)
            if seat.number in members.removable():
                remove_player(seat.number, seat.name)
    if not table.is_full:
        add_player()
    if host and table.games:
        close_table()


def name_player(seat: Seat, *, host: bool) -> None:
    """The names typed before, one tap each, and the field for another."""
    if host:
        names = offered(members.known_names(), seat.colour, seat.name)
        with st.container(horizontal=True, key="names"):
            for at, name in enumerate(names):
                if st.button(in_label(name), key=f"name-{seat.number}-{at}"):
                    _do(partial(Table.with_seat_taken, number=seat.number, name=name))
    with st.form(f"name-{seat.number}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            typed = st.text_input(_("New name for {name}", name=seat.name), autocomplete="off")
            given = st.form_submit_button(_("Save"))
        if given:
            _do(partial(with_name, seat=seat.number, name=typed))


def choose_castle(table: Table, seat: Seat) -> None:
    """The castle of a player; one that another player has is exchanged."""
    castles = [*(one.colour for one in table.seats), *table.free_colours]
    key = f"castle-{seat.number}-{seat.colour}"
    chosen = st.segmented_control(
        _("Castle"), castles, default=seat.colour, required=True, format_func=castle_label, key=key
    )
    if chosen and chosen is not seat.colour:
        _do(partial(Table.with_colour, number=seat.number, colour=chosen))


def _do(command: Command) -> None:
    try:
        tab().do(command)
    except TableError as refused:
        show_refusal(refused)
    else:
        st.rerun()
