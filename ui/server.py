"""The ASGI app: Streamlit's pages with our routes and middleware, and the uvicorn server that runs it.

``crownsight serve`` runs ``Server``. ``streamlit run ui/server.py`` and any ASGI server can run ``app``, without the
limits of connections. ``streamlit run ui/app.py`` works as well, but without cookies: there a phone that reloads its
page is a new phone to its tables.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from streamlit.starlette import App

from ui import store
from ui.api import routes
from ui.api.access import EXCEPTION_HANDLERS
from ui.api.command_endpoint import COMMAND_BYTES
from ui.photos.upload_registry import MOST_BYTES
from ui.serving.compression import StaticFilesMiddleware
from ui.serving.headers import HostOriginMiddleware, PhoneCookieMiddleware, SecurityHeadersMiddleware
from ui.serving.hidden_packages import hide_packages
from ui.serving.host_config import HostConfigMiddleware
from ui.serving.index_page import IndexPageMiddleware, first_routes, home_screen_routes
from ui.serving.modules import module_routes
from ui.serving.network_log import shorten_log
from ui.serving.request_limits import LimitsMiddleware, uvicorn_limits
from ui.store import StoreError
from ui.system import Event, enable_event_log, log_event
from vision.photo.memory import prepare_process

GC_THRESHOLDS = (10_000, 20, 50)  # of the garbage collector's generations; Python's own are 700, 10 and 10
EXPIRY_SECONDS = 3600.0
SWITCH_SECONDS = 0.001  # that a thread keeps the interpreter while others wait; Python's own are 0.005
HEALTH_CACHE_SECONDS = 1.0  # so that a hundred requests a second cost one write

hide_packages()


def tune_garbage_collector() -> None:
    """Run the garbage collector less often, and never over what is loaded by now.

    With fifty phones a full collection keeps them waiting for a quarter of a second, and came every eight seconds;
    collections of the youngest objects took a tenth of a tap.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@asynccontextmanager
async def lifespan(_app: App) -> AsyncIterator[dict[str, Any]]:
    """Prepare the process and open the store; expire data while the app runs, and close the store at the end.

    If the store cannot be opened, each phone is told why.
    """
    if not sys.stderr.isatty():  # a terminal shows the address and its QR code, and keeps showing them
        enable_event_log()
    shorten_log()
    prepare_process()
    tune_garbage_collector()
    sys.setswitchinterval(SWITCH_SECONDS)  # a tap takes ten turns, and waits so long for each
    with suppress(StoreError):
        await run_in_threadpool(store.get_store)
    expiry = asyncio.create_task(expire_hourly())
    try:
        with log_event(Event.SERVING):
            yield {}
    finally:
        expiry.cancel()
        await run_in_threadpool(store.checkpoint_all)


async def expire_hourly() -> None:
    """Delete once an hour what is kept for a limited time: photos a day after their game, abandoned tables."""
    while True:
        await asyncio.sleep(EXPIRY_SECONDS)
        with suppress(StoreError):
            await run_in_threadpool(lambda: store.get_store().expire())


class HealthEndpoint:
    """Responds 200, or 503 with a sentence on what is wrong. It writes to the database, which finds a full disk."""

    def __init__(self) -> None:
        self._checked_at, self._fault = 0.0, ""
        self._lock = asyncio.Lock()

    async def respond(self, _request: Request) -> JSONResponse:
        """Respond to a request, from the cache if the last check is recent."""
        async with self._lock:
            if time.monotonic() - self._checked_at > HEALTH_CACHE_SECONDS:
                self._fault = await run_in_threadpool(_find_fault)
                self._checked_at = time.monotonic()
        if self._fault:
            return JSONResponse({"status": "unhealthy", "tables": self._fault}, status_code=503)
        return JSONResponse({"status": "ok"})


def _find_fault() -> str:
    """Return why nothing can be stored; empty if it can."""
    try:
        store.get_store().try_to_write()
    except StoreError as fault:
        return str(fault)
    return ""


app = App(
    Path(__file__).parent / "app.py",
    routes=[
        Route("/healthz", HealthEndpoint().respond),
        *routes(),
        *first_routes(Path(__file__).parent / "screens" / "look.css"),
        *home_screen_routes(),
        *module_routes(),
    ],
    middleware=[
        Middleware(SecurityHeadersMiddleware),
        Middleware(LimitsMiddleware, bodies={"/api/tables/": COMMAND_BYTES, "/api/files/": MOST_BYTES}),
        Middleware(HostOriginMiddleware),
        Middleware(StaticFilesMiddleware),
        Middleware(PhoneCookieMiddleware),
        Middleware(IndexPageMiddleware),
        Middleware(HostConfigMiddleware),
    ],
    exception_handlers=EXCEPTION_HANDLERS,
    lifespan=lifespan,
)


class Server(uvicorn.Server):
    """uvicorn with our limits."""

    def __init__(self, connections: int, **where: Any) -> None:
        where |= {"access_log": False, "log_level": "warning", "use_colors": False}  # addresses have tables' keys
        super().__init__(uvicorn.Config(app, **where, **uvicorn_limits(connections)))
