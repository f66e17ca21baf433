"""States of pages: everything beside the board and the cards, which are updated on their own.

Two versions of a table with equal states look the same to a page, so that it is not run again. Nothing reads their
parts.
"""

from __future__ import annotations

from dataclasses import replace

from ui.drawing.players import outline_label
from ui.photos.outline import is_cut_off
from ui.table.assignment import find_shared_photo
from ui.table.board import Trust
from ui.table.checking import impossible, seats_to_check
from ui.table.table import Seat, Table, suggest_grid

PageState = tuple[object, ...]


def kingdom_page(table: Table, number: int) -> PageState:
    """Return what the page of a seat's kingdom shows beside the board editor."""
    seat = table.seat(number)
    return replace(table, seats=(), games=(), recorded=None), _player_states(table), seat and _board_state(table, seat)


def cards_page(table: Table) -> PageState:
    """Return what the page of all cards shows beside them, in the reader's language."""
    shared = find_shared_photo(table)
    return (
        replace(table, seats=()),
        _player_states(table),
        [seat.board and seat.board.number for seat in table.seats],
        table.shows_scores,
        [(seat.number, seat.board.doubts) for seat in seats_to_check(table) if seat.board],
        [seat.number for seat in table.seats if seat.board and is_cut_off(seat.board)],
        [outline_label(table, seat) for seat, _source in shared[1]] if shared else [],  # on the photo
    )


def _player_states(table: Table) -> list[tuple[Seat, Trust]]:
    """Return what pages show of each player beside the board: without the squares."""
    return [
        (replace(seat, board=None, earlier=None), seat.board.trust if seat.board else Trust.UNREAD)
        for seat in table.seats
    ]


def _board_state(table: Table, seat: Seat) -> PageState | None:
    """Return what decides what the page of a kingdom asks below its board."""
    board = seat.board
    if board is None:
        return None
    return (
        board.number,
        board.trust,
        board.source is not None,
        seat.earlier is not None,
        board.doubts > 0,
        is_cut_off(board),
        suggest_grid(table, board),
        impossible(table, board),
    )
