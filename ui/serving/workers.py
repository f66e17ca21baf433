"""Several servers behind one port: each phone stays with one of them, and one that dies is replaced at once.

Python runs one thread at a time, so that a server uses one core. The workers are forked from a process that has loaded
the app and serves nothing: a new one is there within a second.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import connection, get_context
from multiprocessing.context import ForkServerProcess
from multiprocessing.process import BaseProcess
from typing import Any

import uvicorn

from ui.serving import limits
from ui.serving.connections import raise_descriptors, uvicorn_options
from ui.serving.handover import Handover, doors

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


def serve(number: int, listening: socket.socket) -> None:
    """Serve at a socket with so many workers, until this process is told to stop."""
    context = get_context("forkserver")
    context.set_forkserver_preload([APP.partition(":")[0], "alembic.command"])
    passages, stopping = doors(number), False
    life, end = context.Pipe(duplex=False)  # nobody writes: it ends with this process

    def stop(_signal: int, _frame: Any) -> None:
        nonlocal stopping
        stopping = True

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, stop)

    def begun(own: int) -> tuple[ForkServerProcess, float]:
        worker = context.Process(target=work, args=(own, passages, listening, life), name=f"worker {own}")
        worker.start()
        return worker, time.monotonic()

    workers = [begun(own) for own in range(number)]
    while not stopping:
        connection.wait([worker.sentinel for worker, _ in workers], timeout=LOOK_EVERY)
        for own, (worker, since) in enumerate(workers):
            if not worker.is_alive() and not stopping and time.monotonic() - since > CALM:
                workers[own] = begun(own)
    _end([worker for worker, _ in workers])
    end.close()


def _end(workers: Sequence[BaseProcess]) -> None:
    """Have all workers stop, and kill what does not."""
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + 2 * limits.LEAVING_SECONDS
    for worker in workers:
        worker.join(max(0.0, until - time.monotonic()))
        if worker.is_alive():
            worker.kill()


def work(own: int, passages: Doors, listening: socket.socket, life: connection.Connection) -> None:
    """Serve as worker number ``own`` until it is told to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the first process says when to stop
    raise_descriptors()
    handover = Handover(own, passages)
    config = uvicorn.Config(APP, **uvicorn_options(handover))
    with suppress(KeyboardInterrupt):
        Server(config, handover, life).run([listening])
