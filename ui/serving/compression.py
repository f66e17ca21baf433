"""Serve Streamlit's scripts and styles compressed.

Streamlit sends its static files as they are, for it could only compress them again for each request. Here each file is
compressed once, on its first request, and kept in memory: all of them are 7 MB. A first visit transfers a third.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

FOLDER = Path(streamlit.__file__).parent / "static" / "static"
PATH = "/static/"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
CACHE_CONTROL = "public, immutable, max-age=31536000"  # a hash of the content is part of each name


class StaticFilesMiddleware:
    """Answer requests for Streamlit's scripts and styles, and pass everything else on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        files = (file for kind in MEDIA_TYPES for file in FOLDER.rglob(f"*{kind}"))
        self._files = {PATH + file.relative_to(FOLDER).as_posix(): file for file in files}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        file = self._files.get(scope["path"]) if is_read else None
        await (await _respond(file, Headers(scope=scope)) if file else self._app)(scope, receive, send)


async def _respond(file: Path, asked: Headers) -> Response:
    headers, media_type = {"Cache-Control": CACHE_CONTROL, "Vary": "Accept-Encoding"}, MEDIA_TYPES[file.suffix]
    if "gzip" not in asked.get("accept-encoding", "") or "range" in asked:
        return FileResponse(file, media_type=media_type, headers=headers)
    content = await run_in_threadpool(_compress, file)
    return Response(content, media_type=media_type, headers=headers | {"Content-Encoding": "gzip"})


@cache
def _compress(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)
