"""Pace of uploads: a minimum rate for each, and a number of them at a time for each client network.

A connection that announces a photo and sends nothing takes no memory, is closed soon, and delays no other network.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette import status
from starlette.requests import ClientDisconnect, Request

from scoring.message import message
from ui.api.access import NOT_COME, RefusedError

TOO_MANY = message("Too many photos are being read right now. Try again in a minute.")


@dataclass(frozen=True)
class Pace:
    """Bounds on one upload, and on those of one network."""

    grace_seconds: float = 10.0  # before the rate counts
    bytes_per_second: float = 20_000.0  # on average from then on
    longest_seconds: float = 300.0  # 40 MB at 1 Mbit/s
    at_once: int = 2  # uploads of one network
    queue_seconds: float = 10.0  # that another one waits for its turn


@dataclass
class _Queue:
    slots: asyncio.Semaphore
    uploads: int = 0  # that have a slot or wait for one


@dataclass
class UploadGate:
    """The uploads on their way: which networks they come from, and how much has come."""

    most_bytes: Callable[[], int]
    pace: Pace = field(default_factory=Pace)
    arrived: int = 0  # bytes of uploads that are not complete
    _queues: dict[str, _Queue] = field(default_factory=dict)

    @asynccontextmanager
    async def slot(self, network: str) -> AsyncIterator[None]:
        """Wait until an upload of a network may come. Raises RefusedError where that takes too long."""
        queue = self._queues.setdefault(network, _Queue(asyncio.Semaphore(self.pace.at_once)))
        queue.uploads += 1
        try:
            try:
                async with asyncio.timeout(self.pace.queue_seconds):
                    await queue.slots.acquire()
            except TimeoutError:
                code = status.HTTP_503_SERVICE_UNAVAILABLE
                raise RefusedError(code, TOO_MANY, again_after=3, closes=True) from None
            try:
                yield
            finally:
                queue.slots.release()
        finally:
            queue.uploads -= 1
            if not queue.uploads:
                del self._queues[network]

    async def read(self, request: Request) -> bytes:
        """Return the body of an upload. Raises RefusedError where it comes too slowly, or memory does not allow it."""
        pace, start = self.pace, asyncio.get_running_loop().time()
        parts: list[bytes] = []
        received = 0
        try:
            async with asyncio.timeout_at(start + min(pace.grace_seconds, pace.longest_seconds)) as limit:
                async for part in request.stream():
                    parts.append(part)
                    received += len(part)
                    self.arrived += len(part)
                    if self.arrived > self.most_bytes():
                        code = status.HTTP_503_SERVICE_UNAVAILABLE
                        raise RefusedError(code, TOO_MANY, again_after=10, closes=True)
                    in_time = pace.grace_seconds + received / pace.bytes_per_second
                    limit.reschedule(start + min(in_time, pace.longest_seconds))
        except (TimeoutError, ClientDisconnect):
            raise RefusedError(status.HTTP_408_REQUEST_TIMEOUT, NOT_COME, closes=True) from None
        finally:
            self.arrived -= received
        return b"".join(parts)
