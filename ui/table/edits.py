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

from scoring import CASTLE, EMPTY, NO_PIECES, Kingdom, Pieces, Position, Square
from scoring.kingdoms import POSITIONS, Space
from scoring.message import message
from ui.table.board import Board
from ui.table.orientation import Turns, place_after, turns_since
from ui.table.table import Seat, Table, TableError
from ui.table.turning import moves, reoriented

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
