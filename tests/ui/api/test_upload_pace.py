"""Slow and silent uploads end soon, and delay no photo of another network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from tests.ui.event_loop import outcome, respond
from tests.ui.store_helpers import ANAS_PHONE
from ui.api import uploads
from ui.api.pace import Pace
from ui.api.uploads import Files
from ui.photos.upload_registry import UPLOADS, UploadHandler
from ui.store.codes import new_key
from ui.system import COOKIE

ANNOUNCED = 40_000_000  # bytes
PART = bytes(1_000)
STRANGER, HOME = "198.51.100.7", "203.0.113.9"
SOON = 20.0  # seconds: more than anything here takes
PATIENT = Pace(grace_seconds=SOON, queue_seconds=SOON)


@pytest.fixture(autouse=True)
def expected() -> Iterator[None]:
    """Ana's page asks for a photo."""
    UPLOADS.expect(ANAS_PHONE, "table", UploadHandler(lambda upload, **_: upload, print))
    yield
    UPLOADS.expect(ANAS_PHONE, "table", UploadHandler(lambda upload, **_: upload, print))


async def silence() -> AsyncIterator[bytes]:
    await asyncio.sleep(10 * SOON)
    yield b""


async def trickle() -> AsyncIterator[bytes]:
    """Yield one byte now and then, for ever."""
    while True:
        await asyncio.sleep(0.01)
        yield b"x"


async def whole() -> AsyncIterator[bytes]:
    for _ in range(10):
        yield PART


def sends(
    served: Files, body: AsyncIterator[bytes], source: str = HOME, length: int = ANNOUNCED
) -> Awaitable[Response]:
    """Send a photo from an address; the answer."""

    async def receive() -> Message:
        part = await anext(body, b"")
        return {"type": "http.request", "body": part, "more_body": bool(part)}

    headers = {"cookie": f"{COOKIE}={ANAS_PHONE}", "content-length": str(length), "content-type": "image/jpeg"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "path_params": {"key": new_key()},
        "query_string": b"for=table",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (source, 50_000),
    }
    return respond(served.send, Request(scope, receive))


def within(asks: Callable[[], Awaitable[None]]) -> None:
    async def doing() -> None:
        async with asyncio.timeout(SOON):
            await asks()

    outcome(doing())


async def begins(*uploads: Awaitable[Response]) -> list[asyncio.Future[Response]]:
    """Have uploads under way."""
    tasks: list[asyncio.Future[Response]] = [asyncio.ensure_future(upload) for upload in uploads]
    await asyncio.sleep(0.05)
    return tasks


async def end(tasks: list[asyncio.Future[Response]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("networks", [1, 20])
def test_silent_uploads_hold_back_no_other_network(networks: int) -> None:
    async def asks() -> None:
        served = Files(PATIENT)
        silent = await begins(*(sends(served, silence(), f"198.51.100.{one % networks}") for one in range(40)))

        assert (await sends(served, whole())).status_code == 202
        await end(silent)

    within(asks)


@pytest.mark.parametrize("body", [silence, trickle])
def test_slow_upload_is_closed(body: Callable[[], AsyncIterator[bytes]]) -> None:
    async def asks() -> None:
        answer = await sends(Files(Pace(grace_seconds=0.1)), body())

        assert (answer.status_code, answer.headers["connection"]) == (408, "close")

    within(asks)


def test_upload_at_the_minimum_rate_is_not_closed() -> None:
    async def at_rate() -> AsyncIterator[bytes]:
        for _ in range(20):
            await asyncio.sleep(0.02)
            yield PART

    async def asks() -> None:
        pace = Pace(grace_seconds=0.2, bytes_per_second=2_000.0)  # ten times slower than it comes

        assert (await sends(Files(pace), at_rate())).status_code == 202

    within(asks)


def test_upload_has_an_end_however_fast_it_comes() -> None:
    async def asks() -> None:
        pace = Pace(bytes_per_second=1.0, longest_seconds=0.1)

        assert (await sends(Files(pace), trickle())).status_code == 408

    within(asks)


def test_third_upload_of_a_network_waits_its_turn() -> None:
    gate = asyncio.Event()

    async def hold() -> AsyncIterator[bytes]:
        await gate.wait()
        yield PART

    async def asks() -> None:
        served = Files(PATIENT)
        under_way = await begins(*(sends(served, hold()) for _ in range(PATIENT.at_once)))
        third, *_ = await begins(sends(served, whole()))
        assert not third.done()

        gate.set()

        answers = await asyncio.gather(*under_way, third)
        assert [answer.status_code for answer in answers] == [202] * 3

    within(asks)


def test_upload_whose_turn_does_not_come_is_asked_to_try_again() -> None:
    async def asks() -> None:
        served = Files(Pace(grace_seconds=SOON, queue_seconds=0.1))
        silent = await begins(*(sends(served, silence()) for _ in range(PATIENT.at_once)))

        answer = await sends(served, whole())

        assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")
        await end(silent)
        assert (await sends(served, whole())).status_code == 202

    within(asks)


def test_bytes_that_come_take_so_much_memory_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    async def half_a_photo() -> AsyncIterator[bytes]:
        yield PART * 6
        await asyncio.sleep(SOON)

    async def asks() -> None:
        monkeypatch.setattr(uploads, "IN_HAND_BYTES", UPLOADS.unread_bytes() + 10_000)
        served = Files(PATIENT)
        first = await begins(sends(served, half_a_photo(), STRANGER, length=1))

        assert (await sends(served, half_a_photo(), length=1)).status_code == 503
        await end(first)
        assert (await sends(served, whole(), length=1)).status_code == 202

    within(asks)
