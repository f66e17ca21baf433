"""Edits of boards by phones: each is carried out once, on top of what others did meanwhile."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette import status
from starlette.requests import Request
from starlette.responses import Response

from scoring.kingdoms import COLUMNS, ROWS
from ui import store
from ui.api.access import NOT_SEATED, RefusedError, body_of, json_of, phone_of
from ui.api.tables import BoardInVersion, TableView, board_in_version, table_view
from ui.photos.named_tiles import restored_or_nothing, with_alike
from ui.store import StoredTable
from ui.store.codes import KEY_LENGTH, is_key
from ui.table.codec import decoded
from ui.table.edits import (
    BoardEdit,
    EpochEdit,
    Held,
    OtherBoardError,
    SpaceEdit,
    SquareEdit,
    edited,
    epoch_edited,
    found_board,
)
from ui.table.json_fields import At, PiecesCode, SpaceToken, SquareCode
from ui.table.table import Table

MOST_SQUARES = 500  # of one edit
EDIT_BYTES = 65_536  # of one request; 500 squares set one after the other are 40,000
Key = Annotated[str, Meta(pattern=f"^[A-Za-z0-9_-]{{{KEY_LENGTH}}}\\Z")]
Step = tuple[Annotated[int, Meta(ge=-1, le=1)], Annotated[int, Meta(ge=-1, le=1)]]


class HeldJson(Struct, frozen=True, array_like=True):
    """What a square holds, and whether that is doubtful."""

    code: SquareCode
    doubtful: bool

    @property
    def value(self) -> Held:
        """The same as a value."""
        return Held(self.code.value, self.doubtful)


class SquareJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A square set to something; with ``instead_of`` only while it holds that."""

    at: At
    to: HeldJson
    instead_of: HeldJson | None = None


class PiecesJson(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces on a board before a player changed some of them, and after."""

    before: PiecesCode
    after: PiecesCode


class EditJson(Struct, frozen=True, forbid_unknown_fields=True):
    """Squares set one after the other on a board, which is then turned, or moved by a step."""

    key: Key
    squares: Annotated[tuple[SquareJson, ...], Meta(max_length=MOST_SQUARES)] = ()
    pieces: PiecesJson | None = None
    turn: bool = False
    move: Step | None = None


class SpaceJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of a board of Kingdoms set to something; with ``instead_of`` only while that lies there."""

    at: tuple[Annotated[int, Meta(ge=0, lt=ROWS)], Annotated[int, Meta(ge=0, lt=COLUMNS)]]
    to: SpaceToken
    instead_of: SpaceToken | None = None

    @property
    def value(self) -> SpaceEdit:
        """The same as a value."""
        if self.instead_of is None:
            return SpaceEdit(self.at, self.to.value)
        return SpaceEdit(self.at, self.to.value, self.instead_of.value)


class EpochEditJson(Struct, frozen=True, forbid_unknown_fields=True):
    """Spaces set one after the other on the board of Kingdoms with that number, which is then turned."""

    key: Key
    board: int
    spaces: Annotated[tuple[SpaceJson, ...], Meta(max_length=MOST_SQUARES)] = ()
    turn: bool = False


class EpochInVersion(Struct, frozen=True):
    """That version of a table has an epoch as it was asked for."""

    version: int
    epoch: int


async def edit(request: Request) -> Response:
    """Carry out an edit; the answer is the board as it is then, or the table where that board is gone since."""
    phone = phone_of(request)
    sent = decoded(await body_of(request), EditJson, most_bytes=EDIT_BYTES)
    key, number = request.path_params["key"], request.path_params["board"]
    return await json_of(request, lambda: _carried_out(key, phone, sent.key, edit_in(sent, number)))


async def edit_epoch(request: Request) -> Response:
    """Carry out an edit of a board of Kingdoms; the answer is the version of the table that has it."""
    phone = phone_of(request)
    sent = decoded(await body_of(request), EpochEditJson, most_bytes=EDIT_BYTES)
    key, epoch = request.path_params["key"], request.path_params["epoch"]
    return await json_of(request, lambda: _epoch_carried_out(key, phone, sent.key, epoch_edit_in(sent, epoch)))


def _epoch_carried_out(key: str, phone: str, request: str, edit: EpochEdit) -> EpochInVersion:
    def changed(before: StoredTable) -> Table:
        return epoch_edited(before.table, edit)

    kept = store.opened().change(key, phone, changed, request=request) if is_key(key) else None
    if kept is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
    return EpochInVersion(kept.version, edit.epoch)


def epoch_edit_in(sent: EpochEditJson, epoch: int) -> EpochEdit:
    """What a phone asks for on the board of an epoch, from 0."""
    return EpochEdit(epoch, sent.board, tuple(one.value for one in sent.spaces), sent.turn)


def edit_in(sent: EditJson, board: int) -> BoardEdit:
    """What a phone asks for on the board with that number."""
    squares = tuple(
        SquareEdit(one.at, one.to.value, one.instead_of.value if one.instead_of else None) for one in sent.squares
    )
    pieces = (sent.pieces.before.value, sent.pieces.after.value) if sent.pieces else None
    return BoardEdit(board, squares, pieces, sent.turn, sent.move)


def _carried_out(key: str, phone: str, request: str, edit: BoardEdit) -> BoardInVersion | TableView:
    opened = store.opened()

    def changed(before: StoredTable) -> Table:
        """The edit carried out; what it says of an unknown tile is said of those that look like it."""
        table = edited(before.table, edit)
        return with_alike(table, lambda: restored_or_nothing(opened.lessons.find(before.number)))

    kept = opened.change(key, phone, changed, request=request) if is_key(key) else None
    if kept is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
    try:
        seat, board, _turns = found_board(kept.table, edit.board)
    except OtherBoardError:  # carried out before, on a board that nobody remembers by now
        return table_view(kept)
    return board_in_version(kept, seat, board)
