"""The photos of a table's boards, taken off and put back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ui.table.board import Board
from ui.table.source import Source
from ui.table.table import Seat, Table

Find = Callable[[int], Source | None]  # what a board was read from, by its number


def photographs(table: Table) -> dict[int, Source | None]:
    """What every board of a table was read from, as far as it is at hand, by the board's number."""
    boards = [board for seat in table.seats for board in (seat.board, seat.earlier) if board]
    return {board.number: board.source for board in boards}


def with_photographs(table: Table, find: Find) -> Table:
    """The table with those photos that can be found."""
    return replace(table, seats=tuple(_seat(seat, find) for seat in table.seats))


def _seat(seat: Seat, find: Find) -> Seat:
    board, earlier = (_board(one, find) if one else None for one in (seat.board, seat.earlier))
    return replace(seat, board=board, earlier=earlier)


def _board(board: Board, find: Find) -> Board:
    if board.source is not None or board.by_hand:
        return board
    found = find(board.number)
    return replace(board, source=found) if found else board
