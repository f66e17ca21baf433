"""Players page: names, castles, adding and removing players, the end of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial, reduce
from html import escape
from typing import NoReturn

import streamlit as st

from scoring import Castle
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label
from ui.drawing.players import format_card_name, with_display_names
from ui.i18n.translate import _, castle_names, n_
from ui.photos.pictures import get_picture_address, rectify_board
from ui.screens import routes
from ui.screens.notices import run_or_show_error, show_note, show_refusal
from ui.session import members
from ui.session.tab import run_undoable, tab, undo_change
from ui.session.tab_state import Identity
from ui.store import Revoke
from ui.table.name_suggestions import MOST_NAMES, is_likely, suggest_for_nameless, suggest_names
from ui.table.table import Seat, Table, TableError

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


def castle_label(colour: Castle, name: str = "") -> str:
    """Build a label of a castle in its colour, with its player's name or the colour's."""
    return f":{_STREAMLIT_COLOURS[colour]}[:material/castle:] {name or castle_names()[colour]}"


def render_name_buttons(seat: Seat, known: Known) -> None:
    """Show a button for each name, the last player of this castle first."""
    for at, name in enumerate(suggest_for_nameless(known, seat.colour, tab().table)[:MOST_NAMES]):
        likely = is_likely(known, name, seat.colour)
        key, label = f"{'likely' if likely else 'name'}-{seat.number}-{at}", in_label(name)
        if st.button(_("{name}?", name=label) if likely else label, key=key):
            call({seat.number: name})


def offer_last_names(nameless: Sequence[Seat], known: Known) -> None:
    """Offer one tap that gives nameless players the last names of their castles."""
    offers = [(seat, suggest_for_nameless(known, seat.colour, tab().table)[:1]) for seat in nameless]
    likely = [(seat, name) for seat, names in offers for name in names if is_likely(known, name, seat.colour)]
    said = [castle_label(seat.colour, f"{in_label(seat.name)}:\u00a0{in_label(name)}") for seat, name in likely]
    if said and st.button(_("{name}?", name=" ".join(said)), width="stretch", key="likely-all"):
        call({seat.number: name for seat, name in likely})


def call(names: Mapping[int, str]) -> None:
    try:
        tab().apply(lambda table: reduce(lambda called, one: called.with_name(*one), names.items(), table))
    except TableError as refused:
        show_refusal(refused)
    else:
        st.rerun()


def must_identify(own: int | None, *, host: bool) -> bool:
    """Return whether a guest has neither chosen a player nor to watch only."""
    return not host and (_to_be_named() is not None or (own is None and not tab().own.identity.is_known))


def ask_who() -> None:
    seat = _to_be_named()
    if seat:
        _ask_name(seat)
        return
    table, elsewhere = with_display_names(tab().table), members.seats_elsewhere()
    st.html(f"<h1>{_('Which one are you?')}</h1>")
    for player in table.seats:
        state = _("on another phone") if player.number in elsewhere else ""
        picture = tiles.castle_icon()
        if player.board and player.board.source:
            picture = f'<img class="crop" alt="" src="{get_picture_address(rectify_board(player.board.source))}">'
        if _card(player.colour, player.name, state, picture):
            _be(player.number)
    for castle in () if table.is_full else table.free_colours:
        if _card(castle, castle_names()[castle], "", tiles.castle_icon()):

            def join(castle: Castle = castle) -> None:
                tab().apply(lambda table: table.with_player("", castle))
                _be(next(seat.number for seat in tab().table.seats if seat.colour is castle))

            run_or_show_error(join)
    if st.button(_("Just watching"), width="stretch", key="looking"):
        tab().own.identity.is_known = True
        st.rerun()


def _ask_name(seat: Seat) -> None:
    st.html(f"<h1>{_('What is your name?')}</h1>")
    with st.container(horizontal=True, key=f"who-{seat.number}"):
        render_name_buttons(seat, members.collect_names())
    with st.form(f"name-{seat.number}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(_("{name}’s name", name=in_label(seat.name)), autocomplete="off")
        given = st.form_submit_button(_("Save"), type="primary")
    if given and typed.strip():
        call({seat.number: typed})
    if st.button(_("Skip the name"), type="tertiary", key="nameless"):
        tab().own.identity.seat_to_name = None
        st.rerun()


def _card(castle: Castle, name: str, state: str, picture: str) -> bool:
    """Show a castle card as a button; return whether it was just tapped."""
    with st.container(key=f"card-{castle}"):
        st.html(
            f'<div class="cs-card cs-{castle.value}"><span class="pictures">{picture}</span><span class="who">'
            f'{format_card_name(name)}<span class="state">{escape(state)}</span></span></div>'
        )
        return st.button(_("I am {name}", name=in_label(name)), key=f"be-{castle}")


def _be(number: int) -> NoReturn:
    """Claim a seat, with this phone's name if it has none, or help the phone that already plays it."""
    tab().claim_seat(number)
    tab().own.identity = Identity(is_known=True, seat_to_name=number)
    seat, name = tab().table.seat(number), members.own_name()
    if name and seat and not seat.named and name not in tab().table.names.values():
        call({number: name})
    st.rerun()


def _to_be_named() -> Seat | None:
    """Return the player that this phone has just become, while they are nameless."""
    number = tab().own.identity.seat_to_name
    seat = with_display_names(tab().table).seat(number) if number else None
    return seat if seat and not seat.named else None


def change_players(table: Table, own: int | None, *, host: bool) -> None:
    if table.seats:
        labels = {seat.number: castle_label(seat.colour, in_label(seat.name)) for seat in table.seats}
        first = next(one for one in (own, tab().seat_number, *labels) if one in labels)
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
    with st.form(f"name-{seat.number}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            typed = st.text_input(_("{name}’s name", name=in_label(seat.name)), autocomplete="off")
            given = st.form_submit_button(_("Save"))
        if given:
            run_or_show_error(partial(tab().apply, partial(Table.with_name, seat=seat.number, name=typed)))
    if host:
        names = suggest_names(members.collect_names(), seat.colour, seat.name)
        with st.container(horizontal=True, key="names"):
            for at, name in enumerate(names):
                if st.button(in_label(name), key=f"name-{seat.number}-{at}"):
                    run_or_show_error(
                        partial(tab().apply, partial(Table.with_seat_taken, number=seat.number, name=name))
                    )


def choose_castle(table: Table, seat: Seat) -> None:
    """Choose a player's castle; a taken one is exchanged."""
    castles = [*(one.colour for one in table.seats), *table.free_colours]
    key = f"castle-{seat.number}-{seat.colour}"
    chosen = st.segmented_control(
        _("Castle"), castles, default=seat.colour, required=True, format_func=castle_label, key=key
    )
    if chosen and chosen is not seat.colour:
        run_or_show_error(partial(tab().apply, partial(Table.with_colour, seat=seat.number, colour=chosen)))


def add_player() -> None:
    table = tab().table
    with st.form("player", border=False, clear_on_submit=True):
        name = st.text_input(_("Name"), placeholder="" if table.seats else "Ana", autocomplete="off")
        colour = st.segmented_control(
            _("Castle"), table.free_colours, format_func=castle_label, default=table.free_colours[0], required=True
        )
        if st.form_submit_button(_("Add player"), type="secondary" if table.seats else "primary", width="stretch"):
            joining = partial(Table.with_player, name=name, colour=colour or table.free_colours[0])
            run_or_show_error(partial(tab().apply, joining))


def leave(*, host: bool) -> None:
    """Show the players that may be removed and the end of the table."""
    table, seats = tab().table, members.removable()
    for number, name in with_display_names(table).names.items():
        if number in seats:
            remove_player(number, name)
    if host and table.names and (table.games or table.knizia):
        close_table()


def remove_player(number: int, name: str) -> None:
    """Show the button that removes a player after two taps."""
    is_asked = tab().own.seat_to_remove == number
    if is_asked:
        is_played = number in members.seats_elsewhere()
        revoke = _choose_revoked(number, default=is_played)
        with st.container(horizontal=True, key="leaving"):
            if st.button(_("Keep {name}", name=in_label(name)), key=f"keep-{number}", width="stretch"):
                ask_about(None)
            removes = st.button(_("Yes, remove {name}", name=in_label(name)), key=f"gone-{number}", width="stretch")
        if is_played:
            show_note(_("{name}’s phone leaves the table too, and the table gets a new address.", name=in_html(name)))
        if removes:
            tab().own.seat_to_remove = None
            removing = partial(Table.without_player, seat=number)
            run_or_show_error(partial(run_undoable, removing, revoke=revoke))
    elif st.button(_("Remove {name}", name=in_label(name)), key=f"remove-{number}", width="stretch"):
        ask_about(number)


def _choose_revoked(number: int, *, default: bool) -> Revoke:
    """Ask the host whether phones without a player also lose access: one may belong to the removed player."""
    phones = members.count_phones() if members.is_host() else None
    if not phones or not phones.without_seat:
        return Revoke.REMOVED
    label = n_(
        "Also disconnect {number} phone without a player. It can join again.",
        "Also disconnect {number} phones without a player. They can join again.",
        phones.without_seat,
    )
    is_chosen = st.checkbox(label, value=default, key=f"disconnect-{number}")
    return Revoke.ALL_WITHOUT_SEAT if is_chosen else Revoke.REMOVED


def ask_about(number: int | None) -> NoReturn:
    tab().own.seat_to_remove = number
    st.rerun()


def close_table() -> None:
    sure = st.checkbox(_("Delete this table with its games and photos"))
    if sure and st.button(_("Delete for good"), width="stretch"):
        members.close_table()
        routes.go_to(routes.START)


def ways_back() -> None:
    table, last = tab().table, tab().own.last_change
    with st.container(horizontal=True, horizontal_alignment="center", key="behind"):
        if table.games and st.button(_("Past games"), type="tertiary"):
            routes.go_to(routes.HISTORY, **{routes.BACK: routes.SCREENS[routes.main_screen(table)][0]})
        if last is None or not last.before.names:
            return
        before = with_display_names(last.before).names
        gone = ", ".join(name for number, name in before.items() if number not in table.names)
        label = _("Bring back {name}", name=in_label(gone)) if gone else _("Back to last game")
        if st.button(label, type="tertiary"):
            run_or_show_error(partial(undo_change, last))
