"""Edits of a board: what a player has done to it, not what came of it.

An edit names its board by the number that this had when the player saw it, and squares as they lay there. Where others
have turned the board meanwhile, the squares go along. The last edit of a square counts; what a player takes back counts
only where nobody has set that square since.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring import CASTLE, EMPTY, Kingdom, Position, Square
from scoring.message import message
from ui.table.board import Board
from ui.table.orientation import Turns, place_after, turns_since
from ui.table.table import Seat, Table, TableError
from ui.table.turning import moves, reoriented


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
    """Squares set one after the other on the board with that number, which is then ``turned``, or moved by ``step``."""

    board: int
    squares: tuple[SquareEdit, ...] = ()
    turned: bool = False
    step: Position | None = None


def edited(table: Table, edit: BoardEdit) -> Table:
    """The table after an edit; the same where nothing is changed by it. Raises OtherBoardError.

    A board that others have turned meanwhile is not turned once more.
    """
    seat, board, turns = _found(table, edit.board)
    changed = _with_squares(board, edit.squares, turns)
    if changed is not board:
        table = table.with_board(seat.number, changed)
    if turns or not (edit.turned or edit.step in moves(changed.kingdom, changed.kingdom.height)):
        return table
    return table.with_new_board(seat.number, reoriented(changed, None if edit.turned else edit.step))


def edited_seat(table: Table, board: int) -> Seat:
    """The seat whose board had that number, as far as it remembers. Raises OtherBoardError."""
    return _found(table, board)[0]


def _found(table: Table, number: int) -> tuple[Seat, Board, Turns]:
    """The seat on which a board lies, the board as it is now, and how that was turned since."""
    for seat in table.seats:
        turns = turns_since(seat.board, number) if seat.board else None
        if seat.board and turns is not None:
            return seat, seat.board, turns
    raise OtherBoardError(message("Another board lies there by now. What was changed on the one before is not on it."))


def _with_squares(board: Board, squares: tuple[SquareEdit, ...], turns: Turns) -> Board:
    """The board with squares set that are told as they lay before it was turned; not checked any more."""
    kingdom, doubtful = board.kingdom, board.doubtful
    size = kingdom.height, kingdom.width
    quarters = sum(turn.step is None for turn in turns)
    before = size[::-1] if quarters % 2 else size
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
    return replace(board, kingdom=kingdom, doubtful=doubtful, checked=False, revision=board.revision + 1)


def _without_castle(kingdom: Kingdom) -> Kingdom:
    """The kingdom without the castle that lies in it, since it has one."""
    for place, square in kingdom.squares():
        if square.is_castle:
            kingdom = kingdom.with_square(*place, EMPTY)
    return kingdom
