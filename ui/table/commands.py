"""Commands: pure functions from a table and arguments to a new table, applied to its newest version.

Other commands are methods of ``Table``. Those here name a board by the number that it had when the player saw it, and
squares by their positions then. If others have rotated or moved it since, so are the positions. If another board has
replaced it, OtherBoardError is raised. The last edit of a square wins; an undo applies only where the square was not
set since.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import EllipsisType
from typing import Any, NamedTuple

from scoring import CASTLE, EMPTY, NO_PIECES, Kingdom, Pieces, Position, Square
from scoring.knizia import Colour, Space
from scoring.message import message
from ui.table.board import Board, find_moves, reorient
from ui.table.checking import impossible
from ui.table.knizia import OPPOSITE, Epoch, Game, Player
from ui.table.photo_reading import Transforms, transform_position
from ui.table.table import Seat, Table, TableError, suggest_grid

Command = Callable[[Table], Table]
OTHER_BOARD = message("Another board lies there by now. What was changed on the one before is not on it.")
CHANGED_NOW = message("Somebody has changed this board just now. Look at it once more.")
CHANGED_SINCE = message("This cannot be taken back any more: others have gone on since.")
Key = tuple[str, Position | None]  # a field of Pieces, and the square where there are several
_PLACED, _BESIDE = ("giants", "characters", "buildings"), ("coins", "towers", "knights", "queen")


class OtherBoardError(TableError):
    """Another board has replaced the one that the command names."""


# --- Edits of boards


class SquareState(NamedTuple):
    """The content of a square, and whether it is doubtful."""

    square: Square
    doubtful: bool = False


@dataclass(frozen=True)
class SquareEdit:
    """A square and its new state; with ``instead_of``, the edit applies only while the square has that state."""

    position: Position
    held: SquareState
    instead_of: SquareState | None = None


@dataclass(frozen=True)
class PiecesEdit:
    """A change of pieces: all that differs between ``before`` and ``after``.

    If ``taken_back``, a piece is changed only where it is still as before.
    """

    before: Pieces
    after: Pieces
    taken_back: bool = False


def edit_board(
    table: Table,
    board: int,
    squares: tuple[SquareEdit, ...] = (),
    pieces: tuple[PiecesEdit, ...] = (),
    rotate: bool = False,
    move: Position | None = None,
) -> Table:
    """Edit squares, then pieces of a board in their order, then rotate or move it.

    Returns the same table if nothing changes. A board that others have rotated meanwhile is not rotated again.
    """
    seat, laid, transforms = locate_board(table, board)
    changed = _edit_squares(laid, squares, transforms)
    for edit in pieces:
        changed = _edit_pieces(changed, edit, transforms)
    if changed != laid:
        table = table.with_board(seat.number, changed)
    if transforms or not (rotate or move in find_moves(changed.kingdom, changed.kingdom.height)):
        return table
    return table.with_new_board(seat.number, reorient(changed, None if rotate else move))


@dataclass(frozen=True)
class SpaceEdit:
    """A space of Kingdoms and its new content; with ``instead_of``, the edit applies only while it has that content."""

    position: Position
    space: Space
    instead_of: Space | EllipsisType = ...


def edit_epoch(table: Table, epoch: int, board: int, spaces: tuple[SpaceEdit, ...] = (), rotate: bool = False) -> Table:
    """Edit spaces on the board of an epoch, counted from 0, then rotate it.

    The first piece begins a board. A board that others have rotated meanwhile is not rotated again.
    """
    game = table.knizia
    opened = game.open_epoch(epoch) if game and epoch < game.opened else None
    transforms = opened.transforms_since(board) if opened else None
    if game is None or opened is None or transforms is None:
        raise OtherBoardError(OTHER_BOARD)
    laid = opened.board
    for one in spaces:
        row, column = OPPOSITE[one.position] if len(transforms) % 2 else one.position
        if one.instead_of in (..., laid[row, column]):
            laid = laid.with_piece(row, column, one.space)
    if laid != opened.board:
        opened = replace(opened, board=laid, confirmed=False)
        game = game.with_epoch(epoch, opened)
    if rotate and not transforms and game.epoch(epoch):
        game = game.with_new_board(epoch, reorient(opened))
    return replace(table, knizia=game)


def _edit_pieces(board: Board, edit: PiecesEdit, transforms: Transforms) -> Board:
    """Apply a change of pieces that was made before these transforms; keep pieces elsewhere."""
    height, width = _size_before(board, transforms)
    here = [(row, column) for row in range(height) for column in range(width)]
    to = {position: transform_position(position, transforms, height, width) for position in here}
    before, after, now = (
        _pieces_by_position(one) for one in (edit.before.relocate(to), edit.after.relocate(to), board.pieces)
    )
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    if edit.taken_back:
        changed = {key for key in changed if now.get(key) == before.get(key)}
    there = {key: (after if key in changed else now).get(key) for key in now.keys() | changed}
    pieces = _collect_pieces({key: value for key, value in there.items() if value})
    return replace(board, pieces=NO_PIECES if pieces == NO_PIECES else pieces)


def _pieces_by_position(pieces: Pieces) -> dict[Key, Any]:
    """Return the pieces by kind and position, and counts of pieces off the board by kind and None."""
    placed: dict[Key, Any] = {("tokens", at): True for at in pieces.tokens}
    placed |= {(kind, at): one for kind in _PLACED for at, one in getattr(pieces, kind)}
    return placed | {(kind, None): getattr(pieces, kind) for kind in _BESIDE if getattr(pieces, kind)}


def _collect_pieces(there: Mapping[Key, Any]) -> Pieces:
    def list_placed(kind: str) -> tuple[tuple[Position, Any], ...]:
        return tuple(sorted((at, one) for (of, at), one in there.items() if of == kind and at))

    return Pieces(
        giants=list_placed("giants"),
        tokens=frozenset(at for at, _ in list_placed("tokens")),
        characters=list_placed("characters"),
        buildings=list_placed("buildings"),
        **{kind: there[kind, None] for kind in _BESIDE if (kind, None) in there},
    )


def locate_board(table: Table, number: int) -> tuple[Seat, Board, Transforms]:
    """Return the seat of a board, the board as it is now, and its transforms since. Raises OtherBoardError."""
    for seat in table.seats:
        transforms = seat.board.transforms_since(number) if seat.board else None
        if seat.board and transforms is not None:
            return seat, seat.board, transforms
    raise OtherBoardError(OTHER_BOARD)


def _size_before(board: Board, transforms: Transforms) -> tuple[int, int]:
    size = board.size
    return size[::-1] if sum(transform.move is None for transform in transforms) % 2 else size


def _edit_squares(board: Board, squares: tuple[SquareEdit, ...], transforms: Transforms) -> Board:
    """Apply edits of squares that were made before these transforms.

    A changed board is no longer confirmed, unless it is again as the reader alone confirmed it.
    """
    kingdom, doubtful = board.kingdom, board.doubtful
    size, before = board.size, _size_before(board, transforms)
    for edit in squares:
        position = transform_position(edit.position, transforms, *before)
        inside = 0 <= position[0] < size[0] and 0 <= position[1] < size[1]
        if not inside or edit.instead_of not in (None, SquareState(kingdom[position], position in doubtful)):
            continue
        is_doubtful = edit.held.doubtful and position in board.may_be_doubtful
        doubtful = doubtful | {position} if is_doubtful else doubtful - {position}
        if edit.held.square == CASTLE:
            for other in kingdom.castles:
                kingdom = kingdom.with_square(*other, EMPTY)
        kingdom = kingdom.with_square(*position, edit.held.square)
    if (kingdom, doubtful) == (board.kingdom, board.doubtful):
        return board
    # Only the reader had confirmed this board.
    as_read = board.source.kingdom if board.source and not board.seen_by_player else None
    return replace(board, kingdom=kingdom, doubtful=doubtful, confirmed=kingdom == as_read and not doubtful)


# --- Boards


def confirm_board(
    table: Table, board: int, kingdom: Kingdom, accepted: Collection[Position], more: Collection[Position] = ()
) -> Table:
    """Confirm a board that shows this kingdom, with these accepted doubts and ``more``.

    Raises:
        TableError: if others have changed the board since.
    """
    seat, laid, _transforms = locate_board(table, board)
    if laid.kingdom != kingdom or not laid.doubtful <= frozenset(accepted):
        raise TableError(CHANGED_NOW)
    return table.with_board(seat.number, replace(laid, doubtful=laid.doubtful.union(more)).confirm())


def confirm_if_valid(table: Table, board: int, kingdom: Kingdom, accepted: Collection[Position]) -> Table:
    """Confirm a board after its last doubt is resolved, unless the kingdom as a whole is invalid.

    Raises:
        TableError: if others have changed the board since.
    """
    found = confirm_board(table, board, kingdom, accepted)
    _seat, laid, _transforms = locate_board(table, board)
    return table if impossible(table, laid) or suggest_grid(table, laid) else found


def mark_doubtful(table: Table, board: int, squares: Collection[Position]) -> Table:
    """Reopen a board for checking, these squares first."""
    seat, laid, transforms = locate_board(table, board)
    if transforms:
        raise TableError(CHANGED_NOW)
    doubted = replace(laid, doubtful=laid.doubtful.union(squares), confirmed=False)
    return table.with_board(seat.number, doubted)


def restore_previous_board(table: Table, board: int) -> Table:
    """Replace a board by the one before it."""
    seat, _laid, _transforms = locate_board(table, board)
    return table.with_new_board(seat.number, seat.earlier) if seat.earlier else table


def next_game(table: Table, over: int, played: datetime, by: int | None = None) -> Table:
    """Begin the game after the one with the number ``over``, unless somebody has begun it already.

    Args:
        by: the seat of the player who begins it, if known.
    """
    return replace(table.again(played), begun_by=by) if table.game_number == over else table


# --- Kingdoms


def set_knizia_players(table: Table, names: Mapping[Colour, str]) -> Table:
    """Name the players of Kingdoms by colour; a colour with an empty name does not play.

    Raises:
        TableError: if fewer than two are left.
    """
    game = table.knizia or Game()
    called = {colour: names.get(colour, game.name(colour)) for colour in Colour}
    try:
        return replace(table, knizia=game.with_players(Player(colour, name) for colour, name in called.items() if name))
    except ValueError:
        too_few = message("Kingdoms needs two to four players. Name at least two colours.")
        raise TableError(too_few) from None


def resume_knizia_game(table: Table, saved: Game) -> Table:
    """Resume a saved game of Kingdoms. Raises TableError if a game is under way."""
    if table.knizia and table.knizia.players:
        raise TableError(message("Somebody has begun a game at this table just now."))
    return replace(table, knizia=saved)


def confirm_epoch(table: Table, at: int, seen: Epoch) -> Table:
    """Confirm the board of an epoch as it was ``seen``.

    Raises:
        TableError: if others have changed it since.
    """
    epoch = table.knizia.epoch(at) if table.knizia else None
    if table.knizia is None or epoch is None or epoch.board != seen.board:
        raise TableError(CHANGED_NOW)
    return replace(table, knizia=table.knizia.confirm_epoch(at))


# --- Undo


@dataclass(frozen=True)
class UndoEntry:
    """A table before and after a change of its players, boards or games."""

    before: Table
    after: Table


def undo(table: Table, entry: UndoEntry) -> Table:
    """Undo a change and keep later changes by other phones.

    Raises:
        TableError: if others have replaced the same board, have finished the next game, or have taken the name or the
            castle of a player who would return.
    """
    before, after = entry.before, entry.after
    counted = {game.number for game in after.games} - {game.number for game in before.games}
    if (counted or before.recorded != after.recorded) and table.recorded != after.recorded:
        raise TableError(CHANGED_SINCE)
    return replace(
        table,
        seats=_restore_seats(table, entry),
        knizia=_undo_knizia(table.knizia, before.knizia, after.knizia),
        games=tuple(game for game in table.games if game.number not in counted),
        recorded=before.recorded if table.recorded == after.recorded else table.recorded,
        rules=before.rules if table.rules == after.rules else table.rules,
        tiles=before.tiles if table.tiles == after.tiles else table.tiles,
        dynasty_from=before.dynasty_from if table.dynasty_from == after.dynasty_from else table.dynasty_from,
    )


def _restore_seats(table: Table, entry: UndoEntry) -> tuple[Seat, ...]:
    """Return the seats with players who left, without players who came, and with their previous boards."""
    before, after = entry.before, entry.after
    came = {seat.number for seat in after.seats if before.seat(seat.number) is None}
    back = [seat for seat in before.seats if after.seat(seat.number) is None and table.seat(seat.number) is None]
    stay = [_restore_board(seat, entry) for seat in table.seats if seat.number not in came]
    taken = {value for seat in stay for value in (seat.name.casefold(), seat.colour)}
    if any(seat.colour in taken or seat.name.casefold() in taken for seat in back):
        raise TableError(CHANGED_SINCE)
    return tuple(sorted((*stay, *back), key=lambda seat: seat.number))


def _restore_board(seat: Seat, entry: UndoEntry) -> Seat:
    before, after = entry.before.seat(seat.number), entry.after.seat(seat.number)
    if before is None or after is None or _board_number(before) == _board_number(after):
        return seat
    if not _has_board(seat, after.board):
        raise TableError(CHANGED_SINCE)
    return replace(seat, board=before.board, earlier=before.earlier)


def _has_board(seat: Seat, board: Board | None) -> bool:
    """Return whether a seat has that board, which may have been rotated since."""
    if seat.board is None or board is None:
        return seat.board is board
    return seat.board.transforms_since(board.number) is not None


def _board_number(seat: Seat) -> int | None:
    return seat.board.number if seat.board else None


def _undo_knizia(game: Game | None, before: Game | None, after: Game | None) -> Game | None:
    if game is None or before is None or after is None:
        return game
    if before.epochs != after.epochs and game.epochs != after.epochs:
        raise TableError(CHANGED_SINCE)
    back = [player for player in before.players if player.colour not in after.colours]
    if any(player.colour in game.colours for player in back):
        raise TableError(CHANGED_SINCE)
    epochs = before.epochs if game.epochs == after.epochs else game.epochs
    return replace(game.with_players([*game.players, *back]) if back else game, epochs=epochs)


def may_change(board: Board) -> bool:
    """Return whether a board may be read again: it has a photo and no player has confirmed it."""
    return board.source is not None and not (board.confirmed and board.seen_by_player)
