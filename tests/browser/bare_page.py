"""Render a screen's components on a bare page, with their real scripts and the app's own routes.

The screen runs in the process of the test, without Streamlit's page: for every page that is opened or loaded again, and
whenever a component asks for it. Edits are carried out, photos read, and updates sent, as in the app.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from tests.project import ROOT
from tests.ui.phone import a_phone, goes_to, scan_packages_once
from ui.api import routes
from ui.serving.index_page import first_routes
from ui.serving.modules import module_routes
from ui.system import COOKIE

WINDOW = "window"  # about the page around the components: it is there where the address has this name in its query
HEARD = {"camera": "camera-sends", "finale": "finale"}  # components whose screen takes up what they say, and their keys
_PAGE = (Path(__file__).parent / "bare_page.html").read_text(encoding="utf-8")
_one_at_a_time = Lock()  # a session of ``AppTest`` is the only one of its process


@contextmanager
def bare_pages() -> Iterator[str]:
    """Serve bare pages in this process and yield their address."""
    own = [Route("/{screen:str}", _page), Route("/drawn/{screen:str}", _render, methods=["GET", "POST"])]
    app = Starlette(routes=[*routes(), *first_routes(ROOT / "ui" / "screens" / "look.css"), *module_routes(), *own])
    # What a page left open when its browser went is cut off.
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    with scan_packages_once(), socket.create_server(("127.0.0.1", 0)) as listening:
        serving = Thread(target=server.run, kwargs={"sockets": [listening]})
        serving.start()
        while not server.started:
            sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            serving.join()


def _page(_request: Request) -> HTMLResponse:
    return HTMLResponse(_PAGE)


async def _render(request: Request) -> JSONResponse:
    """Render the components of a screen as Streamlit hands them to its page, after an event of one of them."""
    said = await request.json() if request.method == "POST" else {}
    return JSONResponse(await run_in_threadpool(_run, request, said))


def _run(request: Request, said: dict[str, Any]) -> list[dict[str, Any]]:
    with _one_at_a_time:
        session = a_phone(phone_key=request.cookies[COOKIE])
        session.query_params.update(request.query_params)
        goes_to(session, request.path_params["screen"])
        if said.get("name") in HEARD:
            session.session_state[HEARD[said["name"]]] = {said["event"]: said["value"]}
            session.run()
        drawn = [_component(one.proto) for one in session.get("bidi_component")]
    return [one for one in drawn if one["name"] != WINDOW or WINDOW in request.query_params]


def _component(told: Any) -> dict[str, Any]:
    return {
        "id": told.id,
        "name": told.component_name,
        "js": told.js_content,
        "inside": f"<style>{told.css_content}</style>{told.html_content}",
        "isolated": told.isolate_styles,
        "data": json.loads(told.json),
    }
