"""Connections as the network makes them: so many of an address and in all, and none that never says what it wants.

No layer in front of the app sees a request before its last header has come, so this is where uvicorn makes a
connection: uvicorn 0.54 has no time-out for headers, and forgets its own for idle ones with the first byte.
"""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio import TimerHandle
from typing import Any, cast

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ui.serving import limits
from ui.serving.at_tables import AT_TABLES
from ui.serving.quota import Quota
from ui.serving.rate_limit import household
from ui.serving.token_bucket import TokenBucket, TokenBuckets
from ui.settings import EVENTS

BELIEVED = "FORWARDED_ALLOW_IPS"  # environment variable of uvicorn: whose word on a phone's address is taken
ABORT = "crownsight.abort"  # extension of a websocket's scope: ends the connection at once
_log = logging.getLogger("uvicorn.error")


class Connections:
    """How many connections there are, by address. Proxies count among all alone: theirs are those of many phones."""

    def __init__(self, places: Quota, proxies: str) -> None:
        self._places, self._proxies = places, _TrustedHosts(proxies)

    def opened(self, address: str) -> bool:
        """Count one more; False, and not counted, where that is too many."""
        name, places = household(address), self._places
        if places.are_all_taken if address in self._proxies else places.are_taken_for(name):
            return False
        places.take(name)
        return True

    def closed(self, address: str) -> None:
        """Count one less."""
        self._places.leave(household(address))


class Unheard:
    """Ends a connection whose other end takes nothing of what is sent for too long."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._due: TimerHandle | None = None

    def begin(self) -> None:
        """Nothing more can be sent until something is taken."""
        self.end()
        self._due = asyncio.get_running_loop().call_later(limits.UNHEARD_SECONDS, self._transport.abort)

    def end(self) -> None:
        """Something was taken, or nothing is sent any longer."""
        if self._due:
            self._due.cancel()
            self._due = None


class LimitedHttp(H11Protocol):
    """HTTP for connections that are not too many, that say in time what they want and take what they asked for."""

    counted: Connections  # of the server

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for headers, or refuse."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._headers_due: TimerHandle | None = None
        self._unheard = Unheard(transport)
        self._is_counted = self.counted.opened(self._address)
        if self._is_counted:
            self._wait_for_headers()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """As uvicorn does, unless the other end has said that it asks for nothing more."""
        if self.conn.their_state in (h11.MUST_CLOSE, h11.CLOSED):  # it said that this was all
            self.transport.abort()
            return
        super().data_received(data)

    def pause_writing(self) -> None:
        """As uvicorn does; what is not taken in time is not offered any longer."""
        super().pause_writing()
        self._unheard.begin()

    def resume_writing(self) -> None:
        """As uvicorn does."""
        super().resume_writing()
        self._unheard.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        super().connection_lost(exc)
        self._unheard.end()
        self._headers_are_there()
        if self._is_counted:
            self.counted.closed(self._address)

    def handle_events(self) -> None:
        """As uvicorn does; the headers of a request that begins are there."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._headers_are_there()

    def send_400_response(self, msg: str) -> None:
        """As uvicorn does, unless the app is about to answer: then there is no room for another answer."""
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.transport.abort()
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def shutdown(self) -> None:
        """As uvicorn does; events, which would go on, end at once."""
        super().shutdown()
        if self.cycle and not self.cycle.response_complete and self.scope["path"] == EVENTS:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection, still counted, to the websocket."""
        self._headers_are_there()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait_for_headers()

    def _wait_for_headers(self) -> None:
        self._headers_are_there()
        self._headers_due = self.loop.call_later(limits.HEADER_SECONDS, self.transport.abort)

    def _headers_are_there(self) -> None:
        if self._headers_due:
            self._headers_due.cancel()
            self._headers_due = None


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A websocket that is read in small parts, of whose frames each costs a token, and that can be cut off."""

    counted: Connections
    frames_of: TokenBuckets  # of each address

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to read in small parts."""
        super().connection_made(transport)
        self._unheard = Unheard(self.transport)
        self._budget = TokenBucket(limits.FRAMES_PER_SECOND, limits.FRAMES_AT_ONCE)
        if hasattr(transport, "max_size"):  # asyncio's own transports
            transport.max_size = limits.READ_BYTES

    def pause_writing(self) -> None:
        """As uvicorn does; what is not taken in time is not offered any longer."""
        super().pause_writing()
        self._unheard.begin()

    def resume_writing(self) -> None:
        """As uvicorn does."""
        super().resume_writing()
        self._unheard.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        super().connection_lost(exc)
        self._unheard.end()
        self.counted.closed(self.client[0] if self.client else "")

    def handle_ping(self) -> None:
        """As uvicorn does, within the budget; no layer in front of the app sees pings."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """As uvicorn does, within the budget."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """As uvicorn does, within the budget: a message of empty parts would never be too large."""
        if self._may_go_on():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """As uvicorn does, within the budget."""
        if self._may_go_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """As uvicorn does, within the budget."""
        if self._may_go_on():
            super().handle_bytes(event)

    def _may_go_on(self) -> bool:
        """Take a token for a frame; a connection that has none, or whose address has none, is reset."""
        if self.transport.is_closing():
            return False
        address = household(self.scope["client"][0] if self.scope["client"] else "")
        if self._budget.take_now() and self.frames_of.of(address).take_now():
            return True
        _log.warning("A page was closed: it sent too many frames.")
        self.transport.abort()
        return False

    def handle_connect(self, event: Any) -> None:
        """As uvicorn does; the app that serves the websocket can end it at once."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"])[ABORT] = self.transport.abort


def uvicorn_options() -> dict[str, Any]:
    """How uvicorn serves the app within these limits, as keyword arguments of ``uvicorn.Config``."""
    frames = TokenBuckets(limits.ADDRESS_FRAMES_PER_SECOND, limits.ADDRESS_FRAMES_AT_ONCE)
    places = Quota(limits.ADDRESS_CONNECTIONS, limits.CONNECTIONS, limits.FEW_CONNECTIONS, AT_TABLES.number)
    counted = Connections(places, os.environ.get(BELIEVED, "127.0.0.1"))
    return {
        "http": type("Http", (LimitedHttp,), {"counted": counted}),
        "ws": type("WebSocket", (LimitedWebSocket,), {"counted": counted, "frames_of": frames}),
        "ws_max_size": limits.MESSAGE_BYTES,
        "ws_ping_interval": limits.PING_SECONDS,
        "ws_ping_timeout": limits.PING_SECONDS,
        "ws_per_message_deflate": False,  # a small frame could be a large message
        "h11_max_incomplete_event_size": limits.HEADER_BYTES,
        "timeout_keep_alive": limits.IDLE_SECONDS,
        "timeout_graceful_shutdown": limits.LEAVING_SECONDS,
        "access_log": False,  # addresses of tables hold the keys that open them
        "use_colors": False,
        "log_level": "warning",
    }
