"""View models of pages: everything beside the board and the cards, which are updated on their own.

Two versions of a table with equal view models look the same to a page, so that it is not run again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring import Problem
from ui.drawing.players import outline_label
from ui.photos.outline import is_cut_off
from ui.table.assignment import find_shared_photo
from ui.table.board import Trust
from ui.table.checking import impossible, seats_to_check
from ui.table.table import Seat, Table, suggest_grid


@dataclass(frozen=True)
class PlayerState:
    """A player as pages show one beside the board: without the squares."""

    seat: Seat  # without boards
    trust: Trust


@dataclass(frozen=True)
class BoardState:
    """The state of a board that decides what the Kingdom page asks below it."""

    number: int
    trust: Trust
    has_photo: bool
    has_previous: bool
    has_doubts: bool
    is_cut_off: bool
    suggested_grid: int | None
    problem: Problem | None


@dataclass(frozen=True)
class KingdomPage:
    """The page of one kingdom."""

    table: Table  # without seats and past games
    players: tuple[PlayerState, ...]
    board: BoardState | None


@dataclass(frozen=True)
class CardsPage:
    """The page of all cards."""

    table: Table  # without seats
    players: tuple[PlayerState, ...]
    boards: tuple[int | None, ...]  # numbers, by seat
    shows_scores: bool
    doubts_to_check: tuple[tuple[int, int], ...]  # numbers of seats, and of doubts
    cut_off: tuple[int, ...]  # numbers of seats
    outline_labels: tuple[str, ...]  # on the photo of several kingdoms


def kingdom_page(table: Table, number: int) -> KingdomPage:
    """Return what the page of a seat's kingdom shows beside the board editor."""
    seat = table.seat(number)
    return KingdomPage(
        replace(table, seats=(), games=(), recorded=None),
        tuple(_player_states(table.seats)),
        _board_state(table, seat) if seat else None,
    )


def cards_page(table: Table) -> CardsPage:
    """Return what the page of all cards shows beside them, in the reader's language."""
    shared = find_shared_photo(table)
    return CardsPage(
        table=replace(table, seats=()),
        players=tuple(_player_states(table.seats)),
        boards=tuple(seat.board.number if seat.board else None for seat in table.seats),
        shows_scores=table.shows_scores,
        doubts_to_check=tuple((seat.number, seat.board.doubts) for seat in seats_to_check(table) if seat.board),
        cut_off=tuple(seat.number for seat in table.seats if seat.board and is_cut_off(seat.board)),
        outline_labels=tuple(outline_label(table, seat) for seat, _source in shared[1]) if shared else (),
    )


def _player_states(seats: Iterable[Seat]) -> Iterable[PlayerState]:
    for seat in seats:
        yield PlayerState(replace(seat, board=None, earlier=None), seat.board.trust if seat.board else Trust.UNREAD)


def _board_state(table: Table, seat: Seat) -> BoardState | None:
    board = seat.board
    if board is None:
        return None
    return BoardState(
        number=board.number,
        trust=board.trust,
        has_photo=board.source is not None,
        has_previous=seat.earlier is not None,
        has_doubts=board.doubts > 0,
        is_cut_off=is_cut_off(board),
        suggested_grid=suggest_grid(table, board),
        problem=impossible(table, board),
    )
