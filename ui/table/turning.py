"""Turning a board, and moving a kingdom in its frame of 5 x 5 or 7 x 7; the photo goes with it."""

from __future__ import annotations

from dataclasses import replace

from scoring import EMPTY, Kingdom, Position, frame_position, frame_positions, usual_frame_position
from ui.table.board import Board
from ui.table.edited_board import B
from ui.table.orientation import STEPS, with_turn
from ui.table.source import framed


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
