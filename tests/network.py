"""A TCP proxy between phones and server that can be slow, lossy, or silent while every socket stays open.

A lost packet comes late, as TCP sends it again after a round trip and 200 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import ceil
from random import Random
from threading import Thread

from tests.ui.served import free_port

PART = 65_536  # bytes that are passed on at once
PACKET = 1_400  # bytes
RESENT_AFTER = 0.2  # seconds beyond the way there and back
APART = 1e-6  # seconds between two parts, so that none overtakes another


class Network:
    """Pass bytes between clients of ``port`` and a server on this machine, until it is stopped."""

    def __init__(self, server: int, delay: float = 0.0, loss: float = 0.0) -> None:
        self.port, self._server = free_port(), server
        self._delay, self._loss, self._chance = delay, loss, Random(5)  # seconds, share of packets
        self._loop = asyncio.new_event_loop()
        self._open, self._stopped = asyncio.Event(), asyncio.Event()
        self._swallowed = b""  # start of the next request to drop
        self._ways: set[asyncio.Task[None]] = set()  # each passes bytes in one direction
        self._ends: set[asyncio.StreamWriter] = set()  # of connections that neither end has closed

    @property
    def address(self) -> str:
        """Return the address of the server, through the network."""
        return f"http://127.0.0.1:{self.port}"

    def swallows_packets(self) -> None:
        """Drop everything from now on, without closing a connection."""
        self._loop.call_soon_threadsafe(self._open.clear)

    def swallows(self, request: bytes) -> None:
        """Drop the next request that begins so; its connection stays open and silent."""
        self._swallowed = request

    def is_back(self, *, forgets: bool = False) -> None:
        """Pass bytes on again; one that forgets drops the old connections silently, as routers do."""
        self._loop.call_soon_threadsafe(self._resume, forgets)

    def stop(self) -> None:
        """Close all connections."""
        self._loop.call_soon_threadsafe(self._stopped.set)

    def run(self) -> None:
        """Pass bytes on until it is stopped."""
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    def _resume(self, forgets: bool) -> None:
        for way in self._ways if forgets else ():
            way.cancel()
        self._open.set()

    async def _serve(self) -> None:
        self._open.set()
        serving = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        await self._stopped.wait()
        serving.close()
        for end in self._ends:
            end.transport.abort()

    async def _connect(self, phone: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        self._ends.add(to_phone)
        ends = {to_phone}
        with suppress(OSError, asyncio.CancelledError):  # all are cancelled in the end
            await self._open.wait()
            server, to_server = await asyncio.open_connection("127.0.0.1", self._server)
            ends.add(to_server)
            self._ends.add(to_server)
            ways = {asyncio.ensure_future(self._pass(*way)) for way in ((phone, to_server), (server, to_phone))}
            self._ways |= ways
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            self._ways -= ways
            if any(way.cancelled() for way in ways):
                return  # forgotten: both ends believe that they are connected
            for way in ways:
                way.cancel()
        self._ends -= ends
        for end in ends:
            end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        is_silent, due = False, 0.0  # when the last part arrives
        with suppress(OSError):
            while part := await reader.read(PART):
                if self._swallowed and part.startswith(self._swallowed):
                    is_silent, self._swallowed = True, b""
                if not is_silent:
                    await self._open.wait()
                    due = max(due + APART, self._loop.time() + self._takes(len(part)))
                    self._loop.call_at(due, writer.write, part)
        await self._open.wait()
        await asyncio.sleep(due - self._loop.time())

    def _takes(self, size: int) -> float:
        packets = ceil(size / PACKET)
        is_lost = self._loss and self._chance.random() > (1 - self._loss) ** packets
        return self._delay + (2 * self._delay + RESENT_AFTER if is_lost else 0.0)


@contextmanager
def network_to(server: int, delay: float = 0.0, loss: float = 0.0) -> Iterator[Network]:
    """Run a network to the server on that port; ``delay`` is in seconds one way, ``loss`` a share of packets."""
    network = Network(server, delay, loss)
    passing = Thread(target=network.run)
    passing.start()
    try:
        yield network
    finally:
        network.stop()
        passing.join()
