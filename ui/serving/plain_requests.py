"""Requests made plain before anything else looks at them: no path in two forms, no head that is too large."""

from __future__ import annotations

from posixpath import normpath
from urllib.parse import quote

from starlette import status
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.serving import limits

CLOSING = {"Connection": "close"}
TOO_MUCH = PlainTextResponse("Too many headers.", status.HTTP_431_REQUEST_HEADER_FIELDS_TOO_LARGE, CLOSING)
TOO_LONG = PlainTextResponse("This address is too long.", status.HTTP_414_URI_TOO_LONG, CLOSING)


class PlainRequests:
    """Passes requests on with their path as ``/static/a`` where it was ``/./static//b/../a``."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and _head_bytes(scope) > limits.HEADER_BYTES:
            await TOO_MUCH(scope, receive, send)
        elif scope["type"] == "http" and len(scope["path"]) > limits.PATH_LENGTH:
            await TOO_LONG(scope, receive, send)
        else:
            path = plain(scope["path"])
            if path != scope["path"]:
                scope.update(path=path, raw_path=quote(path).encode())
            await self._app(scope, receive, send)


def plain(path: str) -> str:
    """The path without empty parts and dots; a slash at its end stays."""
    short = normpath(f"/{path.lstrip('/')}")
    return f"{short}/" if path.endswith("/") and short != "/" else short


def _head_bytes(scope: Scope) -> int:
    return len(scope.get("query_string", b"")) + sum(len(name) + len(value) for name, value in scope["headers"])
