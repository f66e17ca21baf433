"""The app as it is served: the screens, a lasting name for every phone, the app's own routes and ``/healthz``.

``crownsight serve`` runs it with uvicorn's limits. ``streamlit run ui/server.py`` finds ``app`` here too, and any ASGI
server can run it, without them.
``ui/app.py`` alone works as well, but then a phone that closes its page is another phone to the tables it opened.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import walk_tb
from typing import Any

import h11
import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from streamlit.errors import StreamlitAPIException
from streamlit.starlette import App

from ui import store
from ui.api import routes
from ui.api.commands import COMMAND_BYTES
from ui.photos.inbox import MOST_BYTES
from ui.serving.bounds import Bounds, RareWarning, uvicorn_bounds
from ui.serving.compression import StaticFilesMiddleware
from ui.serving.first_paint import IndexPageMiddleware, first_routes, home_screen
from ui.serving.headers import OwnPages, PhoneCookie, SafeHeaders
from ui.serving.modules import module_routes
from ui.store import StoreError
from ui.system import Event, enable_event_log, log_event
from vision.photo.memory import prepare_process

GC_THRESHOLDS = (10_000, 20, 50)  # of the garbage collector's generations; Python's own are 700, 10 and 10
FORGET_SECONDS = 3600.0
SWITCH_SECONDS = 0.001  # that a thread keeps the interpreter while others wait; Python's own are 0.005


class HiddenPackages(MetaPathFinder):
    """An import hook that hides packages which Streamlit requires and this app never uses; the image has none of them.

    Streamlit imports them to ask of every list it draws whether it is one of their tables: half a second of a core
    before the first page, and 90 MB.
    """

    NAMES = ("pandas", "pyarrow")

    def find_spec(self, name: str, *_: object) -> None:
        """The place of a module: not here, if it is one of theirs. Raises ModuleNotFoundError."""
        if name in self.NAMES:
            raise ModuleNotFoundError(f"No module named {name!r} is used here", name=name)


sys.meta_path.insert(0, HiddenPackages())


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


PROTOCOL = ("uvicorn", "websockets", "streamlit.web.server")  # what is wrong there came from outside
PAGES, NUMBER = "streamlit.runtime", "id %s"  # Streamlit's words on a page that comes back, with what it comes back by
NONSENSE = (UnicodeDecodeError, h11.ProtocolError)  # text that is none; an answer to a request that was refused
UNSENT = "Error sending websocket payload"  # Streamlit's words for an answer to a page that has gone
NO_WIDGET = "st.session_state has no key"  # Streamlit's, for a widget that was invented; only its own page ends
WIDGET_STATE = "streamlit.runtime.state"  # reads what a page says of its widgets; calls our callbacks, too
OURS = ("ui", "scoring", "vision", "__main__")  # Streamlit runs ui/app.py as __main__
BROKEN_OFF = "Fatal error: protocol."  # asyncio's, for a request that breaks off while its answer begins
FILES_EXHAUSTED = "No connection can be opened: the limit of open files is reached."
NO_DESCRIPTORS = "socket.accept() out of system resource"  # asyncio's, a thousand times a second


def is_from_widget_state(fault: BaseException | None) -> bool:
    """Return True if Streamlit's widget state raised a fault, itself or through a library, but not through our code.

    An exception of Streamlit's own is a wrong use of it, which is our fault.
    """
    if isinstance(fault, StreamlitAPIException):
        return False
    packages = [frame.f_globals.get("__name__", "") for frame, _line in walk_tb(fault.__traceback__ if fault else None)]
    for name in reversed(packages):
        if name.startswith(WIDGET_STATE):
            return True
        if name.partition(".")[0] in OURS:
            return False
    return False


class NetworkLog(logging.Filter):
    """A log filter that shortens faults caused by clients to one line without traceback, and drops connections."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._no_descriptors = RareWarning(clock)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True for a line that is written; shorten a fault caused by a client."""
        if record.name == "asyncio" and record.getMessage().startswith(NO_DESCRIPTORS):
            record.msg, record.args = FILES_EXHAUSTED, ()
            record.exc_info = record.exc_text = None
            return self._no_descriptors.is_due()
        is_protocol, fault = record.name.startswith(PROTOCOL), record.exc_info[1] if record.exc_info else None
        if (
            (is_protocol and (record.levelno <= logging.WARNING or isinstance(fault, NONSENSE)))
            or record.msg == UNSENT
            or (isinstance(fault, KeyError) and NO_WIDGET in str(fault))
            or is_from_widget_state(fault)
            or (record.name == "asyncio" and record.getMessage().startswith(BROKEN_OFF))
        ):
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
            record.exc_info = record.exc_text = None
        names_page = record.name.startswith(PAGES) and NUMBER in str(record.msg)
        return (record.levelno >= logging.WARNING or not is_protocol) and not names_page


def shorten_log() -> None:
    """Add the filter to every existing logger."""
    network = NetworkLog()
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        logging.getLogger(name).addFilter(network)
    logging.root.addFilter(network)


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
