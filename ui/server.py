"""The app as it is served: the screens, a lasting name for every phone, and ``/healthz``.

``streamlit run ui/server.py`` finds ``app`` here; any ASGI server can run it. ``ui/app.py`` alone works too, but then a
phone that closes its page is another phone to the tables it opened.
"""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.starlette import App

from ui import store
from ui.log import Event, log_to_stderr, timed
from ui.settings import ADDRESS, COOKIE
from ui.store import StoreError
from ui.store.codes import is_key, new_key
from ui.streamlit_patch import use_patient_sessions
from vision.photo.memory import share_one_heap

NO_PAGES = ("/_stcore", "/static", "/media", "/healthz")
YEAR = 365 * 86_400  # seconds
SELDOM = 50  # collections of younger objects before one of everything that lives; Python's own measure is 10


class PhoneCookie:
    """Gives every browser a key of its own, which scripts on the page cannot read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a page asked for without a key brings one back."""

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _cookie())
            await send(message)

        nameless = scope["type"] == "http" and not scope["path"].startswith(NO_PAGES)
        nameless = nameless and not is_key(Request(scope).cookies.get(COOKIE, ""))
        await self._app(scope, receive, with_cookie if nameless else send)


def _cookie() -> str:
    cookie = SimpleCookie({COOKIE: new_key()})
    morsel = cookie[COOKIE]
    morsel["max-age"], morsel["path"], morsel["samesite"] = YEAR, "/", "Lax"
    morsel["httponly"] = True
    return morsel.OutputString()


class SecureCookies:
    """Keeps the cookies of a page that came by https to https, also where it is a proxy that speaks it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; the cookies that come back are marked."""

        async def with_mark(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [(name, _marked(name, value)) for name, value in message["headers"]]
            await send(message)

        await self._app(scope, receive, with_mark if scope.get("scheme") == "https" else send)


def _marked(name: bytes, value: bytes) -> bytes:
    plain = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return value + b"; Secure" if plain else value


class OwnPages:
    """Lets only pages of this app talk with it.

    Streamlit refuses others too, but asks a server on the Internet for its own address first, and nobody else is
    answered meanwhile.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless a page from elsewhere opens a connection."""
        if scope["type"] == "websocket" and _is_foreign(Headers(scope=scope)):
            await WebSocketClose(code=status.WS_1008_POLICY_VIOLATION)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _is_foreign(headers: Headers) -> bool:
    """Whether a browser says that the page came from elsewhere; programs that are no browsers say nothing."""
    origin = headers.get("origin")
    own = {headers.get("host"), urlsplit(os.environ.get(ADDRESS, "")).netloc}
    return origin is not None and urlsplit(origin).netloc not in own


async def healthz(_request: Request) -> JSONResponse:
    """Whether this server can do its work: 200, or 503 with what is wrong in a sentence."""
    try:
        await run_in_threadpool(lambda: store.opened().version(0))
    except StoreError as fault:
        return JSONResponse({"status": "unhealthy", "tables": str(fault)}, status_code=503)
    return JSONResponse({"status": "ok"})


def collect_seldom() -> None:
    """Let Python look through all of its memory for what nobody holds less often than it would by itself.

    With fifty phones such a look keeps everybody waiting for a quarter of a second, and was taken every eight.
    """
    young, middle, _old = gc.get_threshold()
    gc.set_threshold(young, middle, SELDOM)


@asynccontextmanager
async def tables_open(_app: App) -> AsyncIterator[dict[str, Any]]:
    """Open the tables before the first phone comes; where that fails, each phone is told so."""
    log_to_stderr()
    share_one_heap()
    # What Pillow has to say about damaged metadata is nothing a player can act on.
    warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
    collect_seldom()
    with suppress(StoreError):
        await run_in_threadpool(store.opened)
    with timed(Event.SERVING):
        yield {}


use_patient_sessions()
app = App(
    Path(__file__).parent / "app.py",
    routes=[Route("/healthz", healthz)],
    middleware=[Middleware(OwnPages), Middleware(SecureCookies), Middleware(PhoneCookie)],
    lifespan=tables_open,
)
