"""Requests and pages beyond the limits are refused before they take memory or time."""

from __future__ import annotations

import resource
import time
from contextlib import ExitStack, suppress
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed

from tests.ui.event_loop import answer_of, outcome
from tests.ui.served import ServedApp, healthy
from tests.ui.sockets import open_connection, page
from ui.serving import request_limits as limits
from ui.serving.request_limits import LimitsMiddleware, connection_limit, uvicorn_limits

BODIES = {"/api/files/": 1_000}


async def answer_200(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer a request without reading its body."""
    await send({"type": "http.response.start", "status": 200})


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/files/a", {"content_length": "1000"}, 200),
        ("/api/files/a", {"content_length": "1001"}, 413),
        ("/api/files/a", {"transfer_encoding": "chunked"}, 411),
        ("/api/elsewhere", {"content_length": "0"}, 200),
        ("/api/elsewhere", {"content_length": "1"}, 413),
        ("/_stcore/upload_file/a/b", {"content_length": "1"}, 413),
        ("/" + "x" * limits.PATH_LENGTH, {}, 414),
    ],
)
def test_body_over_the_limit_of_its_route_is_not_read(path: str, headers: dict[str, str], status: int) -> None:
    answer = answer_of(LimitsMiddleware(answer_200, BODIES), path, [b"a body"], **headers)

    assert (answer.status, answer.heard) == (status, 0)


class Page:
    """A page that sends messages at given seconds, and notes what reaches the app."""

    def __init__(self, *messages: tuple[float, Message]) -> None:
        self._messages, self.now = list(messages), 0.0
        self.reached = list[Message]()
        self.sent = list[Message]()

    async def receive(self) -> Message:
        """Return the next message, at its second."""
        if not self._messages:
            return {"type": "websocket.disconnect", "code": 1001}
        self.now, message = self._messages.pop(0)
        return message

    async def send(self, message: Message) -> None:
        """Note what is sent to the page."""
        self.sent.append(message)

    async def app(self, _scope: Scope, receive: Receive, _send: Send) -> None:
        """Take messages until the page has gone."""
        while not self.reached or self.reached[-1]["type"] != "websocket.disconnect":
            self.reached.append(await receive())

    def get_close_code(self) -> int:
        """Return the code that closes the page; 0 if the page leaves."""
        outcome(LimitsMiddleware(self.app, {}, lambda: self.now)({"type": "websocket"}, self.receive, self.send))
        return self.sent[0]["code"] if self.sent else 0


def message(content: bytes = b"x") -> Message:
    return {"type": "websocket.receive", "bytes": content}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (message(bytes(limits.MESSAGE_BYTES)), 0),
        (message(bytes(limits.MESSAGE_BYTES + 1)), 1009),
        ({"type": "websocket.receive", "text": "{}"}, 1003),
        ({"type": "websocket.receive", "bytes": None, "text": "{}"}, 1003),
    ],
)
def test_page_with_an_odd_message_is_closed(sent: Message, code: int) -> None:
    page = Page((0.0, sent))

    assert page.get_close_code() == code
    assert page.reached[-1] == {"type": "websocket.disconnect", "code": code or 1001}
    assert len(page.reached) == 1 + (not code)


def test_page_that_sends_too_fast_is_closed() -> None:
    at_once = int(limits.MESSAGES_AT_ONCE)
    page = Page(*[(0.0, message())] * (at_once + 5))

    assert page.get_close_code() == 1008
    assert len(page.reached) == at_once + 1


def test_page_at_the_allowed_pace_stays_open() -> None:
    lasting = [(number / limits.MESSAGES_PER_SECOND, message()) for number in range(1_000)]

    assert Page(*lasting).get_close_code() == 0


def test_page_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAGES", 1)
    first, second = Page(), Page()

    async def while_open(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await middleware({"type": "websocket"}, second.receive, second.send)

    middleware = LimitsMiddleware(while_open, {})
    outcome(middleware({"type": "websocket"}, first.receive, first.send))

    assert [message["code"] for message in second.sent] == [1013]
    assert first.sent == []


def test_page_that_leaves_is_no_error() -> None:
    page = Page()

    async def has_left(_message: Message) -> None:
        raise ConnectionResetError

    async def tells(_scope: Scope, receive: Receive, send: Send) -> None:
        await send(message())
        await page.app(_scope, receive, send)

    outcome(LimitsMiddleware(tells, {})({"type": "websocket"}, page.receive, has_left))

    assert [message["type"] for message in page.reached] == ["websocket.disconnect"]


@pytest.mark.parametrize(
    ("descriptors", "connections"), [(4_096, limits.CONNECTIONS), (1_024, 206), (512, 78), (100, 8)]
)
def test_connection_limit_follows_the_open_file_limit(descriptors: int, connections: int) -> None:
    assert connection_limit(descriptors) == connections


def test_uvicorn_has_our_limits() -> None:
    config = uvicorn.Config("ui.server:app", **uvicorn_limits())

    assert (config.limit_concurrency, config.timeout_keep_alive) == (
        limits.CONNECTIONS,
        limits.KEEP_ALIVE_SECONDS,
    )
    assert (config.h11_max_incomplete_event_size, config.ws_max_size) == (
        limits.HEADER_BYTES,
        limits.MESSAGE_BYTES,
    )
    assert not config.ws_per_message_deflate


# --- A served app


@pytest.mark.parametrize(("said", "source"), [(bytes(range(200)), "127.66.1.1"), ("{}", "127.66.1.2")])
def test_unreadable_message_closes_its_page(served: ServedApp, said: bytes | str, source: str) -> None:
    before = served.read_log()
    with page(served.address, source=source) as opened:
        opened.says(said)
        with pytest.raises(ConnectionClosed):
            opened.is_drawn()
    assert len(served.read_log()[len(before) :].strip().splitlines()) == 1
    assert served.is_healthy()


def wait_until_sick(served: ServedApp) -> None:
    """Ask until the server is not healthy: an answer is good for a second."""
    while served.is_healthy():
        time.sleep(0.1)


def test_health_includes_the_disk(served: ServedApp) -> None:
    """For a while no file of the server can grow, as on a full disk."""
    assert served.is_healthy()

    before, most = resource.prlimit(served.process, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process, resource.RLIMIT_FSIZE, (1_000, most))
    with pytest.raises(HTTPError, match="503"):
        wait_until_sick(served)
    resource.prlimit(served.process, resource.RLIMIT_FSIZE, (before, most))

    assert healthy("127.0.0.1", urlsplit(served.address).port or 0)


ODD_LINES = (
    "GET /",
    "BREW /table",
    "GET /api/tables/%ff%00/updates?version=-1",
    f"GET /api/updates?photo={'k' * 22}&heard=%C2%BD",
    f"GET /api/files/{'k' * 22}/picture.jpg?l=%00",
    f"POST /api/tables/{'k' * 22}",
    f"POST /api/files/{'k' * 22}?for=%ED%A0%80",
    "GET /_stcore/stream",
    "POST /_stcore/upload_file/a/b",
)
ODD_HEADERS = (
    b"Content-Length: -1",
    b"Content-Length: 1_0",
    b"Content-Length: 5",
    b"Transfer-Encoding: chunked",
    b"Content-Type: application/json; charset=utf-7",
    b"Cookie: crownsight=\xff; crownsight=" + b"k" * 22,
    b"Origin: http://[",
    b"Accept-Language: " + b"de-DE-" * 500,
    b"If-None-Match: \xe2\x80\xae",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: k",
)


@pytest.mark.parametrize("header", ODD_HEADERS, ids=lambda header: header[:24].decode("latin-1"))
def test_odd_request_is_no_server_error(served: ServedApp, header: bytes) -> None:
    for number, line in enumerate(ODD_LINES):
        sent = f"{line} HTTP/1.1\r\nHost: {served.address[7:]}\r\nConnection: close\r\n".encode() + header
        with open_connection(served.address, f"127.67.{number}.{1 + ODD_HEADERS.index(header)}", 2.0) as opened:
            opened.sendall(sent + b'\r\n\r\n5\r\n{"a"\r\n0\r\n\r\n')
            with suppress(OSError):  # who sends half a body waits for ever
                assert not opened.recv(65_536).startswith(b"HTTP/1.1 500"), line

    assert "Traceback" not in served.read_log()
    assert served.is_healthy()


def test_half_a_request_is_closed(served: ServedApp) -> None:
    """The first request of a connection, and one after others."""
    request = f"GET /healthz HTTP/1.1\r\nHost: {served.address[7:]}\r\n".encode()
    with ExitStack() as until_the_end:
        connections = []
        for complete in range(3):
            opened = until_the_end.enter_context(open_connection(served.address, seconds=90.0))
            for _ in range(complete):
                opened.sendall(request + b"\r\n")
                answer = b""
                while not answer.endswith(b'{"status":"ok"}'):
                    part = opened.recv(65_536)
                    assert part
                    answer += part
            opened.sendall(request)
            connections.append(opened)

        assert [opened.recv(65_536) for opened in connections] == [b""] * 3
