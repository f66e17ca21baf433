"""The look of the app is part of the page, not something that comes after the first elements."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message

from tests.given import ROOT
from tests.ui.event_loop import outcome
from ui.i18n.translate import LANGUAGES
from ui.serving.first_paint import FIRST, LOOK, FirstPaint, first_routes

PAGE = "<html><head></head><body>" + "élan " * 1000 + "</body></html>"
STYLE = ROOT / "ui" / "screens" / "look.css"


def page(_request: Request) -> Response:
    return HTMLResponse(PAGE)


def text(_request: Request) -> Response:
    return PlainTextResponse("</body>")


APP = Starlette(
    routes=[Route("/", page), Route("/table", page), Route("/text", text), Route("/a/b", page), *first_routes(STYLE)],
    middleware=[Middleware(FirstPaint), Middleware(GZipMiddleware)],
)


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: Headers
    text: str


def asked(path: str, method: str = "GET") -> Answer:
    """The answer to a browser that takes compressed ones."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"crowns.example.org"), (b"accept-encoding", b"gzip")]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}
    outcome(APP(scope, receive, send))
    [start, *bodies] = sent
    body = b"".join(one.get("body", b"") for one in bodies)
    answered = Headers(raw=start["headers"])
    body = gzip.decompress(body) if answered.get("content-encoding") == "gzip" else body
    return Answer(start["status"], answered, body.decode())


def test_a_page_links_to_style_sheet_and_first_script_behind_everything_else_and_says_its_true_length() -> None:
    for path in ("/", "/table"):
        answer = asked(path)

        assert answer.text.endswith(
            f'<link rel="stylesheet" href=".{LOOK}"><script src=".{FIRST}"></script></body></html>'
        )
        assert int(answer.headers["Content-Length"]) == len(answer.text.encode())


def test_nothing_else_is_changed() -> None:
    assert asked("/text").text == "</body>"
    assert asked("/a/b").text == PAGE
    assert asked("/", "HEAD").status == 200
    assert asked("/missing").status == 404


def test_the_style_sheet_is_that_of_the_screens() -> None:
    answer = asked(LOOK)

    assert answer.text == STYLE.read_text(encoding="utf-8")
    assert answer.headers["Content-Type"].startswith("text/css")


def test_the_first_script_says_in_every_language_that_the_app_is_starting_and_that_a_browser_is_too_old() -> None:
    answer = asked(FIRST)

    assert "WORDS" not in answer.text
    assert all(f'"{code}": {{"starting": "' in answer.text for code in LANGUAGES)
    assert answer.text.count('"tooOld": "') == len(LANGUAGES)
    assert answer.headers["Content-Type"].startswith("text/javascript")
