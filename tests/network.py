"""A network between phones and server that can be made bad: slow, lossy, or silent while every socket stays open.

A lost packet is one that comes late, as TCP sends it again: after the time to the other end and back, and 200 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from math import ceil
from random import Random
from threading import Thread
from typing import Any

from tests.ui.served import free_port

PART = 65_536  # bytes that are passed on at once
PACKET = 1_400  # bytes
RESENT_AFTER = 0.2  # seconds beyond the way there and back
MOST_UNDER_WAY = 64  # parts


class Network:
    """Passes bytes between those who connect to ``port`` and a server on this machine."""

    def __init__(self, server: int, delay: float = 0.0, loss: float = 0.0) -> None:
        self.port, self._server = free_port(), server
        self._delay, self._loss, self._chance = delay, loss, Random(5)  # seconds, share of packets
        self._loop = asyncio.new_event_loop()
        self._open = asyncio.Event()
        self._open.set()
        self._swallowed = b""  # how the next request begins that nobody ever hears of
        self._ways: set[asyncio.Task[None]] = set()  # what passes bytes on, one way
        self._ends: set[asyncio.StreamWriter] = set()  # of connections that neither end has closed

    @property
    def address(self) -> str:
        """Where phones find the server."""
        return f"http://127.0.0.1:{self.port}"

    def swallows_packets(self) -> None:
        """From now on nothing arrives, and nobody is told."""
        self._call(self._swallow())

    def swallows(self, request: bytes) -> None:
        """Take in the next request that begins so and pass nothing of it on; its connection stays open and silent."""
        self._swallowed = request

    def is_back(self, *, forgets: bool = False) -> None:
        """Pass on what comes, and what waits; one that forgets passes on new connections alone, as routers do."""
        self._call(self._resume(forgets=forgets))

    async def _swallow(self) -> None:
        self._open.clear()

    async def _resume(self, *, forgets: bool) -> None:
        if forgets:
            for way in self._ways:
                way.cancel()
        self._open.set()

    def _call(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _connected(self, phone: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        self._ends.add(to_phone)
        await self._open.wait()
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self._server)
        except OSError:
            self._hang_up(to_phone)
            return
        self._ends.add(to_server)
        ways = {asyncio.ensure_future(self._pass(*way)) for way in ((phone, to_server), (server, to_phone))}
        self._ways |= ways
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self._ways -= ways
        if any(way.cancelled() for way in ways):
            return  # forgotten: both ends believe that they are connected
        for way in ways:
            way.cancel()
        self._hang_up(to_phone, to_server)

    def _hang_up(self, *ends: asyncio.StreamWriter) -> None:
        for end in ends:
            end.close()
            self._ends.discard(end)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(MOST_UNDER_WAY)
        arriving = asyncio.ensure_future(self._arrive(under_way, writer))
        try:
            is_silent = False
            while part := await reader.read(PART):
                if self._swallowed and part.startswith(self._swallowed):
                    is_silent, self._swallowed = True, b""
                if is_silent:
                    continue
                await under_way.put((self._loop.time() + self._takes(len(part)), part))
            await under_way.put((0.0, b""))
            await arriving
        except OSError:
            pass
        finally:
            arriving.cancel()

    def _takes(self, size: int) -> float:
        packets = ceil(size / PACKET)
        is_lost = self._loss and self._chance.random() > (1 - self._loss) ** packets
        return self._delay + (2 * self._delay + RESENT_AFTER if is_lost else 0.0)

    async def _arrive(self, under_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                due, part = await under_way.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                await self._open.wait()
                if not part:
                    return
                writer.write(part)
                await writer.drain()

    def run(self) -> None:
        """Pass on until it is stopped."""
        asyncio.set_event_loop(self._loop)
        serving = self._loop.run_until_complete(asyncio.start_server(self._connected, "127.0.0.1", self.port))
        self._loop.run_forever()
        self._loop.run_until_complete(self._end(serving))
        self._loop.close()

    async def _end(self, serving: asyncio.Server) -> None:
        serving.close()
        for end in self._ends:
            end.transport.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def stop(self) -> None:
        """Cut all connections."""
        self._loop.call_soon_threadsafe(self._loop.stop)


@contextmanager
def network_to(server: int, delay: float = 0.0, loss: float = 0.0) -> Iterator[Network]:
    """A network to the server on that port; ``delay`` is in seconds and one way, ``loss`` a share of the packets."""
    network = Network(server, delay, loss)
    passing = Thread(target=network.run)
    passing.start()
    try:
        yield network
    finally:
        network.stop()
        passing.join()
