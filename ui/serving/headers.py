"""What every answer tells the browser to keep to: where scripts may come from, who may frame it, what is remembered."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FIGURES = ("/_stcore/metrics", "/_stcore/script-health-check")  # for requests from this machine alone
THIS_MACHINE = ("127.0.0.1", "::1")
PHOTOS = "/media"
INDEX = Path(streamlit.__file__).parent / "static" / "index.html"
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address of a table holds the key that opens it
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class SafeHeaders:
    """Puts the headers on that a page of ours can live with; figures of the server are for this machine alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS | {"Content-Security-Policy": policy(Headers(scope=scope).get("host", ""))})
                if scope["path"].startswith(PHOTOS):
                    headers["Cache-Control"] = "private, no-store"
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"].rstrip("/").endswith(FIGURES) and not _is_from_here(scope):
            await PlainTextResponse("Not Found", 404)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)


def _is_from_here(scope: Scope) -> bool:
    """True if somebody at this machine asks, and no proxy for somebody else."""
    client, headers = scope.get("client") or ("",), Headers(scope=scope)
    return client[0] in THIS_MACHINE and "x-forwarded-for" not in headers and "forwarded" not in headers


def policy(host: str) -> str:
    """The content security policy for pages of that host.

    Scripts are Streamlit's files, its inline ones by their hash, and what its components make of their own text
    (``blob:``); its protobuf tries WebAssembly, which may do no more than they. Styles are written into the page by its
    own scripts.
    """
    known = host if re.fullmatch(r"[\w.:\[\]-]+", host) else ""
    own = f"'self' ws://{known} wss://{known}" if known else "'self'"  # older browsers: 'self' is no websocket
    return (
        "default-src 'none'; "
        f"script-src 'self' blob: 'wasm-unsafe-eval' {' '.join(inline_scripts())}; "
        "style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; "
        "font-src 'self' data:; "
        "media-src 'self' blob:; "
        f"connect-src {own} blob: data:; "
        "worker-src 'self' blob:; "
        "manifest-src 'self'; "
        "base-uri 'none'; "
        "form-action 'self'; "
        "frame-ancestors 'none'"
    )


@cache
def inline_scripts() -> tuple[str, ...]:
    """The hashes of the scripts that stand in Streamlit's page itself."""
    scripts = _INLINE.findall(INDEX.read_text(encoding="utf-8"))
    return tuple(f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in scripts)
