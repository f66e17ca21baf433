"""``/events``: server-sent events. By them a page knows that the server is there, and which version its table has.

Each event is one line of data: the version of the table, ``gone`` for one that was closed, ``none`` for a page without
one. It comes at once when the version is another, and once a second otherwise.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from ui import store
from ui.serving import limits
from ui.serving.rate_limit import household
from ui.settings import COOKIE
from ui.store import StoreError
from ui.store.changes import Changes, changes_of
from ui.store.codes import is_key

PATH = "/events"
NO_TABLE, GONE = "none", "gone"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the second is for nginx: pass on at once


class Listener:
    """A page that listens: the number of its table, None without one, and what it is told next."""

    def __init__(self, table: int | None, said: str) -> None:
        self.table, self.said = table, said
        self._news = asyncio.Event()

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
        self._addresses: Counter[str] = Counter()
        self._watch: asyncio.Task[None] | None = None
        self._has_joined = False  # a listener of whose table a change may have been overlooked

    async def answer(self, request: Request) -> Response:
        """A stream for a phone of ours; of a table only for a phone that sits at it."""
        phone = request.cookies.get(COOKIE, "")
        if not is_key(phone):
            return PlainTextResponse("Open a page first.", status.HTTP_403_FORBIDDEN)
        address = household(request.client.host if request.client else "")
        if self._addresses[address] >= limits.ADDRESS_PAGES or self._addresses.total() >= limits.PAGES:
            busy = "Too many pages listen."
            return PlainTextResponse(busy, status.HTTP_503_SERVICE_UNAVAILABLE, {"Retry-After": "15"})
        try:
            table = await run_in_threadpool(_table_seen, request.query_params.get("t", ""), phone)
        except StoreError:
            table = None
        number, said = (table[0], str(table[1])) if table else (None, NO_TABLE)
        return StreamingResponse(self._events(Listener(number, said), address), 200, HEADERS, "text/event-stream")

    async def _events(self, listener: Listener, address: str) -> AsyncIterator[str]:
        """Events until the page leaves, or long enough that one which left without a word is forgotten."""
        until = asyncio.get_running_loop().time() + limits.LISTENING_SECONDS
        self._listeners.add(listener)
        self._has_joined = True
        self._addresses[address] += 1
        self._watch = self._watch or asyncio.create_task(self._keep_watch())
        said = listener.said
        try:
            while asyncio.get_running_loop().time() < until:
                yield f"data: {said}\n\n"
                said = await listener.next()
        finally:
            self._listeners.discard(listener)
            self._addresses -= Counter([address])  # keeps none at zero

    async def _keep_watch(self) -> None:
        """Tell of changes as long as anybody listens."""
        changes: Changes | None = None
        while self._listeners:
            try:
                if changes is None:
                    changes = await run_in_threadpool(lambda: changes_of(store.opened().engine))
                if await run_in_threadpool(changes.wait, limits.BEAT_SECONDS) or self._has_joined:
                    self._has_joined = False
                    await self._tell_all()
            except StoreError:
                self._has_joined = True
                if changes:
                    changes.close()
                changes = None
                await asyncio.sleep(limits.BEAT_SECONDS)
        if changes:
            changes.close()
        self._watch = None

    async def _tell_all(self) -> None:
        asked = {listener.table for listener in self._listeners if listener.table is not None}
        versions = await run_in_threadpool(lambda: store.opened().versions(asked)) if asked else {}
        for listener in self._listeners:
            if listener.table in asked:
                listener.tell(str(versions.get(listener.table, GONE)))


def _table_seen(key: str, phone: str) -> tuple[int, int] | None:
    return store.opened().seen_from(key, phone) if is_key(key) else None
