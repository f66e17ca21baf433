"""How many requests one address may make by HTTP."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import Message

from tests.ui.event_loop import outcome
from ui.serving import limits
from ui.serving.request_rate import RequestRate


async def answered(app: RequestRate, address: str) -> Message:
    """How the answer to a request from there begins."""
    told: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    await app({"type": "http", "method": "GET", "path": "/", "headers": [], "client": (address, 1)}, receive, send)
    return told[0]


def test_an_address_that_asks_for_too_much_is_told_so_and_others_are_answered() -> None:
    async def asking() -> None:
        app, well = RequestRate(PlainTextResponse("a page")), 0
        while (last := await answered(app, "198.51.100.7"))["status"] == 200:
            well += 1

        assert well >= limits.ADDRESS_REQUESTS_AT_ONCE
        assert last["status"] == 429
        assert (b"connection", b"close") in last["headers"]
        assert (await answered(app, "198.51.100.8"))["status"] == 200

    outcome(asking())
