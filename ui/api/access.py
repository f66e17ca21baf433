"""Access to the routes: which phone asks, how often it may, and what it is answered where it may not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring.message import Message, message
from ui.i18n.translate import in_language, translated
from ui.serving import limits
from ui.serving.rate_limit import household
from ui.serving.token_bucket import TokenBuckets
from ui.settings import COOKIE
from ui.store import StoreError
from ui.store.codes import is_key
from ui.table.codec import FormatError, encoded
from ui.table.edits import OtherBoardError
from ui.table.table import TableError

JSON = "application/json"
NO_STORE = {"Cache-Control": "no-store"}
LANGUAGE = "l"  # query parameter: the language of the words in an answer
NOT_SEATED = message("There is no such table, or this phone is not at it.")


class RefusedError(Exception):
    """A request is not answered as it was meant; with the status of HTTP and what is said instead."""

    def __init__(self, code: int, why: Message, again_after: int | None = None) -> None:
        super().__init__(str(why))
        self.code, self.why = code, why
        self.headers = {"Retry-After": str(again_after)} if again_after is not None else {}
        if code == status.HTTP_429_TOO_MANY_REQUESTS:
            self.headers["Connection"] = "close"


def phone_of(request: Request) -> str:
    """The key of the phone that asks. Raises RefusedError where it has none."""
    phone = request.cookies.get(COOKIE, "")
    if not is_key(phone):
        raise RefusedError(status.HTTP_403_FORBIDDEN, message("Open a page of this server first."))
    return phone


def address_of(request: Request) -> str:
    """The address that a request is counted for."""
    return household(request.client.host if request.client else "")


def language_of(request: Request) -> str:
    """The language that is asked for; perhaps one that nobody here speaks."""
    return request.query_params.get(LANGUAGE, "")


def endpoint(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """The same, with what goes wrong told as JSON in the language that is asked for."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except RefusedError as refusal:
            return _refused(request, refusal)
        except OtherBoardError as other:
            return _refused(request, RefusedError(status.HTTP_409_CONFLICT, other.message))
        except TableError as refused:
            return _refused(request, RefusedError(status.HTTP_403_FORBIDDEN, refused.message))
        except FormatError as wrong:
            return _refused(request, RefusedError(status.HTTP_400_BAD_REQUEST, wrong.message))
        except StoreError as fault:
            return _refused(request, RefusedError(status.HTTP_503_SERVICE_UNAVAILABLE, fault.message, again_after=2))

    return answered


def _refused(request: Request, refusal: RefusedError) -> Response:
    with in_language(language_of(request)):
        told = encoded({"error": translated(refusal.why)})
    return Response(told, refusal.code, NO_STORE | refusal.headers, JSON)


async def json_of(request: Request, answer: Callable[[], object]) -> Response:
    """What ``answer`` says, on a thread of its own and in the language that is asked for, as JSON."""

    def said() -> str:
        with in_language(language_of(request)):
            return encoded(answer())

    return Response(await run_in_threadpool(said), 200, NO_STORE, JSON)


async def body_of(request: Request) -> bytes:
    """The JSON text that a phone sends. Raises RefusedError for any other, one that is too long, or does not come."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise RefusedError(status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, message("This must be JSON."))
    body = b""
    try:
        async with asyncio.timeout(limits.EDIT_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > limits.EDIT_BYTES:
                    raise RefusedError(status.HTTP_413_CONTENT_TOO_LARGE, message("This is too much at once."))
    except TimeoutError:
        raise RefusedError(status.HTTP_408_REQUEST_TIMEOUT, message("The request does not come.")) from None
    return body


class EditBudget:
    """How many edits a phone, and an address, may send."""

    def __init__(self) -> None:
        self._phones = TokenBuckets(limits.EDITS_PER_SECOND, limits.EDITS_AT_ONCE)
        self._addresses = TokenBuckets(limits.ADDRESS_EDITS_PER_SECOND, limits.ADDRESS_EDITS_AT_ONCE)

    def count(self, phone: str, address: str) -> None:
        """Count one edit. Raises RefusedError where it is too many."""
        if not (self._addresses.of(address).take_now() and self._phones.of(phone).take_now()):
            many = message("Too many changes come from here. They are sent again in a moment.")
            raise RefusedError(status.HTTP_429_TOO_MANY_REQUESTS, many, again_after=1)
