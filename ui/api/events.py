"""``/events``: server-sent events. By them a page knows that the server is there, and which version its table has.

Each event is one line of data: the version of the table, ``gone`` for one that was closed, ``none`` for a page without
one. It comes at once when the version is another, and once a second otherwise. A page at one player's kingdom names
the seat: it is told of a version only when what it shows of the table has changed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import suppress

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from ui import store
from ui.serving import limits
from ui.serving.quota import Quota
from ui.serving.rate_limit import household
from ui.settings import COOKIE
from ui.store import StoredTable, StoreError
from ui.store.changes import Changes, changes_of
from ui.store.codes import is_key
from ui.table.view_keys import seat_view_key

PATH = "/events"
NO_TABLE, GONE = "none", "gone"
_SEAT = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the second is for nginx: pass on at once


class Listener:
    """A page that listens: the number and key of its table, 0 without one, and what it is told next.

    ``seat`` is the one whose kingdom it shows, 0 for a page that shows all of the table.
    """

    def __init__(self, said: str, table: int = 0, key: str = "", seat: int = 0, shown: object = None) -> None:
        self.said, self.table, self.key, self.seat = said, table, key, seat
        self._shown = shown  # at that kingdom, of the table
        self._news = asyncio.Event()

    def tell_of(self, kept: StoredTable) -> None:
        """Have it told of this version of its table, unless it shows the same as the last."""
        shown = seat_view_key(kept.table, self.seat)
        if shown != self._shown:
            self._shown = shown
            self.tell(str(kept.version))

    def tell(self, said: str) -> None:
        """Have it told now what it does not know yet."""
        if said != self.said:
            self.said = said
            self._news.set()

    async def next(self) -> str:
        """What is to be said, as soon as it is new, and a second after the last at the latest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.BEAT_SECONDS):
                await self._news.wait()
        self._news.clear()
        return self.said


class Events:
    """Streams of events, as many as the limits allow, and one watch over the database for all of them."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._places = Quota(limits.ADDRESS_PAGES, limits.PAGES)
        self._watch: asyncio.Task[None] | None = None
        self._has_joined = False  # a listener of whose table a change may have been overlooked
        self._tables: dict[int, StoredTable] = {}  # those of which a page shows one kingdom, by number

    async def answer(self, request: Request) -> Response:
        """A stream for a phone of ours; of a table only for a phone that sits at it."""
        phone = request.cookies.get(COOKIE, "")
        if not is_key(phone):
            return PlainTextResponse("Open a page first.", status.HTTP_403_FORBIDDEN)
        address = household(request.client.host if request.client else "")
        if self._places.are_taken_for(address):
            busy = "Too many pages listen."
            return PlainTextResponse(busy, status.HTTP_503_SERVICE_UNAVAILABLE, {"Retry-After": "15"})
        try:
            key, seat = (request.query_params.get(name, "") for name in ("t", "s"))
            listener = await run_in_threadpool(_listener, key, int(seat) if _SEAT.fullmatch(seat) else 0, phone)
        except StoreError:
            listener = Listener(NO_TABLE)
        return StreamingResponse(self._events(listener, address), 200, HEADERS, "text/event-stream")

    async def _events(self, listener: Listener, address: str) -> AsyncIterator[str]:
        """Events until the page leaves, or long enough that one which left without a word is forgotten."""
        until = asyncio.get_running_loop().time() + limits.LISTENING_SECONDS
        self._listeners.add(listener)
        self._has_joined = True
        self._places.take(address)
        self._watch = self._watch or asyncio.create_task(self._keep_watch())
        said = listener.said
        try:
            while asyncio.get_running_loop().time() < until:
                yield f"data: {said}\n\n"
                said = await listener.next()
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
        for listener in self._listeners:
            if listener.table in asked:
                self._tell(listener, versions)

    def _tell(self, listener: Listener, versions: Mapping[int, int]) -> None:
        version, kept = versions.get(listener.table), self._tables.get(listener.table)
        if version is None:
            listener.tell(GONE)
        elif listener.seat and kept and kept.version >= version:
            listener.tell_of(kept)
        else:
            listener.tell(str(version))


def _read(tables: Mapping[int, str], versions: Mapping[int, int]) -> dict[int, StoredTable]:
    """The tables with these numbers and keys in these versions or later ones, without those that cannot be read."""
    found: dict[int, StoredTable] = {}
    for number, key in tables.items():
        with suppress(StoreError):
            kept = store.opened().at_least(number, key, versions[number])
            found |= {number: kept} if kept else {}
    return found


def _listener(key: str, seat: int, phone: str) -> Listener:
    """A page of that phone: with the table of that key if it ever sat down there."""
    seen = store.opened().seen_from(key, phone) if is_key(key) else None
    if seen is None:
        return Listener(NO_TABLE)
    number, version = seen
    kept = store.opened().at_least(number, key, version) if seat else None
    if kept is None:
        return Listener(str(version), number, key)
    return Listener(str(kept.version), number, key, seat, seat_view_key(kept.table, seat))
