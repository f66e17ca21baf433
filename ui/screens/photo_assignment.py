"""Assign the kingdoms of photos to players, and go to the screen for what is left to assign."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn, TypeVar

import streamlit as st

from scoring import Castle
from ui.drawing.players import display_name
from ui.i18n.translate import _
from ui.photos.photo_reader import ask_confirmation, decode_together
from ui.screens import routes
from ui.session.pending_photos import keep_failed, set_assignment, store_photo_result
from ui.session.tab import tab
from ui.table.assignment import (
    Assignment,
    adopt_castle,
    assign_by_castle,
    assign_reading,
    find_owner,
    shows_all_players,
)
from ui.table.board import PhotoResult
from ui.table.photo_reading import Picture
from ui.table.table import Seat, Table
from vision import Reading

T = TypeVar("T")


def add_blank_board(castle: Castle) -> int:
    """Add an empty board for the player of a castle, added if missing; return the seat. Raises TableError."""
    number = apply_with_result(lambda table: table.with_blank_board(castle))
    store_photo_result(number, None)
    return number


def enter_by_hand() -> NoReturn:
    """Open an empty board for the next free castle. Raises TableError."""
    routes.go_to_kingdom(add_blank_board(tab().table.free_colours[0]))


def assign_photos(*photos: PhotoResult) -> NoReturn:
    """Assign the kingdoms of photos, decoded together, to players of the table in play; ask for the owners of the rest.

    Without any kingdom, ask for another photo. A single photo that may show none needs confirmation first; of several
    photos, each doubtful kingdom does.
    """
    if not any(photo.readings for photo in photos) or is_in_question(*photos):
        keep_failed(photos[0])
        routes.go_to(routes.WHOLE_TABLE)
    else:
        _assign_readings(photos)


def _assign_readings(photos: Sequence[PhotoResult]) -> NoReturn:
    together = decode_together(photos, tab().table.rules.box)

    def assign(table: Table) -> tuple[Table, Assignment]:
        table, assignment = assign_by_castle(table, *together)
        if assignment.unassigned and len(assignment.readings) == 1 and not table.seats:  # one kingdom needs no question
            castle = table.free_colours[0]
            return assign_reading(table.with_player(_("Your kingdom"), castle), assignment, 0, castle)
        return table, assignment

    assignment = apply_with_result(assign)
    tab().own.photos.suspected = next((photo.suspected for photo in photos if photo.suspected), None)
    go_on(assignment)


def is_in_question(*photos: PhotoResult) -> bool:
    """Return whether a single photo needs confirmation that it shows a kingdom."""
    return len(photos) == 1 and bool(photos[0].readings and photos[0].message)


def assign_seat_photos(*photos: PhotoResult, asked: Seat) -> NoReturn:
    """Assign photos that were taken for one player: to them, or to the player whose castle is shown.

    Several photos, and one that shows several players without a kingdom, are assigned to all of those. A single photo
    that may show no kingdom needs confirmation first.
    """
    attempt, in_question = photos[0], is_in_question(*photos)
    if len(photos) > 1 or (shows_all_players(tab().table, attempt.readings) and not in_question):
        assign_photos(*photos)
    else:
        _assign_single_photo(attempt, asked, in_question=in_question)


def _assign_single_photo(attempt: PhotoResult, asked: Seat, *, in_question: bool) -> NoReturn:
    own = tuple(reading for reading in attempt.readings if reading.castle is asked.colour)
    picture, readings = attempt.picture, own if len(own) == 1 else attempt.readings
    if len(readings) == 1 and readings[0].needs_confirmation:
        attempt, in_question = ask_confirmation(replace(attempt, readings=readings)), True
    if picture is None or len(readings) != 1 or in_question:
        store_photo_result(asked.number, attempt)
        routes.go_to_kingdom(asked.number)
    else:
        _assign_single_reading(picture, readings[0], asked)


def _assign_single_reading(picture: Picture, reading: Reading, asked: Seat) -> NoReturn:
    def assign(table: Table) -> tuple[Table, Assignment]:
        table, assignment = adopt_castle(table, reading, asked.number), Assignment((picture,), (reading,), (None,))
        owner = find_owner(table, reading, asked.number)
        seat = table.seat(owner) if owner else None
        return assign_reading(table, assignment, 0, seat.colour) if seat else (table, assignment)

    assignment = apply_with_result(assign)
    store_photo_result(asked.number, None)
    seat = next((one for one in tab().table.seats if one.colour in assignment.owners), None)
    if seat is None:
        go_on(assignment)
    else:
        store_photo_result(seat.number, None)
        if seat.number != asked.number:
            st.toast(_("This is the castle of {name}.", name=display_name(seat, tab().table)))
        routes.go_to_kingdom(seat.number)


def apply_with_result(command: Callable[[Table], tuple[Table, T]]) -> T:
    """Apply a command that returns more than the table, an assignment or a seat; return that. Raises TableError."""
    results: list[T] = []

    def change(table: Table) -> Table:
        table, result = command(table)
        results.append(result)
        return table

    tab().apply(change)
    return results[-1]


def go_on(assignment: Assignment) -> NoReturn:
    """Ask for the owner of the next kingdom; after the last open the kingdom if it was one, else the table."""
    for seat in tab().table.seats:
        if seat.colour in assignment.owners:
            store_photo_result(seat.number, None)
    photos = tab().own.photos
    photos.last = (assignment, tab().table) if len(assignment.readings) > 1 or assignment.remarks else None
    photos.last_at = time.monotonic()
    if assignment.unassigned:
        set_assignment(assignment)
        routes.go_to(routes.WHOLE_TABLE)
    else:
        set_assignment(None)
        _open_boards(assignment)


def _open_boards(assignment: Assignment) -> NoReturn:
    """Open the kingdom of an assignment if it was one, else the table."""
    [*owners] = (owner for owner in assignment.owners if owner)
    if len(assignment.readings) > 1 or assignment.remarks or not owners:
        routes.go_to(routes.TABLE)
    else:
        routes.go_to_kingdom(next(seat.number for seat in tab().table.seats if seat.colour is owners[0]))
