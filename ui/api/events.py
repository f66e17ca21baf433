"""``/events``: server-sent events. By them a page knows that the server is there, and what its table has become.

An event without a name is one line of data: the version of the table, ``gone`` for one that was closed, ``none`` for a
page without one. It comes at once when the version is another, and once a second otherwise. A page at one player's
kingdom names the seat: it is told of a version only when what it shows of the table has changed, and each time the
kingdom or what is said of it has, by an event ``board`` with all of it (``ui.api.tables.BoardInVersion``). So is the
page of all cards, which names ``all``, by an event ``card`` for each that has changed (``ui.api.cards.CardInVersion``).
Every page of a phone is told by events ``photo`` how far the phone's photos are (``ui.api.files.PhotoView``).
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
from ui.api.access import language_of
from ui.api.cards import cards_in_version
from ui.api.files import photo_view
from ui.api.tables import board_in_version
from ui.i18n.translate import in_language
from ui.photos.inbox import INBOX, PhotoNews
from ui.settings import COOKIE
from ui.store import StoredTable, StoreError
from ui.store.codes import is_key
from ui.table.forms import encoded
from ui.table.table import Table
from ui.table.view_keys import cards_view_key, seat_view_key

BEAT_SECONDS = 1.0  # between two events to a page that listens; it takes 2.5 s of silence for being offline
LOOK_SECONDS = 0.05  # between two looks at the versions of all tables shown, however often something changes
LISTENING_SECONDS = 300.0  # for all events of one stream; a page opens the next at once, one that is gone does not
NO_TABLE, GONE = "none", "gone"
ALL = "all"  # in place of a seat
_VIEW = re.compile(rf"[1-9][0-9]{{0,8}}|{ALL}", re.ASCII)
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the second is for nginx: pass on at once


class Shown(NamedTuple):
    """What a page shows of a table: the number of the seat whose kingdom it is at or ``all``, and its language."""

    table: int
    view: str
    language: str


class Told(NamedTuple):
    """A board or a card of a seat as pages of one language show it, and the event that tells them of it."""

    seat: int
    drawn: object
    event: str


class News(NamedTuple):
    """What pages show of a version of their table: what they are told of, and a value for all that is beside it."""

    version: int
    beside: object
    told: tuple[Told, ...]


class Listener:
    """A page that listens: the number and key of its table, 0 without one, and what it is told next.

    ``view`` is what it shows (``Shown.view``), empty for a page that is to be told of versions alone.
    """

    def __init__(
        self, said: str, table: int = 0, key: str = "", view: str = "", beside: object = None, language: str = ""
    ) -> None:
        self.said, self.table, self.key, self.view, self.language = said, table, key, view, language
        self._version = 0  # of the table that it was told of last
        self._beside = beside  # what it shows beside what it is told of
        self._drawn: dict[int, object] = {}  # what it was told last of each seat
        self._events: dict[int, str] = {}  # that it is to be told of them
        self._photos: list[str] = []  # events that it is to be told
        self._news = asyncio.Event()

    @property
    def shows(self) -> Shown:
        """What the page shows."""
        return Shown(self.table, self.view, self.language)

    def tell_of(self, news: News) -> None:
        """Have it told of this version of its table, unless it shows the same as the last, and of boards and cards."""
        if news.version == self._version:
            return
        self._version = news.version
        if news.beside != self._beside:
            self._beside = news.beside
            self.tell(str(news.version))
        for seat, drawn, event in news.told:
            if self._drawn.get(seat) != drawn:
                self._drawn[seat], self._events[seat] = drawn, event
                self._news.set()

    def tell(self, said: str) -> None:
        """Have it told now what it does not know yet."""
        if said != self.said:
            self.said = said
            self._news.set()

    def wake(self) -> None:
        """Have it go on at once."""
        self._news.set()

    def tell_of_photo(self, event: str) -> None:
        """Have it told how far a photo is."""
        self._photos.append(event)
        self._news.set()

    async def next(self) -> str:
        """The events that are to be sent, as soon as there is something new, and a second later at the latest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_SECONDS):
                await self._news.wait()
        self._news.clear()
        events, self._photos, self._events = [*self._photos, *self._events.values()], [], {}
        return f"{''.join(events)}data: {self.said}\n\n"


class Events:
    """Streams of events, and one watch over the database for all of them."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._is_over = False
        self._watch: asyncio.Task[None] | None = None
        self._tables: dict[int, StoredTable] = {}  # those of which a page shows kingdoms or cards, by number
        self._news: dict[Shown, News] = {}  # of those

    async def answer(self, request: Request) -> Response:
        """A stream for a phone of ours; of a table only for a phone that sits at it."""
        phone = request.cookies.get(COOKIE, "")
        if not is_key(phone):
            return PlainTextResponse("Open a page first.", status.HTTP_403_FORBIDDEN)
        try:
            key, asked = (request.query_params.get(name, "") for name in ("t", "s"))
            view = asked if _VIEW.fullmatch(asked) else ""
            listener = await run_in_threadpool(_listener, key, view, phone, language_of(request))
        except StoreError:
            listener = Listener(NO_TABLE)
        return StreamingResponse(self._events(listener, phone), 200, HEADERS, "text/event-stream")

    def end(self) -> None:
        """End all streams, which would go on while the server waits for its last requests."""
        self._is_over = True
        for listener in self._listeners:
            listener.wake()

    async def _events(self, listener: Listener, phone: str) -> AsyncIterator[str]:
        """Events until the page leaves, or long enough that one which left without a word is forgotten."""
        until = asyncio.get_running_loop().time() + LISTENING_SECONDS
        self._listeners.add(listener)
        self._watch = self._watch or asyncio.create_task(self._keep_watch())
        events = f"data: {listener.said}\n\n"
        try:
            with INBOX.told(phone, _teller(listener)):
                while asyncio.get_running_loop().time() < until and not self._is_over:
                    yield events
                    events = await listener.next()
        finally:
            self._listeners.discard(listener)

    async def _keep_watch(self) -> None:
        """Tell of changes as long as anybody listens: at once of those of this process, of others within a second."""
        known = 0
        while self._listeners:
            try:
                await self._tell_of({listener.table for listener in self._listeners if listener.table})
                await asyncio.sleep(LOOK_SECONDS)
                known = await run_in_threadpool(_next_change, known)
            except StoreError:
                await asyncio.sleep(BEAT_SECONDS)
        self._watch = None

    async def _tell_of(self, asked: Collection[int]) -> None:
        if not asked:
            return
        versions = await run_in_threadpool(lambda: store.opened().versions(asked))
        shown = {listener.table: listener.key for listener in self._listeners if listener.view}
        new = {
            number: key
            for number, key in shown.items()
            if number in versions and not (number in self._tables and self._tables[number].version >= versions[number])
        }
        read = await run_in_threadpool(lambda: _read(new, versions)) if new else {}
        self._tables = {number: kept for number, kept in (self._tables | read).items() if number in shown}
        wanted = {listener.shows for listener in self._listeners if listener.view}
        known = {one: news for one, news in self._news.items() if one in wanted}
        self._news = await run_in_threadpool(_with_news, known, self._tables, wanted)
        for listener in [one for one in self._listeners if one.table in asked]:
            self._tell(listener, versions, self._news.get(listener.shows))

    def _tell(self, listener: Listener, versions: Mapping[int, int], news: News | None) -> None:
        version = versions.get(listener.table)
        if version is None:
            listener.tell(GONE)
        elif news and news.version >= version:
            listener.tell_of(news)
        else:
            listener.tell(str(version))


def _next_change(known: int) -> int:
    """How many changes this process has made, as soon as they are more than that, and a second later at the latest."""
    return store.opened().changes.wait(known, BEAT_SECONDS)


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
    known: Mapping[Shown, News], tables: Mapping[int, StoredTable], wanted: Collection[Shown]
) -> dict[Shown, News]:
    """What pages show of these tables; all pages of a language have it drawn once."""
    found = dict(known)
    for shown in wanted:
        kept = tables.get(shown.table)
        if kept and not (shown in known and known[shown].version == kept.version):
            with in_language(shown.language):
                found[shown] = News(kept.version, _beside(kept.table, shown.view), _told(kept, shown.view))
    return found


def _beside(table: Table, view: str) -> object:
    """A value for what a page shows of a table beside what it is told of."""
    return cards_view_key(table) if view == ALL else seat_view_key(table, int(view))


def _told(kept: StoredTable, view: str) -> tuple[Told, ...]:
    """What pages are told of: every card, or the board of the one seat if it is there."""
    if view == ALL:
        cards = cards_in_version(kept.table, kept.version)
        return tuple(Told(one.card.seat, one.card, f"event: card\ndata: {encoded(one)}\n\n") for one in cards)
    seat = kept.table.seat(int(view))
    if seat is None or seat.board is None:
        return ()
    news = board_in_version(kept, seat, seat.board)
    return (Told(seat.number, news.board, f"event: board\ndata: {encoded(news)}\n\n"),)


def _listener(key: str, view: str, phone: str, language: str) -> Listener:
    """A page of that phone: with the table of that key if it ever sat down there."""
    seen = store.opened().seen_from(key, phone) if is_key(key) else None
    if seen is None:
        return Listener(NO_TABLE)
    number, version = seen
    kept = store.opened().at_least(number, key, version) if view else None
    if kept is None:
        return Listener(str(version), number, key)
    return Listener(str(kept.version), number, key, view, _beside(kept.table, view), language)
