"""What a phone needs of a table beside the squares: at one player's kingdom, and round the cards of everybody."""

from __future__ import annotations

from dataclasses import replace

from ui.table.table import Seat, Table


def seat_view_key(table: Table, number: int) -> object:
    """A value that is equal for two versions of a table whose difference is not shown at the kingdom of that seat.

    Of the other kingdoms it has whether they are there and settled, and nothing of the games before.
    """
    others = [_from_afar(seat) for seat in table.seats if seat.number != number]
    return replace(table, seats=(), games=(), recorded=None), table.seat(number), others


def table_view_key(table: Table) -> object:
    """A value that is equal for two versions of a table that differ in squares and doubts of its kingdoms alone.

    Of the kingdoms it has whether they are there and settled, and whether their scores may be seen.
    """
    return replace(table, seats=()), [_from_afar(seat) for seat in table.seats], table.shows_scores


def _from_afar(seat: Seat) -> object:
    is_settled = seat.board.trust.is_settled if seat.board else None
    return replace(seat, board=None, earlier=None, attempt=None), is_settled
