"""Limits of connections, body lengths by route, and the size and rate of page messages.

A proxy in front of the server limits requests by address (``deploy/nginx.conf``); these limits keep one
process within its memory and open files. uvicorn has others, each by its own option.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import h11
from starlette import status
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui.system import is_trial

PATH_LENGTH = 2_000  # characters; ours have 100
PAGES = 100 if is_trial() else 300  # open at a time; a page takes 1.5 MB, and 100 phones fill a core
MESSAGE_BYTES = 16_384  # of a page's message; the largest of 725 in the browser tests had 1,312
MESSAGES_PER_SECOND = 5.0  # sustained, from one websocket; taps on squares are HTTP requests and do not count
MESSAGES_AT_ONCE = 100.0  # of a page before that holds; thirty pages turned as fast as one can
CONNECTIONS = 300 if is_trial() else 900  # at a time; beyond, uvicorn answers 503. A browser keeps two, opens six
REFUSED_SHARE = 1.25  # of the connection limit, up to which 503 is answered; more connections are closed unheard
REQUEST_HEAD_SECONDS = 10  # a connection without the complete head of a request is closed; slow networks need two
HEADER_BYTES = 32_768  # of a request that has not come whole; Chromium sends 770 with our cookies
KEEP_ALIVE_SECONDS = 5  # without a request; the files of a page are asked for within one
PING_SECONDS = 30  # between two pings to a page; one that does not answer for as long is gone
LEAVING_SECONDS = 3  # that pages have to go when the server is stopped
DESCRIPTORS = 4_096  # asked of the system at the start; a page takes four, 128 of sleeping phones three each
RESERVED_DESCRIPTORS = 200  # for tables, photos and logs
DESCRIPTORS_PER_CONNECTION = 4  # with its share of the pages and of the sleeping phones
FEWEST_CONNECTIONS = 8
WARNING_SECONDS = 60.0  # between two lines of the log about too many connections

CLOSING = {"Connection": "close"}  # what else comes of the request is not heard
TOO_LONG = PlainTextResponse("This address is too long.", status.HTTP_414_URI_TOO_LONG, CLOSING)
NO_LENGTH = PlainTextResponse("Say how long the body is.", status.HTTP_411_LENGTH_REQUIRED, CLOSING)
TOO_LARGE = PlainTextResponse("This is too much at once.", status.HTTP_413_CONTENT_TOO_LARGE, CLOSING)
_log = logging.getLogger("crownsight.limits")


def connection_limit(descriptors: int) -> int:
    """Return how many connections fit into that many open files, at most CONNECTIONS."""
    fitting = (descriptors - RESERVED_DESCRIPTORS) // DESCRIPTORS_PER_CONNECTION
    return max(FEWEST_CONNECTIONS, min(CONNECTIONS, fitting))


class RateLimitedWarning:
    """Says when a repeated warning may be logged again: once in WARNING_SECONDS."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = 0.0

    def is_due(self) -> bool:
        """Return True once in WARNING_SECONDS."""
        now = self._clock()
        if now < self._next:
            return False
        self._next = now + WARNING_SECONDS
        return True


_too_many = RateLimitedWarning()


class LimitedConnection(H11Protocol):
    """A connection that is closed above REFUSED_SHARE of the limit, and without the head of a request in time."""

    _request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection; abort it above REFUSED_SHARE of the limit. Below, uvicorn answers 503."""
        super().connection_made(transport)
        limit = self.limit_concurrency or CONNECTIONS
        if len(self.connections) > limit * REFUSED_SHARE:
            if _too_many.is_due():
                _log.warning("Too many connections: at most %s can be open. New ones are refused.", limit)
            transport.abort()
            return
        self._request_timer = self.loop.call_later(REQUEST_HEAD_SECONDS, self._close_without_request)

    def data_received(self, data: bytes) -> None:
        """Handle what has arrived; each request gets REQUEST_HEAD_SECONDS for its head."""
        super().data_received(data)
        if self._awaits_request_head():
            self._request_timer = self._request_timer or self.loop.call_later(
                REQUEST_HEAD_SECONDS, self._close_without_request
            )
        elif self._request_timer:
            self._request_timer.cancel()
            self._request_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a request."""
        if self._request_timer:
            self._request_timer.cancel()
        super().connection_lost(exc)

    def _awaits_request_head(self) -> bool:
        return self.conn.their_state is h11.IDLE

    def _close_without_request(self) -> None:
        self._request_timer = None
        if self._awaits_request_head():
            self.transport.close()


def uvicorn_limits(connections: int = CONNECTIONS) -> dict[str, Any]:
    """Return uvicorn's own limits, as keyword arguments of ``uvicorn.Config``."""
    return {
        "http": LimitedConnection,
        "ws": "websockets-sansio",  # reads no further while a message waits for the app
        "limit_concurrency": connections,
        "h11_max_incomplete_event_size": HEADER_BYTES,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "timeout_graceful_shutdown": LEAVING_SECONDS,
        "ws_max_size": MESSAGE_BYTES,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "ws_per_message_deflate": False,  # a small frame could be a large message
    }


class LimitsMiddleware:
    """Passes on what is within the bounds; ``bodies`` has the bytes of a body by how the path begins, 0 for others."""

    def __init__(self, app: ASGIApp, bodies: Mapping[str, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._app, self._bodies, self._clock = app, bodies, clock
        self._pages = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is out of bounds, before its body is heard; close such a page."""
        if scope["type"] == "websocket":
            await self._page(scope, receive, send)
        elif scope["type"] == "http" and (refusal := self._refusal(scope)):
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers, path = Headers(scope=scope), scope["path"]
        if len(path) > PATH_LENGTH:
            return TOO_LONG
        if "transfer-encoding" in headers:
            return NO_LENGTH
        most = next((size for begins, size in self._bodies.items() if path.startswith(begins)), 0)
        return TOO_LARGE if int(headers.get("content-length", 0)) > most else None

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._pages >= PAGES:
            await WebSocketClose(status.WS_1013_TRY_AGAIN_LATER)(scope, receive, send)
            return
        left, counted = MESSAGES_AT_ONCE, self._clock()

        async def within() -> Message:
            nonlocal left, counted
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            now = self._clock()
            left, counted = min(MESSAGES_AT_ONCE, left + (now - counted) * MESSAGES_PER_SECOND) - 1, now
            if code := _why_closed(message, left):
                _log.warning("A page was closed with code %s.", code)
                await send({"type": "websocket.close", "code": code})
                return {"type": "websocket.disconnect", "code": code}
            return message

        async def to_who_is_there(message: Message) -> None:
            with suppress(OSError):  # the page has left, which the app is told by a message
                await send(message)

        self._pages += 1
        try:
            await self._app(scope, within, to_who_is_there)
        finally:
            self._pages -= 1


def _why_closed(message: Message, left: float) -> int:
    """Return the code to close a page with; 0 for a message within the limits."""
    content = message.get("bytes")
    if content is None:
        return status.WS_1003_UNSUPPORTED_DATA
    if len(content) > MESSAGE_BYTES:
        return status.WS_1009_MESSAGE_TOO_BIG
    return status.WS_1008_POLICY_VIOLATION if left < 0 else 0
