"""Turning a board of Kingdomino, and moving it in its frame of 5 x 5 or 7 x 7; its photo turns with it."""

from __future__ import annotations

from dataclasses import replace

from scoring import EMPTY, Kingdom, Position, frame_position, frame_positions, usual_frame_position
from ui.table.board import Board
from ui.table.orientation import STEPS, Turns, with_turn
from ui.table.source import framed, turned_rows


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
    return _window(board, -top, -left, grid, grid)


def in_other_frame(board: Board, grid: int) -> Board:
    """The board in a frame of another size; as it is if it is larger than that."""
    top, left = frame_position(board.kingdom)
    bare = board.kingdom.trimmed()
    if max(bare.height, bare.width) > grid or (board.kingdom.height, board.kingdom.width) == (grid, grid):
        return board
    return in_frame(_window(board, top, left, bare.height, bare.width), grid)


def moves(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    """The steps by which a kingdom smaller than its frame can be moved in it."""
    if (kingdom.height, kingdom.width) != (grid, grid) or all(square.is_empty for _, square in kingdom.squares()):
        return ()
    row, column = frame_position(kingdom)
    possible = frame_positions(kingdom, grid)
    return tuple((down, right) for down, right in STEPS if (row + down, column + right) in possible)


def moved(board: Board, step: Position) -> Board:
    """The board one step further in its frame, which the players then mean to be its place."""
    shifted = _window(board, -step[0], -step[1], board.kingdom.height, board.kingdom.width)
    return replace(shifted, place=frame_position(shifted.kingdom))


def turned(board: Board) -> Board:
    """The board a quarter turn clockwise, its photo with it."""
    height = board.kingdom.height
    kingdom = Kingdom(turned_rows(board.kingdom.rows))
    turned_to = {(row, column): (column, height - 1 - row) for (row, column), _ in board.kingdom.squares()}
    return replace(
        board,
        kingdom=kingdom,
        doubtful=frozenset((column, height - 1 - row) for row, column in board.doubtful),
        source=board.source.turned() if board.source else None,
        place=None if board.place is None else frame_position(kingdom),
        pieces=board.pieces.moved(turned_to),
    )


def reoriented(board: Board, step: Position | None) -> Board:
    """The board moved by a step in its frame, or turned without one; it remembers the turn."""
    return replace(turned(board) if step is None else moved(board, step), turns=with_turn(board, step))


def turned_like(board: Board, other: Board, turns: Turns) -> Board:
    """The board after these turns, in the orientation of another; without the photo, which the other has."""
    if not turns:
        return replace(board, number=other.number, turns=other.turns)
    bare = replace(board, source=None)
    for turn in turns:
        bare = turned(bare) if turn.step is None else moved(bare, turn.step)
    return replace(bare, number=other.number, turns=other.turns, revision=0, place=other.place)


def kingdom_window(kingdom: Kingdom, top: int, left: int, rows: int, columns: int) -> Kingdom:
    """The part of a kingdom from a row and column on, which may lie outside; there it is empty."""
    return Kingdom(framed(kingdom.rows, (-top, -left), rows, columns, EMPTY))


def _window(board: Board, top: int, left: int, rows: int, columns: int) -> Board:
    doubtful = ((row - top, column - left) for row, column in board.doubtful)
    inside = {(row + top, column + left): (row, column) for row in range(rows) for column in range(columns)}
    return replace(
        board,
        kingdom=kingdom_window(board.kingdom, top, left, rows, columns),
        doubtful=frozenset((r, c) for r, c in doubtful if 0 <= r < rows and 0 <= c < columns),
        source=board.source.window(top, left, rows, columns) if board.source else None,
        pieces=board.pieces.moved(inside),
    )
