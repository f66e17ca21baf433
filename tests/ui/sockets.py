"""Connections to a served app as nobody's browser makes them: bare sockets, and what stands on the wire."""

from __future__ import annotations

import base64
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

BINARY, TEXT, PING = 0x82, 0x81, 0x89  # first bytes of frames that are whole
STRANGER = "127.66.6.6"  # a loopback address of its own, as another machine has one


def rerun(query: str = "") -> bytes:
    """The message that asks for a page anew."""
    message = BackMsg()
    message.rerun_script.query_string = query
    return message.SerializeToString()


def frame(payload: bytes, first: int = BINARY, announced: int | None = None) -> bytes:
    """A websocket frame as a client sends it, masked with zeros; ``announced`` may be another length than it has."""
    length = len(payload) if announced is None else announced
    if length < 126:
        head = struct.pack("!BB", first, 0x80 | length)
    elif length < 65_536:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return head + bytes(4) + payload


@contextmanager
def connected(address: str, source: str = STRANGER, seconds: float = 20.0) -> Iterator[socket.socket]:
    """A plain connection to a served app on this machine."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), seconds, (source, 0)) as opened:
        yield opened


@contextmanager
def websocket(address: str, source: str = STRANGER, seconds: float = 20.0) -> Iterator[socket.socket]:
    """A websocket of the app, opened by somebody who never loaded a page."""
    with connected(address, source, seconds) as opened:
        upgrade(opened, address)
        yield opened


def upgrade(opened: socket.socket, address: str) -> bytes:
    """Make a websocket of a connection; what the server said. Raises ConnectionError where it refuses."""
    host, key = urlsplit(address).netloc, base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: streamlit, -",
    ]
    opened.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    said = b""
    while b"\r\n\r\n" not in said:
        more = opened.recv(1)
        if not more:
            raise ConnectionError(f"the server has closed: {said!r}")
        said += more
    if b" 101 " not in said.split(b"\r\n")[0]:
        raise ConnectionError(said.split(b"\r\n")[0].decode())
    return said


def ends(opened: socket.socket, seconds: float) -> bool:
    """Whether the server ends this connection within that time."""
    opened.settimeout(seconds)
    with suppress(TimeoutError):
        try:
            while opened.recv(65_536):
                pass
        except ConnectionError:
            pass
        return True
    return False


def messages_in(heard: bytes) -> list[ForwardMsg]:
    """The messages that have come whole."""
    return [ForwardMsg.FromString(payload) for first, payload in _frames(heard) if first == BINARY]


def _frames(heard: bytes) -> Iterator[tuple[int, bytes]]:
    """First byte and payload of each whole frame of a server, which masks none."""
    while len(heard) >= 2:
        first, length, head = heard[0], heard[1], 2
        if length >= 126:
            head = 4 if length == 126 else 10
            length = int.from_bytes(heard[2:head], "big")
        if len(heard) < head + length:
            return
        yield first, heard[head : head + length]
        heard = heard[head + length :]
