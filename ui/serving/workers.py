"""Several servers behind one port: each phone stays with one of them, and one that dies is replaced at once.

Python runs one thread at a time, so that a server uses one core. The workers are forked from a process that has loaded
the app and serves nothing: a new one is there within a second.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import connection, get_context
from multiprocessing.context import ForkServerProcess
from threading import Event, Thread

import uvicorn

from ui.serving import limits
from ui.serving.connections import uvicorn_options
from ui.serving.first_process import SharedState, SharedStateClient
from ui.serving.handover import Handover, doors
from ui.serving.rate_limit import WrongCodes
from ui.store.photo_cache import PhotoCache
from ui.system.machine import memory_of
from ui.system.process_limits import raise_descriptors
from ui.system.processes import leave_interrupts_to_the_first, when_told_to_stop

APP = "ui.server:app"
Doors = Sequence[tuple[socket.socket, socket.socket]]
CALM = 1.0  # seconds that a worker has lived when the next is started at once; it cannot start where it fails sooner
LOOK_EVERY = 0.2  # seconds between two looks whether to stop


class Server(uvicorn.Server):
    """A uvicorn server that also serves what other workers hand over, until the process that started it is gone."""

    def __init__(self, config: uvicorn.Config, handover: Handover, started_by: connection.Connection) -> None:
        super().__init__(config)
        self._handover, self._started_by = handover, started_by

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn does; then open the door."""
        await super().startup(sockets)
        asyncio.get_running_loop().add_reader(self._started_by.fileno(), self._is_orphaned)
        self._handover.receive(self._protocol)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the door; then as uvicorn does."""
        self._handover.close()
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        protocol: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return protocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    def _is_orphaned(self) -> None:
        asyncio.get_running_loop().remove_reader(self._started_by.fileno())
        self.should_exit = True


class Workers:
    """The processes that serve at one socket, each replaced when it dies, and what they have in common."""

    def __init__(self, number: int, listening: socket.socket) -> None:
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload([APP.partition(":")[0], "alembic.command"])
        self._passages, self._listening, self._common = doors(number), listening, SharedState()
        self._life, self._end = self._context.Pipe(duplex=False)  # nobody writes: it ends with this process
        self._running = [self._begun(own) for own in range(number)]

    def _begun(self, own: int) -> tuple[ForkServerProcess, float]:
        here, there = self._context.Pipe()
        given = (own, self._passages, self._listening, self._life, there)
        worker = self._context.Process(target=work, args=given, name=f"worker {own}")
        worker.start()
        there.close()
        Thread(target=self._common.serve, args=(here,), daemon=True).start()
        return worker, time.monotonic()

    def look(self) -> None:
        """Wait a moment, and put another in the place of each that has died or holds too much memory."""
        connection.wait([worker.sentinel for worker, _ in self._running], timeout=LOOK_EVERY)
        for own, (worker, since) in enumerate(self._running):
            if worker.is_alive():
                if memory_of(worker.pid) > limits.WORKER_BYTES:
                    worker.terminate()
            elif time.monotonic() - since > CALM:
                self._running[own] = self._begun(own)

    def stop(self) -> None:
        """Have all workers stop, and kill what does not."""
        for worker, _ in self._running:
            worker.terminate()
        until = time.monotonic() + 2 * limits.LEAVING_SECONDS
        for worker, _ in self._running:
            worker.join(max(0.0, until - time.monotonic()))
            if worker.is_alive():
                worker.kill()
        self._end.close()


def serve(number: int, listening: socket.socket) -> None:
    """Serve at a socket with so many workers, until this process is told to stop."""
    workers, stopping = Workers(number, listening), Event()
    when_told_to_stop(stopping.set)
    while not stopping.is_set():
        workers.look()
    workers.stop()


def work(
    own: int,
    passages: Doors,
    listening: socket.socket,
    life: connection.Connection,
    first: connection.Connection,
) -> None:
    """Serve as worker number ``own`` until it is told to stop."""
    leave_interrupts_to_the_first()
    raise_descriptors(limits.DESCRIPTORS)
    PhotoCache.shared = WrongCodes.counted = SharedStateClient(first)
    handover = Handover(own, passages)
    config = uvicorn.Config(APP, **uvicorn_options(handover))
    with suppress(KeyboardInterrupt):
        Server(config, handover, life).run([listening])
