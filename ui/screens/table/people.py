"""Who the players are: named, given castles, added, removed and brought back; and the end of the table."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.drawing.html import in_html, in_label
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.naming import castle_label
from ui.screens.notices import carry_out
from ui.session import members
from ui.session.tab import do_undoable, last_step, tab, take_back
from ui.table.history import offered
from ui.table.table import Seat, Table, with_name

_LEAVING = "player asked about"  # whom the first tap was to remove


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
                    carry_out(partial(tab().do, partial(Table.with_seat_taken, number=seat.number, name=name)))
    with st.form(f"name-{seat.number}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            typed = st.text_input(_("New name for {name}", name=seat.name), autocomplete="off")
            given = st.form_submit_button(_("Save"))
        if given:
            carry_out(partial(tab().do, partial(with_name, seat=seat.number, name=typed)))


def choose_castle(table: Table, seat: Seat) -> None:
    """The castle of a player; one that another player has is exchanged."""
    castles = [*(one.colour for one in table.seats), *table.free_colours]
    key = f"castle-{seat.number}-{seat.colour}"
    chosen = st.segmented_control(
        _("Castle"), castles, default=seat.colour, required=True, format_func=castle_label, key=key
    )
    if chosen and chosen is not seat.colour:
        carry_out(partial(tab().do, partial(Table.with_colour, number=seat.number, colour=chosen)))


def add_player() -> None:
    """The form for one more player: a name and a castle."""
    table = tab().table
    with st.form("player", border=False, clear_on_submit=True):
        name = st.text_input(_("Name"), placeholder="" if table.seats else "Ana", autocomplete="off")
        colour = st.segmented_control(
            _("Castle"), table.free_colours, format_func=castle_label, default=table.free_colours[0], required=True
        )
        if st.form_submit_button(_("Add player"), type="secondary" if table.seats else "primary", width="stretch"):
            joining = partial(Table.with_player, name=name, colour=colour or table.free_colours[0])
            carry_out(partial(tab().do, joining))


def leave(*, host: bool) -> None:
    """The players that may be sent away, and the end of the table, folded away until it is wanted."""
    table, seats = tab().table, members.removable()
    may_close = host and bool(table.names) and bool(table.games or table.kingdoms)
    if not seats and not may_close:
        return
    with st.expander(_("Remove a player") if seats else _("Delete this table"), key="players"):
        for number, name in with_display_names(table).names.items():
            if number in seats:
                remove_player(number, name)
        if may_close:
            close_table()


def remove_player(number: int, name: str) -> None:
    """The button that takes a player from the table, tapped twice: the next player's button is to be hit by nobody."""
    is_asked = tab().local(_LEAVING) == number
    if is_asked:
        with st.container(horizontal=True, key="leaving"):
            if st.button(_("Keep {name}", name=in_label(name)), key=f"keep-{number}", width="stretch"):
                ask_about(None)
            removes = st.button(_("Yes, remove {name}", name=in_label(name)), key=f"gone-{number}", width="stretch")
        if number in members.seats_elsewhere():
            told = _("{name}’s phone leaves the table, too, and the table gets another address.", name=in_html(name))
            st.html(f'<p class="cs-quiet">{told}</p>')
        if removes:
            tab().set_local(_LEAVING, None)
            removing = partial(Table.without_player, number=number)
            carry_out(partial(do_undoable, removing, sends_away=True))
    elif st.button(_("Remove {name}", name=in_label(name)), key=f"remove-{number}", width="stretch"):
        ask_about(number)


def ask_about(number: int | None) -> None:
    """Ask whether a player is to be removed, or no more."""
    tab().set_local(_LEAVING, number)
    st.rerun()


def close_table() -> None:
    """The end of the table, asked twice, since nothing of it can be brought back."""
    sure = st.checkbox(_("Delete this table with its games and photos"))
    if sure and st.button(_("Delete it for good"), width="stretch"):
        members.close_table()
        routes.go_to(routes.START)


def ways_back() -> None:
    """To the games so far, and to what was here before."""
    table, last = tab().table, last_step()
    with st.container(horizontal=True, horizontal_alignment="center", key="behind"):
        if table.games and st.button(_("Games so far"), type="tertiary"):
            routes.go_to_history(routes.screen_of(table))
        if last is None or not last.before.names:
            return
        before = with_display_names(last.before).names
        gone = ", ".join(name for number, name in before.items() if number not in table.names)
        label = _("Bring back {name}", name=in_label(gone)) if gone else _("Undo “Play again”")
        if st.button(label, type="tertiary"):
            carry_out(partial(take_back, last))
