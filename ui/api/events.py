"""``/events``: server-sent events. By them a page knows that the server is there, and what its table has become.

An event without a name is one line of data: the version of the table, ``gone`` for one that was closed, ``none`` for a
page without one. It comes at once when the version is another, and once a second otherwise. A page at one player's
kingdom names the seat: it is told of a version only when what it shows of the table has changed, and each time the
kingdom or what is said of it has, by an event ``board`` with all of it (``ui.api.tables.BoardInVersion``). Every page
of a phone is told by events ``photo`` how far the phone's photos are (``ui.api.files.PhotoView``).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import suppress
from typing import NamedTuple

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from ui import store
from ui.api.access import address_of, language_of
from ui.api.board_view import BoardView
from ui.api.files import photo_view
from ui.api.tables import board_in_version
from ui.i18n.translate import in_language
from ui.photos.inbox import INBOX, PhotoNews
from ui.serving import limits
from ui.serving.at_tables import AT_TABLES
from ui.serving.plain_requests import CLOSING
from ui.serving.quota import Quota
from ui.serving.token_bucket import TokenBuckets
from ui.settings import COOKIE
from ui.store import StoredTable, StoreError
from ui.store.changes import Changes, changes_of
from ui.store.codes import is_key
from ui.table.codec import encoded
from ui.table.view_keys import seat_view_key

NO_TABLE, GONE = "none", "gone"
_SEAT = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the second is for nginx: pass on at once


class Shown(NamedTuple):
    """What a page shows of a table: the seat whose kingdom it is at, and the language of its words."""

    table: int
    seat: int
    language: str


class BoardNews(NamedTuple):
    """A board as pages of one language show it in a version of its table, and the event that tells them of it."""

    version: int
    board: BoardView
    event: str


class Listener:
    """A page that listens: the number and key of its table, 0 without one, and what it is told next.

    ``seat`` is the one whose kingdom it shows, 0 for a page that shows all of the table.
    """

    def __init__(
        self, said: str, table: int = 0, key: str = "", seat: int = 0, shown: object = None, language: str = ""
    ) -> None:
        self.said, self.table, self.key, self.seat, self.language = said, table, key, seat, language
        self._version = 0  # of the table that it was told of last
        self._shown = shown  # at that kingdom, of the table
        self._board: BoardView | None = None  # that it was told of last
        self._event = ""  # that it is to be told of it
        self._photos: list[str] = []  # events that it is to be told
        self._news = asyncio.Event()

    @property
    def shows(self) -> Shown:
        """What the page shows."""
        return Shown(self.table, self.seat, self.language)

    def tell_of(self, kept: StoredTable, news: BoardNews | None) -> None:
        """Have it told of this version of its table, unless it shows the same as the last, and of its board."""
        if kept.version == self._version:
            return
        self._version = kept.version
        shown = seat_view_key(kept.table, self.seat)
        if shown != self._shown:
            self._shown = shown
            self.tell(str(kept.version))
        if news and news.board != self._board:
            self._board, self._event = news.board, news.event
            self._news.set()

    def tell(self, said: str) -> None:
        """Have it told now what it does not know yet."""
        if said != self.said:
            self.said = said
            self._news.set()

    def tell_of_photo(self, event: str) -> None:
        """Have it told how far a photo is."""
        self._photos.append(event)
        self._news.set()

    async def next(self) -> str:
        """The events that are to be sent, as soon as there is something new, and a second later at the latest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.BEAT_SECONDS):
                await self._news.wait()
        self._news.clear()
        events, self._photos, self._event = [*self._photos, self._event], [], ""
        return f"{''.join(events)}data: {self.said}\n\n"


class Events:
    """Streams of events, as many as the limits allow, and one watch over the database for all of them."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._arrivals = TokenBuckets(limits.ADDRESS_STREAMS_PER_SECOND, limits.ADDRESS_STREAMS_AT_ONCE)
        self._places = Quota(limits.ADDRESS_PAGES, limits.PAGES, limits.FEW_PAGES, AT_TABLES.number)
        self._watch: asyncio.Task[None] | None = None
        self._has_joined = False  # a listener of whose table a change may have been overlooked
        self._tables: dict[int, StoredTable] = {}  # those of which a page shows one kingdom, by number
        self._news: dict[Shown, BoardNews] = {}  # of those kingdoms

    async def answer(self, request: Request) -> Response:
        """A stream for a phone of ours; of a table only for a phone that sits at it."""
        phone = request.cookies.get(COOKIE, "")
        if not is_key(phone):
            return PlainTextResponse("Open a page first.", status.HTTP_403_FORBIDDEN)
        address = address_of(request)
        if self._places.are_taken_for(address) or not self._arrivals.of(address).take_now():
            busy = "Too many pages listen."
            return PlainTextResponse(busy, status.HTTP_503_SERVICE_UNAVAILABLE, {"Retry-After": "15", **CLOSING})
        try:
            key, seat = (request.query_params.get(name, "") for name in ("t", "s"))
            number = int(seat) if _SEAT.fullmatch(seat) else 0
            listener = await run_in_threadpool(_listener, key, number, phone, language_of(request))
        except StoreError:
            listener = Listener(NO_TABLE)
        if listener.table:
            AT_TABLES.seen(address, phone)
        return StreamingResponse(self._events(listener, phone, address), 200, HEADERS, "text/event-stream")

    async def _events(self, listener: Listener, phone: str, address: str) -> AsyncIterator[str]:
        """Events until the page leaves, or long enough that one which left without a word is forgotten."""
        until = asyncio.get_running_loop().time() + limits.LISTENING_SECONDS
        self._listeners.add(listener)
        self._has_joined = True
        self._places.take(address)
        self._watch = self._watch or asyncio.create_task(self._keep_watch())
        events = f"data: {listener.said}\n\n"
        try:
            with INBOX.told(phone, _teller(listener)):
                while asyncio.get_running_loop().time() < until:
                    yield events
                    events = await listener.next()
        finally:
            self._listeners.discard(listener)
            self._places.leave(address)

    async def _keep_watch(self) -> None:
        """Tell of changes as long as anybody listens."""
        changes: Changes | None = None
        while self._listeners:
            try:
                if changes is None:
                    changes = await run_in_threadpool(lambda: changes_of(store.opened().engine))
                changed = await run_in_threadpool(changes.wait, limits.BEAT_SECONDS)
                asked = {listener.table for listener in self._listeners if listener.table}
                if changed is not None and not self._has_joined:
                    asked &= set(changed)
                self._has_joined = False
                if asked:
                    await self._tell_of(asked)
            except StoreError:
                self._has_joined = True
                if changes:
                    changes.close()
                changes = None
                await asyncio.sleep(limits.BEAT_SECONDS)
        if changes:
            changes.close()
        self._watch = None

    async def _tell_of(self, asked: Collection[int]) -> None:
        versions = await run_in_threadpool(lambda: store.opened().versions(asked))
        seated = {listener.table: listener.key for listener in self._listeners if listener.seat}
        new = {
            number: key
            for number, key in seated.items()
            if number in versions and not (number in self._tables and self._tables[number].version >= versions[number])
        }
        read = await run_in_threadpool(lambda: _read(new, versions)) if new else {}
        self._tables = {number: kept for number, kept in (self._tables | read).items() if number in seated}
        wanted = {listener.shows for listener in self._listeners if listener.seat}
        known = {shown: news for shown, news in self._news.items() if shown in wanted}
        self._news = await run_in_threadpool(_with_news, known, self._tables, wanted)
        for listener in [one for one in self._listeners if one.table in asked]:
            self._tell(listener, versions, self._news.get(listener.shows))

    def _tell(self, listener: Listener, versions: Mapping[int, int], news: BoardNews | None) -> None:
        version, kept = versions.get(listener.table), self._tables.get(listener.table)
        if version is None:
            listener.tell(GONE)
        elif listener.seat and kept and kept.version >= version:
            listener.tell_of(kept, news)
        else:
            listener.tell(str(version))


def _teller(listener: Listener) -> Callable[[PhotoNews], None]:
    """What has a page told of a photo, from any thread; one that has left hears nothing."""
    loop = asyncio.get_running_loop()

    def tell(news: PhotoNews) -> None:
        event = f"event: photo\ndata: {encoded(photo_view(news))}\n\n"
        with suppress(RuntimeError):  # the loop is closed: the server ends
            loop.call_soon_threadsafe(listener.tell_of_photo, event)

    return tell


def _read(tables: Mapping[int, str], versions: Mapping[int, int]) -> dict[int, StoredTable]:
    """The tables with these numbers and keys in these versions or later ones, without those that cannot be read."""
    found: dict[int, StoredTable] = {}
    for number, key in tables.items():
        with suppress(StoreError):
            kept = store.opened().at_least(number, key, versions[number])
            found |= {number: kept} if kept else {}
    return found


def _with_news(
    known: Mapping[Shown, BoardNews], tables: Mapping[int, StoredTable], wanted: Collection[Shown]
) -> dict[Shown, BoardNews]:
    """The boards that pages show, as far as they are there; each is drawn once for all pages of a language."""
    found = dict(known)
    for shown in wanted:
        kept = tables.get(shown.table)
        seat = kept.table.seat(shown.seat) if kept else None
        if kept and seat and seat.board and not (shown in known and known[shown].version == kept.version):
            with in_language(shown.language):
                news = board_in_version(kept, seat, seat.board)
            found[shown] = BoardNews(kept.version, news.board, f"event: board\ndata: {encoded(news)}\n\n")
    return found


def _listener(key: str, seat: int, phone: str, language: str) -> Listener:
    """A page of that phone: with the table of that key if it ever sat down there."""
    seen = store.opened().seen_from(key, phone) if is_key(key) else None
    if seen is None:
        return Listener(NO_TABLE)
    number, version = seen
    kept = store.opened().at_least(number, key, version) if seat else None
    if kept is None:
        return Listener(str(version), number, key)
    return Listener(str(kept.version), number, key, seat, seat_view_key(kept.table, seat), language)
