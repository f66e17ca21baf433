"""View models of tables for their members, and the pictures of boards."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring.message import message
from ui import store
from ui.api.access import NO_STORE, NOT_SEATED, RefusedError, phone_of
from ui.api.board_view import BoardView, EpochView, board_view, epoch_view
from ui.api.uploads import UploadView
from ui.drawing.players import describe_card, display_name, player_card
from ui.photos.pictures import rectify_board
from ui.store import StoredTable
from ui.table.board import Board
from ui.table.commands import OtherBoardError, locate_board
from ui.table.photo_reading import PhotoReading
from ui.table.table import Seat, Table

NO_BOARD = message("There is no such board at this table.")


@dataclass(frozen=True)
class Answer:
    """An update of a table for a phone: its version, and what of it was asked for or has changed.

    ``page`` is the version since which all that no answer carries is unchanged: an older page runs its script again.
    ``change`` says who else changed the board.
    """

    version: int = 0
    page: int = 0
    board: BoardView | EpochView | None = None
    cards: tuple[Card, ...] = ()
    photo: UploadView | None = None
    change: str | None = None


def board_answer(kept: StoredTable, number: int | None, epoch: int | None) -> Answer:
    """Return a version of a table with the board of that number, also if it was rotated since.

    At a table of Kingdoms it is that of the ``epoch``, counted from 0.
    """
    game = kept.table.knizia
    if game and epoch is not None and epoch < game.opened:
        return Answer(kept.version, board=epoch_view(game, epoch))
    with suppress(OtherBoardError):
        if number is not None:
            seat, board, _transforms = locate_board(kept.table, number)
            return Answer(kept.version, board=board_on_screen(kept, seat, board))
    return Answer(kept.version)


def board_on_screen(kept: StoredTable, seat: Seat, board: Board) -> BoardView:
    """Build the view of a seat's board, with its pictures at the addresses of this server."""
    return board_view(kept.table, seat, board, f"/api/tables/{kept.key}/boards/{board.number}")


async def show_photo(request: Request) -> Response:
    """Serve the photo that a board was read from, without metadata."""
    return await _picture(request, lambda source: source.picture.jpeg)


async def show_straight(request: Request) -> Response:
    """Serve the rectified picture of a board."""
    return await _picture(request, rectify_board)


async def _picture(request: Request, jpeg_of: Callable[[PhotoReading], bytes]) -> Response:
    def jpeg() -> bytes:
        opened, key, number = store.get_store(), request.path_params["key"], request.path_params["board"]
        kept = opened.find(key, phone_of(request))
        if kept is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        board = next((seat.board for seat in kept.table.seats if seat.board and seat.board.number == number), None)
        source = (board.source or opened.photos.find(kept.number, number)) if board else None
        if not isinstance(source, PhotoReading):
            raise RefusedError(status.HTTP_404_NOT_FOUND, NO_BOARD)
        return jpeg_of(source)

    return Response(await run_in_threadpool(jpeg), 200, NO_STORE, "image/jpeg")


@dataclass(frozen=True)
class Card:
    """The card of a seat, and the same in words."""

    seat: int
    html: str
    words: str


def card_of(table: Table, seat: Seat) -> Card:
    """Build the card of a seat of a stored table, in the reader's language."""
    seat = replace(seat, name=display_name(seat, table))
    return Card(seat.number, player_card(table, seat), describe_card(table, seat, seat.name))
