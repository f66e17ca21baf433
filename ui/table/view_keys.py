"""What a phone needs of a table beside the squares: at one player's kingdom, and round the cards of everybody."""

from __future__ import annotations

from dataclasses import replace

from scoring.expansions.limits import has_pieces
from ui.table.checking import seats_to_check
from ui.table.dealing import in_one_photo
from ui.table.table import Seat, Table


def seat_view_key(table: Table, number: int) -> object:
    """A value that is equal for two versions of a table whose difference is not shown at the kingdom of that seat.

    Of the other kingdoms it has whether they are there and settled, and nothing of the games before. The squares of the
    kingdom itself are in it only where more than its editor, which is told of them by itself, shows them.
    """
    others = [_from_afar(seat) for seat in table.seats if seat.number != number]
    here = table.seat(number)
    is_followed = has_pieces(table.rules.box) or table.rules.quests
    return (
        replace(table, seats=(), games=(), recorded=None, claps=0),
        here if is_followed else _beside_board(here),
        others,
    )


def table_view_key(table: Table) -> object:
    """A value that is equal for two versions of a table that differ in squares and doubts of its kingdoms alone.

    Of the kingdoms it has whether they are there and settled, and whether their scores may be seen.
    """
    return replace(table, seats=(), claps=0), [_from_afar(seat) for seat in table.seats], table.shows_scores


def cards_view_key(table: Table) -> object:
    """A value that is equal for two versions of a table whose difference is shown on the cards of its players alone.

    The button below them says what is left to check, and the photo of several kingdoms what each of them scores.
    """
    laid = [seat.board.number if seat.board else None for seat in table.seats]
    to_check = [(seat.number, seat.board.doubts) for seat in seats_to_check(table) if seat.board]
    together = in_one_photo(table)
    in_photo = [seat.board.kingdom for seat, _source in together[1] if seat.board] if together else []
    return table_view_key(table), laid, to_check, in_photo


def _from_afar(seat: Seat) -> object:
    is_settled = seat.board.trust.is_settled if seat.board else None
    return replace(seat, board=None, earlier=None), is_settled


def _beside_board(seat: Seat | None) -> object:
    """The part of a seat that is shown beside its board."""
    if seat is None or seat.board is None:
        return seat
    board = seat.board
    return _from_afar(seat), board.number, board.pieces, seat.earlier is None
