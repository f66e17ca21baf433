"""Cookies: a lasting name for every browser, without which the number of a page opens nothing; none leaves https."""

from __future__ import annotations

import os
from collections import OrderedDict
from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.serving.wrong_codes import ADDRESS
from ui.store.codes import is_key, new_key
from ui.system import CERTIFICATE, COOKIE, PLAIN

MOST_PAGES = 10_000  # whose phones are remembered, the newest
PROTOCOL = b"sec-websocket-protocol"  # header: a word, a token, and the number of the page that comes back
_phones: OrderedDict[str, str] = OrderedDict()  # the cookie of the phone that has the page of a number
NO_PAGES = ("/_stcore", "/static", "/media", "/healthz", "/api", "/manifest.webmanifest", "/icon.png", CERTIFICATE)
YEAR = 365 * 86_400  # seconds


class PhoneCookie:
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
                headers.append((ADDRESS.encode(), scope["client"][0].encode()))
            scope["headers"] = headers
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_nameless = not scope["path"].startswith(NO_PAGES) and not is_key(Request(scope).cookies.get(COOKIE, ""))
        # Also where it is a proxy that speaks https; not where the same server answers by http, since a phone that
        # changes from one to the other is the same phone.
        is_secure = scope.get("scheme") == "https" and PLAIN not in os.environ

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                if is_nameless:
                    MutableHeaders(scope=message).append("set-cookie", _cookie())
                if is_secure:
                    message["headers"] = [(name, _marked(name, value)) for name, value in message["headers"]]
            await send(message)

        await self._app(scope, receive, with_cookie if is_nameless or is_secure else send)


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


def _marked(name: bytes, value: bytes) -> bytes:
    plain = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return value + b"; Secure" if plain else value
