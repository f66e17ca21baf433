"""What the endpoints share: the phone that asks, its language, and responses to errors."""

from __future__ import annotations

import asyncio

from starlette import status
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from scoring.message import CrownsightError, Message, message
from ui.i18n.translate import LANGUAGES, in_language, translate
from ui.serving.rate_limiter import client_network
from ui.store import StoreError
from ui.store.codes import is_key
from ui.system import COOKIE
from ui.table.commands import OtherBoardError
from ui.table.strict_json import FormatError, dumps_raw
from ui.table.table import TableError

JSON = "application/json"
NO_STORE = {"Cache-Control": "no-store"}
LANGUAGE = "l"  # query parameter: the language of the words in an answer
NOT_COME = message("The request does not come.")
UNKNOWN_ADDRESS = message("There is nothing at this address.")
NOT_SEATED = message("There is no such table, or this phone is not at it.")
_CODES: dict[type[CrownsightError], int] = {  # the first that fits counts
    OtherBoardError: status.HTTP_409_CONFLICT,
    TableError: status.HTTP_403_FORBIDDEN,
    FormatError: status.HTTP_400_BAD_REQUEST,
    StoreError: status.HTTP_503_SERVICE_UNAVAILABLE,
}


class RefusedError(CrownsightError):
    """A request is not answered as it was meant; with the status of HTTP and what is said instead."""

    def __init__(self, code: int, why: Message, again_after: int | None = None, *, closes: bool = False) -> None:
        super().__init__(why)
        self.code = code
        self.headers = {"Retry-After": str(again_after)} if again_after is not None else {}
        if closes:  # what else comes of the request is not read
            self.headers["Connection"] = "close"


def phone_of(request: Request) -> str:
    """Return the key of the requesting phone. Raises RefusedError if it has none."""
    phone = request.cookies.get(COOKIE, "")
    if not is_key(phone):
        why = message(
            "This browser blocks cookies, so nothing you tap is saved. Allow cookies for this page and reload it."
        )
        raise RefusedError(status.HTTP_403_FORBIDDEN, why)
    return phone


def network_of(request: Request) -> str:
    """Return the name of the network that a request comes from, as the proxy tells it; empty where nothing does."""
    return client_network(request.client.host) if request.client else ""


def language_of(request: Request) -> str:
    """Return the language that is asked for; English for an unknown one, so that answers of one table are few."""
    asked = request.query_params.get(LANGUAGE, "")
    return asked if asked in LANGUAGES else "en"


async def respond_error(request: Request, error: Exception) -> Response:
    """Respond with an error as JSON in the language that is asked for."""
    if not isinstance(error, RefusedError):
        code = next(code for kind, code in _CODES.items() if isinstance(error, kind))
        assert isinstance(error, CrownsightError)
        error = RefusedError(code, error.message, again_after=2 if isinstance(error, StoreError) else None)
    with in_language(language_of(request)):
        content = dumps_raw({"error": translate(error.message)})
    return Response(content, error.code, NO_STORE | error.headers, JSON)


EXCEPTION_HANDLERS = dict.fromkeys((RefusedError, *_CODES), respond_error)
"""The handlers for the exceptions of endpoints, for the app that has the routes."""


async def respond_unknown(_request: Request) -> Response:
    """Refuse a request for an address that is none of the API. Raises RefusedError."""
    raise RefusedError(status.HTTP_404_NOT_FOUND, UNKNOWN_ADDRESS)


def media_type_of(request: Request) -> str:
    """Return the media type of a request body, ``application/json``; empty if not given."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def body_of(request: Request, seconds: float) -> bytes:
    """Read the whole body of a request. Raises RefusedError if it does not arrive in that time."""
    try:
        async with asyncio.timeout(seconds):
            return await request.body()
    except (TimeoutError, ClientDisconnect):
        raise RefusedError(status.HTTP_408_REQUEST_TIMEOUT, NOT_COME, closes=True) from None
