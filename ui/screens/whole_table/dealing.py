"""Where the kingdoms of a photo go: each to its player, and the phone to what is to be done next."""

from __future__ import annotations

import streamlit as st

from ui.drawing.player_names import display_name
from ui.i18n.translate import _
from ui.screens import routes
from ui.session.dealing import go_on_with, keep_failed, remember_deal
from ui.session.rereading import decode_together
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.dealing import Deal, dealt, dealt_by_castle, is_of_all, owner_of, with_castle_seen
from ui.table.source import BoardReading
from ui.table.table import Seat, Table


def deal_table(attempt: Attempt) -> None:
    """Deal the kingdoms of a photo to the table in play, and ask whose those are that do not say.

    A photo that shows none is asked for again.
    """
    if attempt.picture is None or not attempt.readings:
        keep_failed(attempt)
        routes.go_to(routes.WHOLE_TABLE)
    table, deal = dealt_by_castle(tab().table, attempt.picture, attempt.readings)
    if deal.waiting and len(deal.readings) == 1 and not table.seats:
        table, deal = _alone(table, deal)
    tab().keep(table)
    go_on(deal)


def deal_out(attempt: Attempt, asked: Seat) -> None:
    """Give a photo that was taken for one player: to them, or to the player whose castle it shows.

    One of several players without a kingdom is dealt to all of them.
    """
    if is_of_all(tab().table, attempt.readings):
        deal_table(attempt)
    picture, readings = attempt.picture, _own(attempt.readings, asked)
    if picture is None or len(readings) != 1:
        tab().keep(tab().table.with_attempt(asked.number, attempt))
        tab().take_seat(asked.number)
        routes.go_to(routes.KINGDOM)
    [reading] = readings
    table, deal = with_castle_seen(tab().table, reading, asked.number), Deal(picture, (reading,), (None,))
    owner = owner_of(table, reading, asked.number)
    seat = table.seat(owner) if owner else None
    if seat is None:
        tab().keep(table.with_attempt(asked.number, None))
        go_on(deal)
    else:
        tab().keep(dealt(table, deal, 0, seat.colour)[0])
        decode_together()
        if seat.number != asked.number:
            st.toast(_("This is the castle of {name}.", name=display_name(seat, table)))
        tab().take_seat(seat.number)
        routes.go_to(routes.KINGDOM)


def go_on(deal: Deal) -> None:
    """Ask for the next player of a deal; after the last go to the kingdom if it was one, else to the table."""
    decode_together()
    remember_deal(deal)
    if deal.waiting:
        go_on_with(deal)
        routes.go_to(routes.WHOLE_TABLE)
    go_on_with(None)
    [*owners] = (owner for owner in deal.owners if owner)
    if len(deal.readings) > 1 or not owners:
        routes.go_to(routes.TABLE)
    tab().take_seat(next(seat.number for seat in tab().table.seats if seat.colour is owners[0]))
    routes.go_to(routes.KINGDOM)


def _own(readings: tuple[BoardReading, ...], asked: Seat) -> tuple[BoardReading, ...]:
    """Of several kingdoms in a photo the one round the castle that was asked for, if one is; else all of them."""
    own = tuple(reading for reading in readings if reading.castle is asked.colour)
    return own if len(own) == 1 else readings


def _alone(table: Table, deal: Deal) -> tuple[Table, Deal]:
    """One kingdom without a colour at a table without players needs no question."""
    castle = table.free_colours[0]
    return dealt(table.with_player(_("Your kingdom"), castle), deal, 0, castle)
