"""The index page: styles before the first paint, the first script, title and preview tags.

Streamlit takes styles with the elements of a page, when the first of these stand there already. The first script stands
in for storage that is blocked, has the words for a page that is still empty, and says in plain text that a browser is
too old: in that one, nothing else would.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from html import escape
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.i18n.translate import LANGUAGES, _, in_language
from ui.serving.headers import INDEX, is_page

FILES = {"manifest.webmanifest": "application/manifest+json", "icon.png": "image/png"}
A_DAY = {"Cache-Control": "public, max-age=86400"}


def home_screen_routes() -> list[Route]:
    """Return the routes of the manifest and the icon, which a phone needs to put the page on its home screen."""

    def answer(request: Request) -> FileResponse:
        name = request.url.path.removeprefix("/")
        return FileResponse(Path(__file__).with_name(name), media_type=FILES[name], headers=A_DAY)

    return [Route(f"/{name}", answer) for name in FILES]


LOOK, FIRST = "/look.css", "/first.js"
_KEPT = {"Cache-Control": "max-age=60"}
_END = "</body>"  # behind the styles that Streamlit adds to the head, which would prevail otherwise
_ADDED = f'<link rel="stylesheet" href=".{LOOK}"><script src=".{FIRST}"></script>'


def first_routes(style: Path) -> list[Route]:
    """Return the routes of the style sheet and the first script, cached for a minute."""

    async def look(_request: Request) -> Response:
        return Response(style.read_bytes(), media_type="text/css", headers=_KEPT)

    async def first(_request: Request) -> Response:
        return Response(_first_script(), media_type="text/javascript", headers=_KEPT)

    return [Route(LOOK, look), Route(FIRST, first)]


@cache
def _first_script() -> str:
    words: dict[str, dict[str, str]] = {}
    for code in LANGUAGES:
        with in_language(code):
            words[code] = {
                "starting": _("Crownsight is starting …"),
                "tooOld": _(
                    "This browser is too old for Crownsight, which needs Safari or iOS 16.4, Chrome 111 or Firefox 121."
                ),
            }
    script = Path(__file__).with_name("first.js").read_text(encoding="utf-8")
    return script.replace("WORDS", json.dumps(words))


TITLE = "Crownsight"
DESCRIPTION = "Photograph the Kingdomino table, see who won and why."
_TITLE = f"""<title>{TITLE}</title>
    <meta name="description" content="{DESCRIPTION}">
    <meta property="og:title" content="{TITLE}">
    <meta property="og:description" content="{DESCRIPTION}">
    <meta property="og:type" content="website">"""


def index_page() -> str:
    """Return Streamlit's index page with our title, preview for chats, links and sentence for blocked scripts."""
    page = INDEX.read_text(encoding="utf-8")
    page = re.sub(r"<title>.*?</title>", _TITLE, page, count=1, flags=re.DOTALL)
    page = re.sub(r"<noscript>.*?</noscript>", f"<noscript>{_without_scripts()}</noscript>", page, flags=re.DOTALL)
    return page.replace(_END, _ADDED + _END, 1)


def _without_scripts() -> str:
    sentences = []
    for code in LANGUAGES:
        with in_language(code):
            text = _("Crownsight needs JavaScript. Allow it for this page and load the page again.")
            sentences.append(f'<p lang="{code}">{escape(text)}</p>')
    return "".join(sentences)


class IndexPageMiddleware:
    """Answer every page request with `index_page`, and pass everything else on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        page = index_page().encode()
        self._plain = HTMLResponse(page, headers=headers)
        self._compressed = HTMLResponse(gzip.compress(page), headers=headers | {"Content-Encoding": "gzip"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not is_page(scope["path"]):
            await self._app(scope, receive, send)
        elif "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            await self._compressed(scope, receive, send)
        else:
            await self._plain(scope, receive, send)
