"""Commands of phones by name: each is carried out once, on the newest table, whatever others did meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring import Kingdom, Pieces, Position, parse_board
from scoring.board_code import MAX_CODE_LENGTH
from scoring.kingdom import MAX_SIDE
from scoring.knizia import COLUMNS, ROWS
from scoring.message import message
from ui import store
from ui.api.access import JSON, NO_STORE, NOT_SEATED, RefusedError, body_of, language_of, media_type_of, phone_of
from ui.api.tables import board_answer
from ui.i18n.translate import in_language
from ui.store import Revoke, StoredTable
from ui.store.codes import is_key
from ui.table.commands import (
    PiecesEdit,
    SpaceEdit,
    SquareEdit,
    SquareState,
    confirm_if_valid,
    edit_board,
    edit_epoch,
    mark_doubtful,
    next_game,
    restore_previous_board,
)
from ui.table.converter import FORMS, UNEXPECTED, Form, FormatError, Limits, converted, encoded, plain, several
from ui.table.forms import space_in
from ui.table.table import Table

MOST_SQUARES, MOST_CHANGES = 500, 100  # of squares, and of pieces, in one edit
BODY_SECONDS = 10.0  # for all of one request
COMMAND_BYTES = 65_536  # of one request; 500 squares set one after the other are 40,000
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


def _changes_of_pieces(found: Any) -> Any:
    """One change of pieces, or several one after the other; none for null."""
    changes = [found] if isinstance(found, dict) else found
    return () if changes is None else converted(changes, several(PiecesEdit, MOST_CHANGES))


PIECES = Annotated[str, Limits(most=MAX_CODE_LENGTH), _pieces]
FORMS |= {
    PiecesEdit: Form(PiecesEdit, strict=True, before=PIECES, after=PIECES),
    SquareState: Form(SquareState, in_a_row=True, always={"doubtful"}),
    SquareEdit: Form(SquareEdit, names={"place": "at", "held": "to"}, strict=True),
    SpaceEdit: Form(
        SpaceEdit,
        names={"place": "at", "space": "to"},
        strict=True,
        place=tuple[Annotated[int, Limits(0, ROWS - 1)], Annotated[int, Limits(0, COLUMNS - 1)]],
        space=Annotated[str, space_in],
        instead_of=Annotated[str | None, lambda token: ... if token is None else space_in(token)],
    ),
}


def _command(act: Callable[..., Table], names: dict[str, str] | None = None, **types: Any) -> Form:
    """The arguments of a command beside the table, as they are read from JSON."""

    return Form(act, make=partial(partial, act), names=names, without={"self", "table"}, strict=True, **types)


COMMANDS = {
    "edit": _command(
        edit_board,
        squares=several(SquareEdit, MOST_SQUARES),
        pieces=Annotated[Any, _changes_of_pieces],
        move=tuple[STEP, STEP] | None,
    ),
    "edit epoch": _command(edit_epoch, spaces=several(SpaceEdit, MOST_SQUARES)),
    "close": _command(
        confirm_if_valid,
        kingdom=Annotated[str, Limits(most=MAX_CODE_LENGTH), Kingdom.parse],
        accepted=several(Position, MOST_SQUARES),
    ),
    "check again": _command(mark_doubtful, squares=several(Position, MOST_SQUARES)),
    "bring back": _command(restore_previous_board),
    "add player": _command(Table.with_player),
    "name player": _command(Table.with_name),
    "choose castle": _command(Table.with_colour, {"number": "seat"}),
    "remove player": _command(Table.without_player, {"number": "seat"}),
    "next game": _command(lambda table, over: next_game(table, over, datetime.now(UTC)), over=int),
}
"""What a phone may ask for by name; ``ui.table.table.refuse_overreach`` says who may."""
ASKED = Form(lambda key, do: (key, do), key=Annotated[str, _key], do=Annotated[str, COMMANDS.__getitem__])


def command_in(sent: bytes) -> tuple[str, partial[Table]]:
    """The key that a phone has made for a command, and the command. Raises FormatError."""
    told = plain(sent, most_bytes=COMMAND_BYTES)
    key, form = converted(told, ASKED)
    return key, converted({name: value for name, value in told.items() if name not in ASKED.keys}, form)


async def carry_out(request: Request) -> Response:
    """Carry out a command; the answer is the version that has it, and the board that it names as it is then."""
    phone = phone_of(request)
    if media_type_of(request) != JSON:
        raise RefusedError(status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, message("This must be JSON."))
    command = command_in(await body_of(request, BODY_SECONDS))
    answer = await run_in_threadpool(_carried_out, request.path_params["key"], phone, *command, language_of(request))
    return Response(answer, 200, NO_STORE, JSON)


def _carried_out(key: str, phone: str, request: str, command: partial[Table], language: str) -> str:
    def change(before: StoredTable) -> Table:
        return command(before.table)

    revoke = Revoke.REMOVED if command.func is Table.without_player else Revoke.NOBODY
    kept = store.get_store().change(key, phone, change, request=request, revoke=revoke) if is_key(key) else None
    if kept is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
    with in_language(language):
        return encoded(board_answer(kept, command.keywords.get("board"), command.keywords.get("epoch")))
