"""Raw requests and connections to a served app, and Streamlit messages as bytes."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from email.message import Message
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from ui.system import COOKIE

STRANGER = "127.66.6.6"  # a loopback address of its own, as another machine has one
PATIENCE = 60.0  # seconds
# Messages of pages: draw everything, draw a fragment that is unknown, and two unknown widgets.
DRAW = b"Z\x00"
AT_REST = b"J\x00"  # the session status of a page whose script is not running
SAID = (
    DRAW,
    b"Z\x0c*\nof no page",
    b'Z.\n\x03t=k\x12\x14\n\x12\n\x0c$$ID-0-boardR\x02{}"\x05tableB\n"\x08http://[',
    b'Z3\x12(\n&\n"$$STREAMLIT_INTERNAL_KEY_x__events\x10\x01*\x07nowhere',
)


class Page:
    """The start page of a phone, on its WebSocket."""

    def __init__(self, opened: ClientConnection) -> None:
        self._opened, self.heard = opened, b""

    def says(self, message: bytes | str) -> None:
        """Send any message."""
        self._opened.send(message)

    def is_drawn(self, asking: bytes = DRAW) -> None:
        """Ask for the page, and wait for its last element. Raises TimeoutError."""
        self.says(asking)
        self.heard = b""
        while b'"run": "' not in self.heard:
            self.heard += bytes(self._opened.recv(PATIENCE))  # type: ignore[arg-type]

    def finishes_run(self, seconds: float) -> None:
        """Take whatever is sent until a run has finished, or nothing comes for that long."""
        with suppress(TimeoutError):
            while self._opened.recv(seconds) != AT_REST:
                pass

    def numbers(self) -> set[bytes]:
        """Draw the page, and return every UUID that it is sent, its own among them."""
        self.is_drawn()
        return {found[0] for found in re.finditer(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", self.heard)}

    def photo_field(self) -> str:
        """Return the field of photos of the drawn page."""
        return re.findall(rb'"field": ?"([^"]+)"', self.heard)[0].decode()


@contextmanager
def page(
    address: str, phone: str = "", number: str = "", origin: str | None = None, source: str = STRANGER
) -> Iterator[Page]:
    """Open a page of a phone, or resume the one of that number; with another origin if one is given."""
    with connect(
        f"ws{address[4:]}/_stcore/stream",
        origin=Origin(address if origin is None else origin),
        subprotocols=[Subprotocol(one) for one in ("streamlit", "-", number) if one],
        additional_headers={"Cookie": f"{COOKIE}={phone}"} if phone else {},
        source_address=(source, 0),
    ) as opened:
        yield Page(opened)


class Answered(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Message
    content: bytes


def get_answer(
    address: str,
    path: str,
    headers: Mapping[str, str] | None = None,
    *,
    method: str = "GET",
    body: bytes | None = None,
    source: str = "127.0.0.1",
) -> Answered:
    """Send a request whose path and host are not normalised, and return the answer."""
    where, own = urlsplit(address), (source, 0)
    server = http.client.HTTPConnection(where.netloc, timeout=30, source_address=own)
    if where.scheme == "https":
        trusting = ssl._create_unverified_context()  # the certificate of a proxy is its own
        server = http.client.HTTPSConnection(where.netloc, timeout=30, source_address=own, context=trusting)
    with closing(server):
        server.request(method, path, body, dict(headers or {}))
        answer = server.getresponse()
        return Answered(answer.status, answer.headers, answer.read())


@contextmanager
def open_connection(address: str, source: str = STRANGER, seconds: float = 20.0) -> Iterator[socket.socket]:
    """Open a TCP connection to a served app on this machine."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), seconds, (source, 0)) as opened:
        yield opened
