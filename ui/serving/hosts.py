"""Names that this server is known by: a page from elsewhere neither talks with it nor passes for it."""

from __future__ import annotations

import os
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette import status
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ui.system import ADDRESS, PRIVATE

UNKNOWN = (
    "This server is not known by that name. Open it by its address, or have it started with "
    "crownsight serve --address http://the-name\n"
)
FOREIGN = "Only pages of this server may change anything here.\n"
READING = ("GET", "HEAD", "OPTIONS")  # methods


class OwnPages:
    """Answers only where it is asked for by a name of its own, and lets only pages of this app write to it.

    A page of somebody else whose name suddenly stands for this machine's address (DNS rebinding) could otherwise read
    what phones here read. An address by number is no such name. A connection is opened, and anything changed, by pages
    of the very host that is asked alone: Streamlit refuses others too, but asks a server on the Internet for its own
    address first, and nobody else is answered meanwhile.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._names = own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless it is for somebody else, or from a page of somebody else."""
        refusal = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(code=status.WS_1008_POLICY_VIOLATION)(scope, receive, send)
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if not self._is_known(headers.get("host", "")):
            return PlainTextResponse(UNKNOWN, status.HTTP_400_BAD_REQUEST)
        writes = scope["type"] == "websocket" or scope["method"] not in READING
        return PlainTextResponse(FOREIGN, status.HTTP_403_FORBIDDEN) if writes and _is_foreign(headers) else None

    def _is_known(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return not host or name in self._names or _is_address(name)


def own_names() -> frozenset[str]:
    """The names of this machine here and in its network, and the one by which phones are configured to reach it."""
    machine = socket.gethostname().lower()
    configured = urlsplit(os.environ.get(ADDRESS, "")).hostname or "localhost"
    short = machine.partition(".")[0]
    return frozenset({"localhost", machine, configured, short, *(f"{short}.{domain}" for domain in PRIVATE)})


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_foreign(headers: Headers) -> bool:
    """True if a browser says that the page came from elsewhere, or from nowhere; other programs say nothing."""
    origin = headers.get("origin")
    try:
        return origin is not None and (urlsplit(origin).netloc or None) != headers.get("host")
    except ValueError:
        return True
