"""The app as it is served: the screens, a lasting name for every phone, the app's own routes and ``/healthz``.

``crownsight serve`` runs it with uvicorn's limits. ``streamlit run ui/server.py`` finds ``app`` here too, and any ASGI
server can run it, without them.
``ui/app.py`` alone works as well, but then a phone that closes its page is another phone to the tables it opened.
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
from ui.api.commands import COMMAND_BYTES
from ui.photos.inbox import MOST_BYTES
from ui.serving.bounds import Bounds, uvicorn_bounds
from ui.serving.compression import StaticFilesMiddleware
from ui.serving.first_paint import IndexPageMiddleware, first_routes, home_screen
from ui.serving.headers import OwnPages, PhoneCookie, SafeHeaders
from ui.serving.hidden_packages import hide_packages
from ui.serving.modules import module_routes
from ui.serving.network_log import shorten_log
from ui.store import StoreError
from ui.system import Event, enable_event_log, log_event
from vision.photo.memory import prepare_process

GC_THRESHOLDS = (10_000, 20, 50)  # of the garbage collector's generations; Python's own are 700, 10 and 10
FORGET_SECONDS = 3600.0
SWITCH_SECONDS = 0.001  # that a thread keeps the interpreter while others wait; Python's own are 0.005


hide_packages()


def tune_garbage_collector() -> None:
    """Run the garbage collector less often, and never over what is loaded by now.

    With fifty phones a full collection keeps them waiting for a quarter of a second, and came every eight seconds;
    collections of the youngest objects took a tenth of a tap.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@asynccontextmanager
async def tables_open(_app: App) -> AsyncIterator[dict[str, Any]]:
    """Open the tables before the first phone comes; where that fails, each phone is told so."""
    if not sys.stderr.isatty():  # a terminal shows the address and its QR code, and keeps showing them
        enable_event_log()
    shorten_log()
    prepare_process()
    tune_garbage_collector()
    sys.setswitchinterval(SWITCH_SECONDS)  # a tap takes ten turns, and waits so long for each
    with suppress(StoreError):
        await run_in_threadpool(store.get_store)
    forgetting = asyncio.create_task(forget_what_is_due())
    try:
        with log_event(Event.SERVING):
            yield {}
    finally:
        forgetting.cancel()
        await run_in_threadpool(store.checkpoint_all)


async def forget_what_is_due() -> None:
    """Forget once an hour what was kept for a time: photos a day after their game, abandoned tables."""
    while True:
        await asyncio.sleep(FORGET_SECONDS)
        with suppress(StoreError):
            await run_in_threadpool(lambda: store.get_store().expire())


FRESH = 1.0  # seconds that an answer is cached: a hundred requests a second cost one write


class Health:
    """Answers 200, or 503 with what is wrong in a sentence; a full disk is found by writing to it."""

    def __init__(self) -> None:
        self._looked, self._fault = 0.0, ""
        self._looking = asyncio.Lock()

    async def answer(self, _request: Request) -> JSONResponse:
        async with self._looking:
            if time.monotonic() - self._looked > FRESH:
                self._fault = await run_in_threadpool(_fault)
                self._looked = time.monotonic()
        if self._fault:
            return JSONResponse({"status": "unhealthy", "tables": self._fault}, status_code=503)
        return JSONResponse({"status": "ok"})


def _fault() -> str:
    """Why nothing can be kept just now; empty while it can."""
    try:
        store.get_store().try_to_write()
    except StoreError as fault:
        return str(fault)
    return ""


app = App(
    Path(__file__).parent / "app.py",
    routes=[
        Route("/healthz", Health().answer),
        *routes(),
        *first_routes(Path(__file__).parent / "screens" / "look.css"),
        *home_screen(),
        *module_routes(),
    ],
    middleware=[
        Middleware(SafeHeaders),
        Middleware(Bounds, bodies={"/api/tables/": COMMAND_BYTES, "/api/files/": MOST_BYTES}),
        Middleware(OwnPages),
        Middleware(StaticFilesMiddleware),
        Middleware(PhoneCookie),
        Middleware(IndexPageMiddleware),
    ],
    lifespan=tables_open,
)


class Server(uvicorn.Server):
    """uvicorn with our limits."""

    def __init__(self, connections: int, **where: Any) -> None:
        where |= {"access_log": False, "log_level": "warning", "use_colors": False}  # addresses have tables' keys
        super().__init__(uvicorn.Config(app, **where, **uvicorn_bounds(connections)))
