"""Response headers, allowed host names, and the cookie that identifies a phone."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import socket
from collections import OrderedDict
from functools import cache, lru_cache
from http.cookies import SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import streamlit
from starlette import status
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ui.serving.rate_limiter import ADDRESS_HEADER
from ui.store.codes import is_key, new_key
from ui.system import ADDRESS_ENV, COOKIE, PRIVATE_DOMAINS

FIGURES = ("/_stcore/metrics", "/_stcore/script-health-check")  # for requests from this machine alone
THIS_MACHINE = ("127.0.0.1", "::1")
PHOTOS = "/media"
HOSTS = 100  # whose headers are remembered
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
POLICY = "Content-Security-Policy"
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")  # seconds: a year
_SET_HERE = frozenset(name.lower().encode() for name in (*HEADERS, POLICY))


class SecurityHeadersMiddleware:
    """Puts the headers on that a page of ours can live with; figures of the server are for this machine alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [(name, value) for name, value in message["headers"] if name.lower() not in _SET_HERE]
                message["headers"] = [*kept, *_safe_headers(Headers(scope=scope).get("host", ""))]
                if scope.get("scheme") == "https":  # as a trusted proxy forwards it
                    message["headers"].append(STRICT_TRANSPORT)
                if scope["path"].startswith(PHOTOS):
                    MutableHeaders(scope=message)["Cache-Control"] = "private, no-store"
            await send(message)

        def is_from_here() -> bool:
            """True if somebody at this machine asks, and no proxy for somebody else."""
            client, headers = scope.get("client") or ("",), Headers(scope=scope)
            return client[0] in THIS_MACHINE and "x-forwarded-for" not in headers and "forwarded" not in headers

        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"].rstrip("/").endswith(FIGURES) and not is_from_here():
            await PlainTextResponse("Not Found", 404)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)


@lru_cache(HOSTS)
def _safe_headers(host: str) -> list[tuple[bytes, bytes]]:
    headers = HEADERS | {POLICY: policy(host)}
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def policy(host: str) -> str:
    """Return the content security policy for pages of that host.

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
    """Return the hashes of the inline scripts in Streamlit's page."""
    scripts = _INLINE.findall(INDEX.read_text(encoding="utf-8"))
    return tuple(f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in scripts)


UNKNOWN = (
    "This server is not known by that name. Open it by its address, or have it started with "
    "crownsight serve --address http://the-name\n"
)
FOREIGN = "Only pages of this server may change anything here.\n"
READING = ("GET", "HEAD", "OPTIONS")  # methods


class HostOriginMiddleware:
    """Answers only where it is asked for by a name of its own, and lets only pages of this app write to it.

    A page of somebody else whose name suddenly stands for this machine's address (DNS rebinding) could otherwise read
    what phones here read. An address by number is no such name. A connection is opened, and anything changed, by pages
    of the very host that is asked alone: Streamlit refuses others too, but asks a server on the Internet for its own
    address first, and nobody else is answered meanwhile.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._names = own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless it is for somebody else, or from a page of somebody else."""
        refusal = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(code=status.WS_1008_POLICY_VIOLATION)(scope, receive, send)
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if not self._is_known(headers.get("host", "")):
            return PlainTextResponse(UNKNOWN, status.HTTP_400_BAD_REQUEST)
        writes = scope["type"] == "websocket" or scope["method"] not in READING
        return PlainTextResponse(FOREIGN, status.HTTP_403_FORBIDDEN) if writes and _is_foreign(scope) else None

    def _is_known(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        try:
            ip_address(name.partition("%")[0])
        except ValueError:
            return not host or name in self._names
        return True


def own_names() -> frozenset[str]:
    """Return this machine's host names, and the one configured for phones."""
    machine = socket.gethostname().lower()
    configured = urlsplit(os.environ.get(ADDRESS_ENV, "")).hostname or "localhost"
    short = machine.partition(".")[0]
    return frozenset({"localhost", machine, configured, short, *(f"{short}.{domain}" for domain in PRIVATE_DOMAINS)})


def _is_foreign(scope: Scope) -> bool:
    """Return whether a browser says that the page came from another origin; other programs send none.

    A page of ``http://`` is foreign to the same host by ``https://``: somebody in the network may have answered for it.
    The configured address is no other origin, though its proxy may not tell that it speaks TLS.
    """
    headers = Headers(scope=scope)
    origin, host = headers.get("origin"), headers.get("host", "")
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    configured = os.environ.get(ADDRESS_ENV, "").rstrip("/")
    own = configured if configured.partition("://")[2] == host else f"{scheme}://{host}"
    return origin is not None and origin != own


MOST_PAGES = 10_000  # whose phones are remembered, the newest
PROTOCOL = b"sec-websocket-protocol"  # header: a word, a token, and the number of the page that comes back
_phones: OrderedDict[str, str] = OrderedDict()  # the cookie of the phone that has the page of a number
YEAR = 365 * 86_400  # seconds


class PhoneCookieMiddleware:
    """Gives every browser a key of its own, which scripts on a page cannot read and which https keeps to https.

    A page comes back by its number only on its own phone, on another it begins anew; it is told the phone's address.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a page asked for without a key brings one back."""
        if scope["type"] == "websocket":
            phone = HTTPConnection(scope).cookies.get(COOKIE)
            headers = [
                (name, _of_phone(value, phone) if name == PROTOCOL else value) for name, value in scope["headers"]
            ]
            if scope.get("client"):
                headers.append((ADDRESS_HEADER.encode(), scope["client"][0].encode()))
            scope["headers"] = headers
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_nameless = is_page(scope["path"]) and not is_key(Request(scope).cookies.get(COOKIE, ""))
        is_secure = scope.get("scheme") == "https"  # as a trusted proxy forwards it

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                if is_nameless:
                    MutableHeaders(scope=message).append("set-cookie", _cookie())
                if is_secure:
                    message["headers"] = [(name, _add_secure(name, value)) for name, value in message["headers"]]
            await send(message)

        await self._app(scope, receive, with_cookie if is_nameless or is_secure else send)


def is_page(path: str) -> bool:
    """True for the address of a page: one part, without the ending of a file; a program may ask how the server is."""
    return re.fullmatch(r"/[^/.\\:]*", path) is not None and path != "/healthz"


def note_page(number: str, phone: str) -> None:
    """Remember which phone has the page that Streamlit knows by a number."""
    _phones[number] = phone
    while len(_phones) > MOST_PAGES:
        _phones.popitem(last=False)


def _of_phone(protocols: bytes, phone: str | None) -> bytes:
    word, token, number, *_rest = (*protocols.split(b","), b"", b"", b"")
    if phone and _phones.get(number.strip().decode("latin-1")) == phone:
        return b",".join((word, token, number))
    return b",".join((word, token))


def _cookie() -> str:
    cookie = SimpleCookie({COOKIE: new_key()})
    morsel = cookie[COOKIE]
    morsel["max-age"], morsel["path"], morsel["samesite"] = YEAR, "/", "Lax"
    morsel["httponly"] = True
    return morsel.OutputString()


def _add_secure(name: bytes, value: bytes) -> bytes:
    plain = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return value + b"; Secure" if plain else value
