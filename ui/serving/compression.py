"""Serve Streamlit's scripts and styles compressed.

Streamlit sends its static files as they are, for it could only compress them again for each request. Here each file is
compressed once, on its first request, and the result is kept in the data folder. A first visit transfers a third.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from threading import Lock

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.system import create_private_folder, data_folder, write_whole_file

FOLDER = Path(streamlit.__file__).parent / "static" / "static"
PATH = "/static/"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
CACHE_CONTROL = "public, immutable, max-age=31536000"  # a hash of the content is part of each name


class CompressedFiles:
    """Compressed copies of files, made once and kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copies: dict[Path, Path] = {}
        self._lock = Lock()
        self._is_writable = True

    def find(self, file: Path) -> Path | None:
        """Return the compressed copy of a file, which is made if it does not exist; None if it cannot be written."""
        with self._lock:
            copy = self._copies.get(file)
            if copy is None or not copy.exists():
                copy = self._compress(file) if self._is_writable else None
            return copy

    def _compress(self, file: Path) -> Path | None:
        content = file.read_bytes()
        copy = self._folder / f"{hashlib.sha256(content).hexdigest()[:32]}.gz"
        try:
            if not copy.exists():
                create_private_folder(self._folder)
                with write_whole_file(copy) as part:
                    part.write_bytes(gzip.compress(content, mtime=0))
        except OSError:
            self._is_writable = False
            return None
        self._copies[file] = copy
        return copy


class StaticFilesMiddleware:
    """Answer requests for Streamlit's scripts and styles, and pass everything else on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        files = (file for kind in MEDIA_TYPES for file in FOLDER.rglob(f"*{kind}"))
        self._files = {PATH + file.relative_to(FOLDER).as_posix(): file for file in files}
        self._compressed = CompressedFiles(data_folder() / "compressed")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        file = self._files.get(scope["path"]) if is_read else None
        await (await self._response(file, Headers(scope=scope)) if file else self._app)(scope, receive, send)

    async def _response(self, file: Path, asked: Headers) -> FileResponse:
        headers = {"Cache-Control": CACHE_CONTROL, "Vary": "Accept-Encoding"}
        copy = None
        if "gzip" in asked.get("accept-encoding", "") and "range" not in asked:
            copy = await run_in_threadpool(self._compressed.find, file)
        if copy:
            headers["Content-Encoding"] = "gzip"
        return FileResponse(copy or file, media_type=MEDIA_TYPES[file.suffix], headers=headers)
