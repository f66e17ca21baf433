"""Connections handed from one worker to another, so that one of them has all of a phone: its page, uploads, photos.

All workers accept connections at one port. The one that gets a connection reads its first head; where the cookie in it
is another worker's, it passes the socket itself on, with what has been read. Nothing is relayed: from then on the
connection is as if the other worker had accepted it, and the phone's address is its own.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from zlib import crc32

from ui.serving import limits
from ui.settings import COOKIE

_PHONE = re.compile(rb"\r\ncookie:[^\r]*?\b" + COOKIE.encode() + rb"=([\w-]+)", re.IGNORECASE)
_END = b"\r\n\r\n"  # of a head


class Handover:
    """The doors of all workers, of which this one is number ``own``.

    A door is a pair of sockets for datagrams. What is sent to a worker that has died waits there for the next one.
    """

    def __init__(self, own: int, doors: Sequence[tuple[socket.socket, socket.socket]]) -> None:
        self._own, self._doors = own, doors
        self._beginning: set[asyncio.Task[None]] = set()

    def is_elsewhere(self, head: bytes) -> bool:
        """Whether another worker has the phone whose request begins so."""
        return self._worker(head) != self._own

    def _worker(self, head: bytes) -> int:
        phone = _PHONE.search(head)
        return crc32(phone[1]) % len(self._doors) if phone else self._own

    def pass_on(self, transport: asyncio.Transport, head: bytes) -> None:
        """Give a connection to the worker that has its phone; it is cut where that one does not keep up."""
        own = os.dup(transport.get_extra_info("socket").fileno())
        try:
            with suppress(OSError):
                socket.send_fds(self._doors[self._worker(head)][0], [head], [own])
        finally:
            os.close(own)
            transport.abort()

    def receive(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Serve from now on what others pass on, each with a new ``protocol``."""
        asyncio.get_running_loop().add_reader(self._doors[self._own][1], self._take, protocol)

    def close(self) -> None:
        """Leave what comes to the next worker."""
        asyncio.get_running_loop().remove_reader(self._doors[self._own][1])

    def _take(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        most = 2 * limits.HEADER_BYTES  # one part that lacks the end of the head, and the next
        try:
            head, (passed, *_), _, _ = socket.recv_fds(self._doors[self._own][1], most, 1)
        except (OSError, ValueError):  # nothing after all, or without a socket
            return
        task = asyncio.ensure_future(_serve(socket.socket(fileno=passed), head, protocol))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)


async def _serve(connection: socket.socket, head: bytes, protocol: Callable[[], asyncio.Protocol]) -> None:
    connection.setblocking(False)
    try:
        transport, serving = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
    except OSError:  # it is gone
        connection.close()
        return
    if not transport.is_closing():
        serving.data_received(head)


def is_whole(head: bytes) -> bool:
    """Whether the head of a request is there, or too much for one."""
    return _END in head or len(head) > limits.HEADER_BYTES


def doors(number: int) -> list[tuple[socket.socket, socket.socket]]:
    """One door for each of so many workers."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(number)]
    for pair in pairs:
        for end in pair:
            end.setblocking(False)
    return pairs
