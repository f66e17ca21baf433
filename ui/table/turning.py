"""Turning a board, moving a kingdom in its frame of 5 x 5 or 7 x 7, and the change to another grid."""

from __future__ import annotations

from dataclasses import replace

from scoring import EMPTY, Kingdom, Position, frame_position, frame_positions, usual_frame_position, usual_grid
from ui.table.board import B, Board
from ui.table.orientation import STEPS, with_turn
from ui.table.source import framed
from ui.table.table import Table

NEARLY_FULL = 20  # squares of a photographed 5 x 5 kingdom that is surely finished, and needs no larger grid


def in_frame(board: Board, grid: int) -> Board:
    """The board with the empty squares of its frame around it, so that what the reader missed can be entered.

    As it is if it fills the frame already, or is larger.
    """
    kingdom = board.kingdom
    if max(kingdom.height, kingdom.width) > grid or (kingdom.height, kingdom.width) == (grid, grid):
        return board
    if not frame_positions(kingdom, grid):
        return board
    wanted, now = usual_frame_position(kingdom, grid), frame_position(kingdom)
    top = min(max(wanted[0] - now[0], 0), grid - kingdom.height)
    left = min(max(wanted[1] - now[1], 0), grid - kingdom.width)
    return board.window(-top, -left, grid, grid)


def in_other_frame(board: Board, grid: int) -> Board:
    """The board in a frame of another size; as it is if it is larger than that."""
    top, left = frame_position(board.kingdom)
    bare = board.kingdom.trimmed()
    if max(bare.height, bare.width) > grid or (board.kingdom.height, board.kingdom.width) == (grid, grid):
        return board
    return in_frame(board.window(top, left, bare.height, bare.width), grid)


def moves(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    """The steps by which a kingdom smaller than its frame can be moved in it."""
    if (kingdom.height, kingdom.width) != (grid, grid) or all(square.is_empty for _, square in kingdom.squares()):
        return ()
    row, column = frame_position(kingdom)
    possible = frame_positions(kingdom, grid)
    return tuple((down, right) for down, right in STEPS if (row + down, column + right) in possible)


def reoriented(board: B, step: Position | None = None) -> B:
    """The board moved by a step in its frame, or turned without one; it remembers the turn."""
    return replace(board.turned() if step is None else board.moved(step), turns=with_turn(board, step))


def kingdom_window(kingdom: Kingdom, top: int, left: int, rows: int, columns: int) -> Kingdom:
    """The part of a kingdom from a row and column on, which may lie outside; there it is empty."""
    return Kingdom(framed(kingdom.rows, (-top, -left), rows, columns, EMPTY))


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
        fitted = in_other_frame(seat.board, grid) if seat.board else None
        if fitted and fitted != seat.board:
            changed = changed.with_new_board(seat.number, fitted)
    return changed
