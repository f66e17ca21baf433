"""The grid a table plays on, as its kingdoms tell it, and the change to another."""

from __future__ import annotations

from dataclasses import replace

from scoring import usual_grid
from ui.table.board import Board
from ui.table.table import Table
from ui.table.turning import in_other_frame

NEARLY_FULL = 20  # squares of a photographed 5 x 5 kingdom that is surely finished, and needs no larger grid


def other_grid(table: Table, board: Board) -> int | None:
    """The grid that a kingdom says the table plays on, where the rules say another; None where these may be right.

    That is 7 where it is too large for 5, and 5 where it is nearly full there and every other kingdom fits, too.
    """
    usual = usual_grid(board.kingdom)
    if usual == table.rules.grid:
        return None
    if usual > table.rules.grid:
        return usual
    fits = all(usual_grid(seat.board.kingdom) == usual for seat in table.seats if seat.board)
    return usual if fits and not board.by_hand and board.kingdom.taken >= NEARLY_FULL else None


def with_grid(table: Table, grid: int) -> Table:
    """The table that plays on another grid, every kingdom that fits in a frame of that size."""
    changed = replace(table, rules=replace(table.rules, grid=grid))
    for seat in table.seats:
        framed = in_other_frame(seat.board, grid) if seat.board else None
        if framed and framed != seat.board:
            changed = changed.with_new_board(seat.number, framed)
    return changed
