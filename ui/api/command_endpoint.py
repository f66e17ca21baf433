"""Endpoint of commands by name: each runs once, on the newest version of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, make_dataclass
from datetime import UTC, datetime
from functools import partial
from inspect import signature
from typing import Annotated, Any, get_type_hints

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring import Kingdom
from scoring.board_code import MAX_CODE_LENGTH
from scoring.message import message
from ui import store
from ui.api.access import JSON, NO_STORE, NOT_SEATED, RefusedError, body_of, language_of, media_type_of, phone_of
from ui.api.last_edits import LAST_EDITS, LastEdit
from ui.api.table_view import board_answer
from ui.i18n.translate import in_language
from ui.store import Revoke, StoredTable
from ui.store.codes import is_key
from ui.table.commands import (
    PiecesEdit,
    SpaceEdit,
    SquareEdit,
    confirm_if_valid,
    edit_board,
    edit_epoch,
    mark_doubtful,
    next_game,
    restore_previous_board,
)
from ui.table.json_types import At
from ui.table.serialization import CONVERTER, dumps
from ui.table.strict_json import FormatError, loads_raw, quote
from ui.table.structuring import INVALID_VALUE, Limits, bounded_tuple
from ui.table.table import Table

MAX_SQUARES, MAX_PIECES_EDITS = 500, 100  # in one edit
BODY_SECONDS = 10.0  # for all of one request
COMMAND_BYTES = 65_536  # of one request; 500 squares set one after the other are 40,000
MOVE = Annotated[int, Limits(-1, 1)]  # rows down or columns right


def _check_key(text: str) -> str:
    if not is_key(text):
        raise FormatError(INVALID_VALUE)
    return text


def _read_pieces_edits(found: Any) -> tuple[PiecesEdit, ...]:
    """Read one change of pieces, or several in their order."""
    changes = [found] if isinstance(found, dict) else found
    return CONVERTER.read(changes, bounded_tuple(PiecesEdit, MAX_PIECES_EDITS))


@dataclass(frozen=True)
class CommandSchema:
    """A command by which a phone changes a table, and the class of its arguments, which are those of the function."""

    act: Callable[..., Table]
    arguments: type

    @classmethod
    def of(cls, act: Callable[..., Table], **types: Any) -> CommandSchema:
        """Return the schema of a function of a table; ``types`` replace those of its parameters."""
        hints = get_type_hints(act, include_extras=True) | types
        parameters = [one for one in signature(act).parameters.values() if one.name not in ("self", "table")]
        arguments = [
            (one.name, hints[one.name], field() if one.default is one.empty else field(default=one.default))
            for one in parameters
        ]
        return cls(act, make_dataclass(act.__name__, arguments))

    def read(self, found: dict[str, Any]) -> partial[Table]:
        """Read the arguments of a command. Raises FormatError, also for unknown ones."""
        unknown = found.keys() - CONVERTER.get_keys(self.arguments).keys()
        if unknown:
            raise FormatError("unknown field", quote(min(unknown)))
        return partial(self.act, **vars(CONVERTER.read(found, self.arguments)))


def _start_next_game(table: Table, over: int) -> Table:
    return next_game(table, over, datetime.now(UTC))


COMMANDS = {
    "edit": CommandSchema.of(
        edit_board,
        squares=bounded_tuple(SquareEdit, MAX_SQUARES),
        pieces=Annotated[Any, _read_pieces_edits],
        move=tuple[MOVE, MOVE] | None,
    ),
    "edit epoch": CommandSchema.of(edit_epoch, spaces=bounded_tuple(SpaceEdit, MAX_SQUARES)),
    "close": CommandSchema.of(
        confirm_if_valid,
        kingdom=Annotated[str, Limits(most=MAX_CODE_LENGTH), Kingdom.parse],
        accepted=bounded_tuple(At, MAX_SQUARES),
    ),
    "check again": CommandSchema.of(mark_doubtful, squares=bounded_tuple(At, MAX_SQUARES)),
    "bring back": CommandSchema.of(restore_previous_board),
    "add player": CommandSchema.of(Table.with_player),
    "name player": CommandSchema.of(Table.with_name),
    "choose castle": CommandSchema.of(Table.with_colour),
    "remove player": CommandSchema.of(Table.without_player),
    "next game": CommandSchema.of(_start_next_game),
}
"""What a phone may ask for by name; ``ui.table.table.refuse_overreach`` says who may."""


@dataclass(frozen=True)
class _CommandEntry:
    key: Annotated[str, _check_key]
    do: Annotated[str, COMMANDS.__getitem__]


def command_in(sent: bytes) -> tuple[str, partial[Table]]:
    """Read the idempotency key of a command, and the command. Raises FormatError."""
    found = loads_raw(sent, max_bytes=COMMAND_BYTES)
    entry: Any = CONVERTER.read(found, _CommandEntry)
    return entry.key, entry.do.read({name: value for name, value in found.items() if name not in ("key", "do")})


async def run_or_show_error(request: Request) -> Response:
    """Carry out a command; the answer is the version that has it, and the board that it names as it is then."""
    phone = phone_of(request)
    if media_type_of(request) != JSON:
        raise RefusedError(status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, message("This must be JSON."))
    command = command_in(await body_of(request, BODY_SECONDS))
    answer = await run_in_threadpool(_execute, request.path_params["key"], phone, *command, language_of(request))
    return Response(answer, 200, NO_STORE, JSON)


def _execute(key: str, phone: str, request: str, command: partial[Table], language: str) -> str:
    def change(before: StoredTable) -> Table:
        after = command(before.table)
        _note_edit(before, phone, command.keywords)
        return after

    revoke = Revoke.REMOVED if command.func is Table.without_player else Revoke.NOBODY
    kept = store.get_store().change(key, phone, change, request=request, revoke=revoke) if is_key(key) else None
    if kept is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
    with in_language(language):
        return dumps(board_answer(kept, command.keywords.get("board"), command.keywords.get("epoch")))


def _note_edit(before: StoredTable, phone: str, arguments: dict[str, Any]) -> None:
    """Remember who edits which row of a board; other phones hear of it with the next version."""
    board, squares = arguments.get("board"), arguments.get("squares")
    if board is not None and squares and isinstance(squares[-1], SquareEdit):
        LAST_EDITS.note(before.number, LastEdit(before.version + 1, phone, board, squares[-1].position[0]))
