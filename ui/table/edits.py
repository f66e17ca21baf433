"""Edits of a board: what a player has done to it, not what came of it.

An edit names its board by the number that this had when the player saw it, and squares as they lay there. Where others
have turned the board meanwhile, the squares go along. The last edit of a square counts; what a player takes back counts
only where nobody has set that square since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import NamedTuple, TypeVar

from scoring import (
    CASTLE,
    EMPTY,
    NO_PIECES,
    Kingdom,
    Pieces,
    Position,
    Square,
    frame_position,
    frame_positions,
    usual_frame_position,
    usual_grid,
)
from scoring.kingdoms import POSITIONS, Space
from scoring.message import message
from ui.table.board import B, Board
from ui.table.orientation import STEPS, Turns, place_after, turns_since, with_turn
from ui.table.source import framed
from ui.table.table import Seat, Table, TableError

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


OTHER_BOARD = message("Another board lies there by now. What was changed on the one before is not on it.")
_OPPOSITE = dict(zip(POSITIONS, reversed(POSITIONS), strict=True))
K = TypeVar("K")
V = TypeVar("V")


class OtherBoardError(TableError):
    """Another board lies there than the one that was edited."""


class Held(NamedTuple):
    """What a square holds, and whether that is doubtful."""

    square: Square
    doubtful: bool = False


@dataclass(frozen=True)
class SquareEdit:
    """A square set to something; with ``instead_of`` only while it holds that."""

    place: Position
    held: Held
    instead_of: Held | None = None


@dataclass(frozen=True)
class BoardEdit:
    """Squares set one after the other on the board with that number, which is then ``turned``, or moved by ``step``.

    ``pieces`` are those that lay there before a player changed some of them, and after.
    """

    board: int
    squares: tuple[SquareEdit, ...] = ()
    pieces: tuple[Pieces, Pieces] | None = None
    turned: bool = False
    step: Position | None = None


def edited(table: Table, edit: BoardEdit) -> Table:
    """The table after an edit; the same where nothing is changed by it. Raises OtherBoardError.

    A board that others have turned meanwhile is not turned once more.
    """
    seat, board, turns = found_board(table, edit.board)
    changed = _with_squares(board, edit.squares, turns)
    if edit.pieces:
        changed = _with_pieces(changed, *edit.pieces, turns)
    if changed != board:
        table = table.with_board(seat.number, changed)
    if turns or not (edit.turned or edit.step in moves(changed.kingdom, changed.kingdom.height)):
        return table
    return table.with_new_board(seat.number, reoriented(changed, None if edit.turned else edit.step))


@dataclass(frozen=True)
class SpaceEdit:
    """A space of a board of Kingdoms set to something; with ``instead_of`` only while that lies there."""

    place: Position
    space: Space
    instead_of: Space | EllipsisType = ...


@dataclass(frozen=True)
class EpochEdit:
    """Spaces set one after the other on the board of an epoch, from 0, with that number, which is then ``turned``."""

    epoch: int
    board: int
    spaces: tuple[SpaceEdit, ...] = ()
    turned: bool = False


def epoch_edited(table: Table, edit: EpochEdit) -> Table:
    """The table after an edit of a board of Kingdoms, which its first piece begins. Raises OtherBoardError.

    A board that others have turned meanwhile is not turned once more.
    """
    game = table.kingdoms
    epoch = game.opened_epoch(edit.epoch) if game and edit.epoch < game.opened else None
    turns = turns_since(epoch, edit.board) if epoch else None
    if game is None or epoch is None or turns is None:
        raise OtherBoardError(OTHER_BOARD)
    board = epoch.board
    for one in edit.spaces:
        row, column = _OPPOSITE[one.place] if len(turns) % 2 else one.place
        if one.instead_of in (..., board[row, column]):
            board = board.with_piece(row, column, one.space)
    if board != epoch.board:
        epoch = replace(epoch, board=board, checked=False)
        game = game.with_epoch(edit.epoch, epoch)
    if edit.turned and not turns and game.epoch(edit.epoch):
        game = game.with_new_board(edit.epoch, reoriented(epoch))
    return replace(table, kingdoms=game)


def _with_pieces(board: Board, before: Pieces, after: Pieces, turns: Turns) -> Board:
    """The board with what was changed of its pieces before it was turned; what lies elsewhere stays."""
    height, width = _size_before(board, turns)
    here = [(row, column) for row in range(height) for column in range(width)]
    to = {place: place_after(place, turns, height, width) for place in here}
    before, after, now = before.moved(to), after.moved(to), board.pieces
    tokens = (dict.fromkeys(one.tokens, True) for one in (before, after, now))
    pieces = Pieces(
        giants=_in_order(_changed(dict(before.giants), dict(after.giants), dict(now.giants))),
        tokens=frozenset(_changed(*tokens)),
        characters=_in_order(_changed(dict(before.characters), dict(after.characters), dict(now.characters))),
        buildings=_in_order(_changed(dict(before.buildings), dict(after.buildings), dict(now.buildings))),
        coins=after.coins if after.coins != before.coins else now.coins,
        towers=after.towers if after.towers != before.towers else now.towers,
        knights=after.knights if after.knights != before.knights else now.knights,
        queen=after.queen if after.queen != before.queen else now.queen,
    )
    return replace(board, pieces=NO_PIECES if pieces == NO_PIECES else pieces)


def _changed(before: Mapping[K, V], after: Mapping[K, V], now: Mapping[K, V]) -> dict[K, V]:
    """What is under each key: as it is after a change where that changed it, else as it is now."""
    chosen = {key: after if after.get(key) != before.get(key) else now for key in {*before, *after, *now}}
    return {key: source[key] for key, source in chosen.items() if key in source}


def _in_order(placed: Mapping[Position, V]) -> tuple[tuple[Position, V], ...]:
    return tuple(sorted(placed.items(), key=lambda one: one[0]))


def found_board(table: Table, number: int) -> tuple[Seat, Board, Turns]:
    """The seat on which a board lies, the board as it is now, and how that was turned since. Raises OtherBoardError."""
    for seat in table.seats:
        turns = turns_since(seat.board, number) if seat.board else None
        if seat.board and turns is not None:
            return seat, seat.board, turns
    raise OtherBoardError(OTHER_BOARD)


def _size_before(board: Board, turns: Turns) -> tuple[int, int]:
    """The rows and columns of a board before it was turned so."""
    size = board.size
    return size[::-1] if sum(turn.step is None for turn in turns) % 2 else size


def _with_squares(board: Board, squares: tuple[SquareEdit, ...], turns: Turns) -> Board:
    """The board with squares set that are told as they lay before it was turned; not checked any more."""
    kingdom, doubtful = board.kingdom, board.doubtful
    size, before = board.size, _size_before(board, turns)
    for edit in squares:
        place = place_after(edit.place, turns, *before)
        inside = 0 <= place[0] < size[0] and 0 <= place[1] < size[1]
        if not inside or edit.instead_of not in (None, Held(kingdom[place], place in doubtful)):
            continue
        is_doubtful = edit.held.doubtful and place in board.may_be_doubtful
        doubtful = doubtful | {place} if is_doubtful else doubtful - {place}
        if edit.held.square == CASTLE:
            kingdom = _without_castle(kingdom)
        kingdom = kingdom.with_square(*place, edit.held.square)
    if (kingdom, doubtful) == (board.kingdom, board.doubtful):
        return board
    return replace(board, kingdom=kingdom, doubtful=doubtful, checked=False)


def _without_castle(kingdom: Kingdom) -> Kingdom:
    """The kingdom without the castle that lies in it, since it has one."""
    for place, square in kingdom.squares():
        if square.is_castle:
            kingdom = kingdom.with_square(*place, EMPTY)
    return kingdom
