"""The app as it is served: the screens, a lasting name for every phone, and ``/healthz``.

``streamlit run ui/server.py`` finds ``app`` here; any ASGI server can run it. ``ui/app.py`` alone works too, but then a
phone that closes its page is another phone to the tables it opened.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.starlette import App

from ui import store
from ui.events import Event, tell_on_stderr, told
from ui.session import COOKIE
from ui.store import StoreError
from ui.store.codes import is_key, new_key

NO_PAGES = ("/_stcore", "/static", "/media", "/healthz")
YEAR = 365 * 86_400  # seconds


class PhoneCookie:
    """Gives every browser a key of its own, which scripts on the page cannot read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a page asked for without a key brings one back."""

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _cookie(secure=scope.get("scheme") == "https"))
            await send(message)

        nameless = scope["type"] == "http" and not scope["path"].startswith(NO_PAGES)
        nameless = nameless and not is_key(Request(scope).cookies.get(COOKIE, ""))
        await self._app(scope, receive, with_cookie if nameless else send)


def _cookie(*, secure: bool) -> str:
    cookie = SimpleCookie({COOKIE: new_key()})
    morsel = cookie[COOKIE]
    morsel["max-age"], morsel["path"], morsel["samesite"] = YEAR, "/", "Lax"
    morsel["httponly"] = True
    if secure:
        morsel["secure"] = True
    return morsel.OutputString()


async def healthz(_request: Request) -> JSONResponse:
    """Whether this server can do its work: 200, or 503 with what is wrong in a sentence."""
    try:
        await run_in_threadpool(lambda: store.opened().version(0))
    except StoreError as fault:
        return JSONResponse({"status": "unhealthy", "tables": str(fault)}, status_code=503)
    return JSONResponse({"status": "ok"})


@asynccontextmanager
async def tables_open(_app: App) -> AsyncIterator[dict[str, Any]]:
    """Open the tables before the first phone comes; where that fails, each phone is told so."""
    tell_on_stderr()
    with suppress(StoreError):
        await run_in_threadpool(store.opened)
    with told(Event.SERVING):
        yield {}


app = App(
    Path(__file__).parent / "app.py",
    routes=[Route("/healthz", healthz)],
    middleware=[Middleware(PhoneCookie)],
    lifespan=tables_open,
)
