"""Assign the kingdoms of photos to players, and go to the next step."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

import streamlit as st

from scoring import Castle
from ui.drawing.players import display_name
from ui.i18n.translate import _
from ui.photos.photo_reader import asked_about, decode_together
from ui.screens import routes
from ui.session.pending_photos import keep_attempt, keep_failed, remember_deal, set_deal, set_suspected
from ui.session.tab import tab
from ui.table.assignment import (
    Assignment,
    assign_by_castle,
    assign_reading,
    find_owner,
    set_castle_seen,
    shows_all_players,
)
from ui.table.board import PhotoResult
from ui.table.photo_reading import BoardReading, Picture
from ui.table.table import Seat, Table


def add_blank_board(castle: Castle) -> int:
    """Add an empty board for the player of a castle, who joins if nobody has it; return the seat. Raises TableError."""
    numbers: list[int] = []

    def add(table: Table) -> Table:
        table, number = table.with_blank_board(castle)
        numbers.append(number)
        return table

    tab().do(add)
    keep_attempt(numbers[-1], None)
    return numbers[-1]


def enter_by_hand() -> NoReturn:
    """Open an empty board for the next castle that nobody has. Raises TableError."""
    routes.go_to_kingdom(add_blank_board(tab().table.free_colours[0]))


def deal_table(*photos: PhotoResult) -> NoReturn:
    """Deal the kingdoms of photos to the table in play, decoded together, and ask whose those are that do not say.

    Where none is shown, a photo is asked for again; a single one that may show none is asked about first, and of
    several each kingdom that may be none.
    """
    if not any(photo.readings for photo in photos) or is_in_question(*photos):
        keep_failed(photos[0])
        routes.go_to(routes.WHOLE_TABLE)
    else:
        _deal_readings(photos)


def _deal_readings(photos: Sequence[PhotoResult]) -> NoReturn:
    together = decode_together(photos, tab().table.rules.box)

    def dealt_out(table: Table) -> tuple[Table, Assignment]:
        table, deal = assign_by_castle(table, *together)
        if deal.unassigned and len(deal.readings) == 1 and not table.seats:  # one kingdom needs no question
            castle = table.free_colours[0]
            return assign_reading(table.with_player(_("Your kingdom"), castle), deal, 0, castle)
        return table, deal

    deal = do_deal(dealt_out)
    set_suspected(next((photo.suspected for photo in photos if photo.suspected), None))
    go_on(deal)


def is_in_question(*photos: PhotoResult) -> bool:
    """True for a single photo of which it is to be answered whether it shows a kingdom."""
    return len(photos) == 1 and bool(photos[0].readings and photos[0].message)


def deal_out(*photos: PhotoResult, asked: Seat) -> NoReturn:
    """Give a photo that was taken for one player: to them, or to the player whose castle it shows.

    One of several players without a kingdom, and several photos, are dealt to all of them; a single one that may show
    no kingdom is asked about first.
    """
    attempt, in_question = photos[0], is_in_question(*photos)
    if len(photos) > 1 or (shows_all_players(tab().table, attempt.readings) and not in_question):
        deal_table(*photos)
    else:
        _deal_photo(attempt, asked, in_question=in_question)


def _deal_photo(attempt: PhotoResult, asked: Seat, *, in_question: bool) -> NoReturn:
    own = tuple(reading for reading in attempt.readings if reading.castle is asked.colour)
    picture, readings = attempt.picture, own if len(own) == 1 else attempt.readings
    if len(readings) == 1 and readings[0].questioned:
        attempt, in_question = asked_about(replace(attempt, readings=readings)), True
    if picture is None or len(readings) != 1 or in_question:
        keep_attempt(asked.number, attempt)
        routes.go_to_kingdom(asked.number)
    else:
        _deal_reading(picture, readings[0], asked)


def _deal_reading(picture: Picture, reading: BoardReading, asked: Seat) -> NoReturn:
    def dealt_out(table: Table) -> tuple[Table, Assignment]:
        table, deal = set_castle_seen(table, reading, asked.number), Assignment((picture,), (reading,), (None,))
        owner = find_owner(table, reading, asked.number)
        seat = table.seat(owner) if owner else None
        return assign_reading(table, deal, 0, seat.colour) if seat else (table, deal)

    deal = do_deal(dealt_out)
    keep_attempt(asked.number, None)
    seat = next((one for one in tab().table.seats if one.colour in deal.owners), None)
    if seat is None:
        go_on(deal)
    else:
        keep_attempt(seat.number, None)
        if seat.number != asked.number:
            st.toast(_("This is the castle of {name}.", name=display_name(seat, tab().table)))
        routes.go_to_kingdom(seat.number)


def do_deal(command: Callable[[Table], tuple[Table, Assignment]]) -> Assignment:
    """Do a step of a deal, which changes the table in play; the rest of the deal. Raises TableError."""
    deals: list[Assignment] = []

    def changed(table: Table) -> Table:
        table, deal = command(table)
        deals.append(deal)
        return table

    tab().do(changed)
    return deals[-1]


def go_on(deal: Assignment) -> NoReturn:
    """Ask for the next player of a deal; after the last go to the kingdom if it was one, else to the table."""
    for seat in tab().table.seats:
        if seat.colour in deal.owners:
            keep_attempt(seat.number, None)
    remember_deal(deal, time.monotonic())
    if deal.unassigned:
        set_deal(deal)
        routes.go_to(routes.WHOLE_TABLE)
    else:
        set_deal(None)
        _open_dealt(deal)


def _open_dealt(deal: Assignment) -> NoReturn:
    """Open the kingdom of a deal if it was one, else the table."""
    [*owners] = (owner for owner in deal.owners if owner)
    if len(deal.readings) > 1 or deal.remarks or not owners:
        routes.go_to(routes.TABLE)
    else:
        routes.go_to_kingdom(next(seat.number for seat in tab().table.seats if seat.colour is owners[0]))
