"""News: what a page does not know yet of its table and of its photo, told at once or as soon as it is there.

A page asks again with every answer, and says which ``version`` it has and what it shows: the kingdom of a seat, ``all``
cards, or the table alone. Where there is nothing to tell, it is answered after ``HELD_SECONDS``: the server is there.
A change of what it does not show is nothing to tell. What is told of comes without a run of the page's script;
``page`` is the version since which what is beside that is as it is, so that an older page asks for a run.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring.limits import has_pieces
from ui import store
from ui.api.access import JSON, NO_STORE, NOT_SEATED, RefusedError, language_of, phone_of
from ui.api.board_view import BoardView
from ui.api.files import upload_view
from ui.api.tables import Answer, Card, card_of, shown_board
from ui.drawing.players import display_name
from ui.i18n.translate import in_language
from ui.photos.inbox import INBOX, UploadProgress
from ui.store import StoredTable, StoreError
from ui.store.codes import is_key
from ui.table.assignment import find_shared_photo
from ui.table.checking import seats_to_check
from ui.table.serialization import dumps
from ui.table.table import Seat, Table

HELD_SECONDS = 1.5  # that a page waits for news; it takes 3 s without an answer for being offline
LOOK_SECONDS = 1.0  # between two looks at what other servers have changed
PAUSE_SECONDS = 0.05  # between two looks, however often something changes
REMEMBERED = 1_000  # views of tables, of which a page is told what has changed in them alone
ALL = "all"  # in place of a seat
_VIEW = re.compile(rf"[1-9][0-9]{{0,8}}|{ALL}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_UNKNOWN = -1  # version of a page that knows none


class ViewKey(NamedTuple):
    """The subject of a page: number of the table, seat whose kingdom is shown or ``all``, and language."""

    table: int
    view: str
    language: str


class DrawnPart(NamedTuple):
    """A board or a card, the key of what it was drawn from, and the version of the table since which it is so."""

    key: object
    drawn: BoardView | Card
    since: int


class TableView(NamedTuple):
    """A version of a table as pages show it: what they are not told of, since when it is so, and the rest by seat.

    The table itself is not held, nor its photos.
    """

    version: int
    beside: object
    since: int
    parts: Mapping[int, DrawnPart]


class _Waiting:
    """A page that waits for news of what it shows of a table, which it has in that version; table 0 is none.

    ``told`` is what it is answered once there is something, or why it is refused.
    """

    def __init__(self, request: Request) -> None:
        self.phone, self.table, self.version = phone_of(request), 0, _number(request, "version")
        self.view, self.language = request.query_params.get("seat", ""), language_of(request)
        self.told: Answer | RefusedError | StoreError | None = None
        self.news = asyncio.Event()


class News:
    """The answers, and one look at the database for all pages that wait: no page holds a thread."""

    def __init__(self) -> None:
        self.pages: set[_Waiting] = set()  # that wait
        self._watch: asyncio.Task[None] | None = None
        self._views: OrderedDict[ViewKey, TableView] = OrderedDict()
        self._lock = Lock()

    async def of_table(self, request: Request) -> Response:
        """News of a table for a phone that sits at it, and of its photo. Raises RefusedError and StoreError."""
        waiting, noted = await run_in_threadpool(self._first_look, request)
        return await self._answer(request, waiting, noted)

    async def of_phone(self, request: Request) -> Response:
        """News of a phone's photo alone, for a page without a table. Raises RefusedError."""
        return await self._answer(request, _Waiting(request))

    async def _answer(self, request: Request, waiting: _Waiting, noted: int = 0) -> Response:
        photo, heard = request.query_params.get("photo", ""), _number(request, "heard")
        until = asyncio.get_running_loop().time() + HELD_SECONDS
        with self._held(waiting):
            if waiting.table and not waiting.told and store.get_store().changes.counter != noted:
                await run_in_threadpool(self._look, [waiting])  # the watch may have missed what came in between
            while True:
                progress = INBOX.progress(waiting.phone, photo) if photo else None
                of_photo = upload_view(progress) if progress and progress.changes != heard else None
                if isinstance(waiting.told, Exception):
                    raise waiting.told
                if waiting.told or of_photo:
                    return Response(dumps(replace(waiting.told or Answer(), photo=of_photo)), 200, NO_STORE, JSON)
                try:
                    async with asyncio.timeout_at(until):
                        await waiting.news.wait()
                except TimeoutError:
                    return Response(None, status.HTTP_204_NO_CONTENT, NO_STORE)
                waiting.news.clear()

    def _first_look(self, request: Request) -> tuple[_Waiting, int]:
        """The page that asks, with what it can be told at once, and the count of changes of this process before that.

        Raises RefusedError for a phone that does not sit at the table, and StoreError.
        """
        opened, key, waiting = store.get_store(), request.path_params["key"], _Waiting(request)
        noted = opened.changes.counter
        seated = opened.authorize_table(key, waiting.phone) if is_key(key) else None
        if seated is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        waiting.table, version = seated
        waiting.told = self._authorized_news(waiting, version)
        return waiting, noted

    def _look(self, pages: Iterable[_Waiting]) -> None:
        """Tell pages what is new at their tables, or that they are refused. Raises StoreError."""
        opened = store.get_store()
        versions = opened.versions({one.table for one in pages})
        for one in pages:
            version = versions.get(one.table)
            try:
                if not version:
                    raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
                answer = self._authorized_news(one, version)
                one.told = one.told or answer
            except (RefusedError, StoreError) as why:
                one.told = why

    @contextmanager
    def _held(self, waiting: _Waiting) -> Iterator[None]:
        """For the block a page is woken by changes of its table, and by what becomes of the phone's photos."""
        self.pages.add(waiting)
        if waiting.table:
            self._watch = self._watch or asyncio.create_task(self._keep_watch())
        try:
            with INBOX.subscribe(waiting.phone, _photo_listener(waiting)):
                yield
        finally:
            self.pages.discard(waiting)

    async def _keep_watch(self) -> None:
        """Wake pages as long as any waits: at once for a change of this process, within a second for one of others."""
        known = 0
        try:
            while pages := [one for one in self.pages if one.table]:
                with suppress(StoreError):
                    await run_in_threadpool(self._look, pages)
                for one in pages:
                    if one.told:
                        one.news.set()
                await asyncio.sleep(PAUSE_SECONDS)
                # as soon as this process has changed something, and a second later at the latest
                known = await run_in_threadpool(
                    lambda before: store.get_store().changes.wait(before, LOOK_SECONDS), known
                )
        finally:
            self._watch = None

    def _authorized_news(self, waiting: _Waiting, version: int) -> Answer | None:
        """Return the news of a table. Raises RefusedError where the phone was removed before it was drawn.

        The phone is checked after the news is drawn: what is drawn may have the new key of the table.
        """
        news = self._table_news(waiting, version)
        if news and store.get_store().version(waiting.table, waiting.phone) is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        return news

    def _table_news(self, waiting: _Waiting, version: int) -> Answer | None:
        """The news of a table in that version for a page, which has it from then on; None where it shows none of them.

        Raises RefusedError where the table is gone, and StoreError.
        """
        known = waiting.version
        if version <= known:
            return None
        waiting.version = version
        if not _VIEW.fullmatch(waiting.view):
            return Answer(version, version)
        kept = store.get_store().get_version_or_newer(waiting.table, version)
        if kept is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        drawn = self._view(ViewKey(waiting.table, waiting.view, waiting.language), kept)
        new = [part.drawn for part in drawn.parts.values() if part.since > known]
        if not new and drawn.since <= known:
            return None
        board = next((one for one in new if isinstance(one, BoardView)), None)
        cards = tuple(one for one in new if isinstance(one, Card))
        return Answer(drawn.version, drawn.since, board=board, cards=cards)

    def _view(self, key: ViewKey, kept: StoredTable) -> TableView:
        """The table as all pages show it that show the same of it: drawn once."""
        with self._lock:
            view = self._views.get(key)
            if view is None or view.version < kept.version:
                with in_language(key.language):
                    view = self._views[key] = _drawn_view(kept, key.view, view)
            self._views.move_to_end(key)
            while len(self._views) > REMEMBERED:
                self._views.popitem(last=False)
            return view


def _photo_listener(waiting: _Waiting) -> Callable[[UploadProgress], None]:
    loop = asyncio.get_running_loop()

    def wake(_news: UploadProgress) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server ends
            loop.call_soon_threadsafe(waiting.news.set)

    return wake


def _number(request: Request, name: str) -> int:
    said = request.query_params.get(name, "")
    return int(said) if _NUMBER.fullmatch(said) else _UNKNOWN


def _drawn_view(kept: StoredTable, view: str, before: TableView | None) -> TableView:
    """The table as pages show it, every card or the board of one seat; what is as ``before`` is not drawn again."""
    table, parts = kept.table, dict[int, DrawnPart]()
    for seat in table.seats if view == ALL else filter(None, [table.seat(int(view))]):
        if seat.board is None and view != ALL:
            continue
        known = before.parts.get(seat.number) if before else None
        key = card_key(table, seat) if view == ALL else board_key(kept, seat)
        if known is None or known.key != key:
            drawn = shown_board(kept, seat, seat.board) if seat.board and view != ALL else card_of(table, seat)
            since = known.since if known and known.drawn == drawn else kept.version
            known = DrawnPart(key, drawn, since)
        parts[seat.number] = known
    beside = cards_view_key(table) if view == ALL else seat_view_key(table, int(view))
    is_same = before is not None and before.beside == beside
    return TableView(kept.version, beside, before.since if before and is_same else kept.version, parts)


def card_key(table: Table, seat: Seat) -> object:
    """A value that is equal for two versions of a table in which the card of a seat is drawn alike."""
    return display_name(seat, table), _without_photos(seat), table.rules, table.shows_scores


def board_key(kept: StoredTable, seat: Seat) -> object:
    """A value that is equal for two versions of a table in which the board of a seat is drawn alike.

    Of the other kingdoms it has what decides which doubts are asked about first, and how many pieces are left.
    """
    table, board = kept.table, seat.board
    depends = has_pieces(table.rules.box) or bool(board and board.doubtful)
    others = [_without_photos(one).board for one in table.seats if one != seat] if depends else []
    return kept.key, card_key(table, seat), board is not None and board.source is not None, others


def seat_view_key(table: Table, number: int) -> object:
    """A value that is equal for two versions of a table whose difference is not shown at the kingdom of that seat.

    Of the other kingdoms it has whether they are there and settled, and nothing of the games before. The squares of the
    kingdom itself are in it only where more than its editor, which is told of them by itself, shows them.
    """
    others = [_from_afar(seat) for seat in table.seats if seat.number != number]
    here = table.seat(number)
    is_followed = has_pieces(table.rules.box) or table.rules.quests
    return (
        replace(table, seats=(), games=(), recorded=None),
        _beside_board(here),
        here and _without_photos(here) if is_followed else None,
        others,
    )


def table_view_key(table: Table) -> object:
    """A value that is equal for two versions of a table that differ in squares and doubts of its kingdoms alone.

    Of the kingdoms it has whether they are there and settled, and whether their scores may be seen.
    """
    return replace(table, seats=()), [_from_afar(seat) for seat in table.seats], table.shows_scores


def cards_view_key(table: Table) -> object:
    """A value that is equal for two versions of a table whose difference is shown on the cards of its players alone.

    The button below them says what is left to check, and the photo of several kingdoms what each of them scores.
    """
    laid = [seat.board.number if seat.board else None for seat in table.seats]
    to_check = [(seat.number, seat.board.doubts) for seat in seats_to_check(table) if seat.board]
    together = find_shared_photo(table)
    in_photo = [seat.board.kingdom for seat, _source in together[1] if seat.board] if together else []
    return table_view_key(table), laid, to_check, in_photo


def _without_photos(seat: Seat) -> Seat:
    return replace(seat, board=seat.board and replace(seat.board, source=None), earlier=None)


def _from_afar(seat: Seat) -> object:
    is_settled = seat.board.trust.is_settled if seat.board else None
    return replace(seat, board=None, earlier=None), is_settled


def _beside_board(seat: Seat | None) -> object:
    if seat is None or seat.board is None:
        return seat
    board = seat.board
    return _from_afar(seat), board.number, board.pieces, seat.earlier is None
