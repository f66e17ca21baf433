"""What a stranger on the network can send: floods of messages, huge frames, half requests. Loopback addresses only.

``python tests/benchmarks/flood.py messages http://127.0.0.1:8501 10`` does so for ten seconds.
"""

from __future__ import annotations

import base64
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

BINARY, TEXT, PING = 0x82, 0x81, 0x89  # first bytes of frames that are whole
BEGUN, PART = 0x02, 0x00  # of a message in parts: its first, and one that is not the last
STRANGER = "127.66.6.6"  # a loopback address of its own, as another machine has one
LOOPBACK = ("127.", "localhost")


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
    if not (parts.hostname or "").startswith(LOOPBACK):
        raise ValueError("floods are for a server on this machine")
    with socket.create_connection((parts.hostname, parts.port), seconds, (source, 0)) as opened:
        yield opened


@contextmanager
def websocket(address: str, source: str = STRANGER, forwarded_for: str = "") -> Iterator[socket.socket]:
    """A websocket of the app, opened by somebody who never loaded a page; a proxy says for whom."""
    with connected(address, source) as opened:
        upgrade(opened, address, forwarded_for)
        yield opened


def upgrade(opened: socket.socket, address: str, forwarded_for: str = "") -> bytes:
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
        *([f"X-Forwarded-For: {forwarded_for}"] if forwarded_for else []),
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


def answers(opened: socket.socket, seconds: float) -> list[ForwardMsg]:
    """What the server says on a websocket until it ends it, or says nothing more for that time."""
    opened.settimeout(seconds)
    heard = b""
    with suppress(TimeoutError, ConnectionError):
        while more := opened.recv(65_536):
            heard += more
    return messages_in(heard)


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


def flood(address: str, messages: int, source: str = STRANGER) -> bool:
    """Send as many reruns at once on one connection and leave; whether the server took all of them."""
    with suppress(ConnectionError, TimeoutError), websocket(address, source) as opened:
        opened.settimeout(5)
        opened.sendall(frame(rerun()) * messages)
        return True
    return False


# --- Attacks, each for so many seconds


def messages(address: str, until: float) -> None:
    """One connection after the other sends 20,000 reruns and leaves."""
    while time.monotonic() < until:
        flood(address, 20_000)
        time.sleep(0.05)


def sessions(address: str, until: float) -> None:
    """Twenty pages ask for a rerun every 20 ms, and are opened again where they are closed."""
    pages: list[socket.socket] = []
    with ExitStack() as stack:
        while time.monotonic() < until:
            with suppress(OSError):
                if len(pages) < 20:
                    page = stack.enter_context(websocket(address))
                    page.setblocking(False)
                    pages.append(page)
            for page in list(pages):
                try:
                    page.send(frame(rerun()))
                    page.recv(1_000_000)
                except BlockingIOError:
                    pass
                except OSError:
                    pages.remove(page)
            time.sleep(0.02)


def frames(address: str, until: float) -> None:
    """Six websockets announce 150 MB each and send them."""
    while time.monotonic() < until:
        with ExitStack() as stack, suppress(OSError):
            pages = [stack.enter_context(websocket(address)) for _ in range(6)]
            for page in pages:
                page.sendall(frame(b"", announced=150_000_000))
            while time.monotonic() < until:
                for page in pages:
                    page.sendall(bytes(1_000_000))
                time.sleep(0.05)
        time.sleep(0.2)


def halves(address: str, until: float) -> None:
    """1,100 connections send half a request each."""
    held: list[socket.socket] = []
    with ExitStack() as stack:
        while time.monotonic() < until:
            with suppress(OSError):
                while len(held) < 1_100 and time.monotonic() < until:
                    one = stack.enter_context(connected(address, seconds=1))
                    one.sendall(b"GET / HTTP/1.1\r\nHost: ")
                    held.append(one)
            time.sleep(0.5)


def pages(address: str, until: float) -> None:
    """The first page asked for on one connection, again and again, as fast as it is answered."""
    while time.monotonic() < until:
        with suppress(OSError), connected(address) as opened:
            while time.monotonic() < until:
                opened.sendall(f"GET / HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\n\r\n".encode())
                if not opened.recv(65_536):
                    break


ATTACKS: dict[str, Callable[[str, float], None]] = {
    one.__name__: one for one in (messages, sessions, frames, halves, pages)
}


if __name__ == "__main__":
    kind, server, seconds = sys.argv[1:]
    ATTACKS[kind](server, time.monotonic() + float(seconds))
