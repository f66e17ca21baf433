"""Tables and boards as a phone that sits there may see them, and the pictures of their boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring.message import message
from ui import store
from ui.api.access import NO_STORE, NOT_SEATED, RefusedError, json_of, phone_of
from ui.api.board_view import BoardView, PhotoView, board_view, photo_view
from ui.drawing.player_names import display_name
from ui.photos.pictures import straight
from ui.store import StoredTable
from ui.store.codes import is_key
from ui.table.board import Board
from ui.table.source import Source
from ui.table.table import Seat, sheet
from ui.table.trust import Trust

NO_BOARD = message("There is no such board at this table.")


@dataclass(frozen=True)
class PlayerView:
    """A player and how far their kingdom is; no ``total`` while scores are hidden."""

    seat: int
    name: str
    colour: str
    trust: str
    board: int | None = None
    code: str | None = None
    doubts: int = 0
    total: int | None = None


@dataclass(frozen=True)
class TableView:
    """A table in its version, the players in the order of their seats."""

    version: int
    grid: int
    boxes: tuple[str, ...]
    scores_hidden: bool
    players: tuple[PlayerView, ...]


@dataclass(frozen=True)
class BoardInVersion:
    """A board as it is in that version of its table."""

    version: int
    board: BoardView


def table_seen(key: str, phone: str) -> StoredTable:
    """The table with that key, for a phone that sits at it. Raises RefusedError and StoreError."""
    seen = store.opened().seen_from(key, phone) if is_key(key) else None
    kept = store.opened().at_least(seen[0], key, seen[1]) if seen else None
    if kept is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
    return kept


def board_in_version(kept: StoredTable, seat: Seat, board: Board) -> BoardInVersion:
    """The board of a seat at a table, its pictures at the addresses of this server."""
    return BoardInVersion(kept.version, board_view(kept.table, seat, board, _photo(kept.key, board)))


async def show_table(request: Request) -> Response:
    """The table as this phone may see it."""
    phone = phone_of(request)
    return await json_of(request, lambda: table_view(table_seen(request.path_params["key"], phone)))


async def show_board(request: Request) -> Response:
    """A board with all that a page shows of it."""
    phone = phone_of(request)

    def shown() -> BoardInVersion:
        kept = table_seen(request.path_params["key"], phone)
        return board_in_version(kept, *laid(kept, request.path_params["board"]))

    return await json_of(request, shown)


async def show_photo(request: Request) -> Response:
    """The photo that a board was read from, without metadata."""
    return await _picture(request, lambda source: source.picture.jpeg)


async def show_straight(request: Request) -> Response:
    """The board as its photo shows it from straight above."""
    return await _picture(request, straight)


async def _picture(request: Request, jpeg_of: Callable[[Source], bytes]) -> Response:
    phone, asked = phone_of(request), request.path_params

    def jpeg() -> bytes:
        kept = table_seen(asked["key"], phone)
        _seat, board = laid(kept, asked["board"])
        source = board.source or store.opened().photos.find(kept.number, board.number)
        if not isinstance(source, Source):
            raise RefusedError(status.HTTP_404_NOT_FOUND, NO_BOARD)
        return jpeg_of(source)

    return Response(await run_in_threadpool(jpeg), 200, NO_STORE, "image/jpeg")


def laid(kept: StoredTable, number: int) -> tuple[Seat, Board]:
    """The board with that number and whose it is. Raises RefusedError."""
    for seat in kept.table.seats:
        if seat.board and seat.board.number == number:
            return seat, seat.board
    raise RefusedError(status.HTTP_404_NOT_FOUND, NO_BOARD)


def table_view(kept: StoredTable) -> TableView:
    """What a phone is told of a table."""
    table = kept.table
    players = tuple(_player(kept, seat) for seat in table.seats)
    boxes = tuple(title.value for title in table.rules.box.in_order)
    return TableView(kept.version, table.rules.grid, boxes, not table.shows_scores, players)


def _player(kept: StoredTable, seat: Seat) -> PlayerView:
    name, colour, board = display_name(seat, kept.table), seat.colour.value, seat.board
    if board is None:
        return PlayerView(seat.number, name, colour, Trust.UNREAD.value)
    return PlayerView(
        seat.number,
        name,
        colour,
        board.trust.value,
        board=board.number,
        code=str(board.kingdom),
        doubts=board.doubts,
        total=sheet(kept.table, board).total if kept.table.shows_scores else None,
    )


def _photo(key: str, board: Board) -> PhotoView | None:
    if board.source is None:
        return None
    address = f"/api/tables/{key}/boards/{board.number}"
    return photo_view(board.source, f"{address}/photo.jpg", f"{address}/straight.jpg")
