"""The app as it is served: the screens, a lasting name for every phone, the app's own routes and ``/healthz``.

``crownsight serve`` runs it, and limits its connections as the network makes them (``ui.serving.connections``).
``streamlit run ui/server.py`` finds ``app`` here too, and any ASGI server can run it, without those limits.
``ui/app.py`` alone works as well, but then a phone that closes its page is another phone to the tables it opened.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.routing import Route
from streamlit.starlette import App

from ui import store
from ui.api.routes import routes
from ui.serving.cookies import PhoneCookie, SecureCookies
from ui.serving.first_paint import StylesheetInjector, look_route
from ui.serving.headers import SafeHeaders
from ui.serving.health import Health
from ui.serving.home_screen import home_screen
from ui.serving.hosts import KnownHosts, OwnPages
from ui.serving.log_limit import limit_log
from ui.serving.message_budget import MessageBudget
from ui.serving.named_address import NamedAddress
from ui.serving.no_uploads import NoUploads
from ui.serving.plain_requests import PlainRequests
from ui.serving.request_rate import RequestRate
from ui.serving.strangers import StrangersInTurn
from ui.store import StoreError
from ui.system.log import Event, log_to_stderr, timed
from vision.photo.startup import prepare_process

GC_THRESHOLDS = (10_000, 20, 50)  # of the garbage collector's generations; Python's own are 700, 10 and 10
SWITCH_SECONDS = 0.001  # that a thread keeps the interpreter while others wait; Python's own are 0.005


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
        log_to_stderr()
    limit_log()
    prepare_process()
    tune_garbage_collector()
    sys.setswitchinterval(SWITCH_SECONDS)  # a tap takes ten turns, and waits so long for each
    with suppress(StoreError):
        await run_in_threadpool(store.opened)
    with timed(Event.SERVING):
        yield {}


app = App(
    Path(__file__).parent / "app.py",
    routes=[
        Route("/healthz", Health().answer),
        *routes(),
        look_route(Path(__file__).parent / "screens" / "look.css"),
        *home_screen(),
    ],
    middleware=[
        Middleware(StrangersInTurn),
        Middleware(PlainRequests),
        Middleware(SafeHeaders),
        Middleware(RequestRate),
        Middleware(KnownHosts),
        Middleware(OwnPages),
        Middleware(SecureCookies),
        Middleware(PhoneCookie),
        Middleware(NamedAddress),
        Middleware(MessageBudget),
        Middleware(NoUploads),
        Middleware(StylesheetInjector),
    ],
    lifespan=tables_open,
)
