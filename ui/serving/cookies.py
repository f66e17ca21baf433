"""Cookies: a lasting name for every browser, without which the number of a page opens nothing; none leaves https."""

from __future__ import annotations

import os
from collections import OrderedDict
from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.settings import CERTIFICATE, COOKIE, PLAIN
from ui.store.codes import is_key, new_key

MOST_PAGES = 10_000  # whose phones are remembered, the newest
PROTOCOL = b"sec-websocket-protocol"  # header: a word, a token, and the number of the page that comes back
_phones: OrderedDict[str, str] = OrderedDict()  # the cookie of the phone that has the page of a number
NO_PAGES = ("/_stcore", "/static", "/media", "/healthz", "/api", "/manifest.webmanifest", "/icon.png", CERTIFICATE)
YEAR = 365 * 86_400  # seconds


class PhoneCookie:
    """Gives every browser a key of its own, which scripts on the page cannot read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a page asked for without a key brings one back."""

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _cookie())
            await send(message)

        nameless = scope["type"] == "http" and not scope["path"].startswith(NO_PAGES)
        nameless = nameless and not is_key(Request(scope).cookies.get(COOKIE, ""))
        await self._app(scope, receive, with_cookie if nameless else send)


def note_page(number: str, phone: str) -> None:
    """Remember which phone has the page that Streamlit knows by a number."""
    _phones[number] = phone
    while len(_phones) > MOST_PAGES:
        _phones.popitem(last=False)


class OwnPagesAgain:
    """Lets a page come back by its number only on its own phone; on another it begins anew."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, without the number of somebody else's page."""
        if scope["type"] == "websocket":
            phone = HTTPConnection(scope).cookies.get(COOKIE)
            scope["headers"] = [
                (name, _of_phone(value, phone) if name == PROTOCOL else value) for name, value in scope["headers"]
            ]
        await self._app(scope, receive, send)


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


class SecureCookies:
    """Keeps the cookies of a page that came by https to https, also where it is a proxy that speaks it.

    Not where the same server answers by http: a phone that changes from one to the other is the same phone.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; the cookies that come back are marked."""

        async def with_mark(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [(name, _marked(name, value)) for name, value in message["headers"]]
            await send(message)

        is_kept = scope.get("scheme") == "https" and PLAIN not in os.environ
        await self._app(scope, receive, with_mark if is_kept else send)


def _marked(name: bytes, value: bytes) -> bytes:
    plain = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return value + b"; Secure" if plain else value
