"""Edits of boards by phones: each is carried out once, on top of what others did meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Annotated, Any

from starlette import status
from starlette.requests import Request
from starlette.responses import Response

from scoring import Kingdom, Pieces, parse_board
from scoring.board_code import LONGEST
from scoring.kingdom import MAX_SIDE
from scoring.kingdoms import COLUMNS, ROWS, Space
from ui import store
from ui.api.access import NOT_SEATED, RefusedError, body_of, json_of, phone_of
from ui.api.tables import BoardInVersion, TableView, board_in_version, table_view
from ui.photos.named_tiles import restored_or_nothing, with_alike
from ui.store import StoredTable
from ui.store.codes import is_key
from ui.table.converter import FORMS, UNEXPECTED, Form, Limits, several
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
from ui.table.forms import FormatError, decoded, space_in
from ui.table.table import Table

MOST_SQUARES = 500  # of one edit
EDIT_BYTES = 65_536  # of one request; 500 squares set one after the other are 40,000
STEP = Annotated[int, Limits(-1, 1)]


def _key(text: str) -> str:
    if not is_key(text):
        raise FormatError(UNEXPECTED)
    return text


def _pieces(code: str) -> Pieces:
    """The pieces that stand behind the kingdom in the code of a board. Raises ValueError."""
    if code and not code.startswith(","):
        raise FormatError(UNEXPECTED)
    return parse_board(f"{Kingdom.empty(MAX_SIDE, MAX_SIDE)}{code}")[1]


def _space_or_any(token: str | None) -> Space | EllipsisType:
    return ... if token is None else space_in(token)


FORMS |= {
    Held: Form(Held, in_a_row=True, always={"doubtful"}),
    SquareEdit: Form(SquareEdit, names={"place": "at", "held": "to"}, strict=True),
    SpaceEdit: Form(
        SpaceEdit,
        names={"place": "at", "space": "to"},
        strict=True,
        place=tuple[Annotated[int, Limits(0, ROWS - 1)], Annotated[int, Limits(0, COLUMNS - 1)]],
        space=Annotated[str, space_in],
        instead_of=Annotated[str | None, _space_or_any],
    ),
}
KEY = Annotated[str, _key]
PIECES = Annotated[str, Limits(most=LONGEST), _pieces]
CHANGED = Form(lambda before, after: (before, after), strict=True, before=PIECES, after=PIECES)
EDIT = Form(
    lambda key, squares=(), pieces=None, turn=False, move=None: (key, BoardEdit(0, squares, pieces, turn, move)),
    strict=True,
    key=KEY,
    squares=several(SquareEdit, MOST_SQUARES),
    pieces=Annotated[Any, lambda found: None if found is None else CHANGED.reader(found)],
    turn=bool,
    move=tuple[STEP, STEP] | None,
)
EPOCH_EDIT = Form(
    lambda key, board, spaces=(), turn=False: (key, EpochEdit(0, board, spaces, turn)),
    strict=True,
    key=KEY,
    board=int,
    spaces=several(SpaceEdit, MOST_SQUARES),
    turn=bool,
)


@dataclass(frozen=True)
class EpochInVersion:
    """That version of a table has an epoch as it was asked for."""

    version: int
    epoch: int


def edit_in(sent: bytes, board: int) -> tuple[str, BoardEdit]:
    """The key of an edit of the board with that number, and the edit itself. Raises FormatError."""
    key, edit = decoded(sent, EDIT, most_bytes=EDIT_BYTES)
    return key, replace(edit, board=board)


def epoch_edit_in(sent: bytes, epoch: int) -> tuple[str, EpochEdit]:
    """The key of an edit of the board of an epoch, from 0, and the edit itself. Raises FormatError."""
    key, edit = decoded(sent, EPOCH_EDIT, most_bytes=EDIT_BYTES)
    return key, replace(edit, epoch=epoch)


async def edit(request: Request) -> Response:
    """Carry out an edit; the answer is the board as it is then, or the table where that board is gone since."""
    phone = phone_of(request)
    table = request.path_params["key"]
    key, sent = edit_in(await body_of(request), request.path_params["board"])
    return await json_of(request, lambda: _carried_out(table, phone, key, sent))


async def edit_epoch(request: Request) -> Response:
    """Carry out an edit of a board of Kingdoms; the answer is the version of the table that has it."""
    phone = phone_of(request)
    table = request.path_params["key"]
    key, sent = epoch_edit_in(await body_of(request), request.path_params["epoch"])
    return await json_of(request, lambda: _epoch_carried_out(table, phone, key, sent))


def _epoch_carried_out(key: str, phone: str, request: str, edit: EpochEdit) -> EpochInVersion:
    def changed(before: StoredTable) -> Table:
        return epoch_edited(before.table, edit)

    kept = store.opened().change(key, phone, changed, request=request) if is_key(key) else None
    if kept is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
    return EpochInVersion(kept.version, edit.epoch)


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
    except OtherBoardError:  # carried out before, on a board that is not remembered any more
        return table_view(kept)
    return board_in_version(kept, seat, board)
