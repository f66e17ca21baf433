"""What is larger or faster than anything a phone of ours sends is refused before it takes memory or time."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote

import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.benchmarks.server_process import Process
from tests.ui.event_loop import outcome
from tests.ui.served import ServedApp, app_of_its_own
from tests.ui.sockets import BINARY, TEXT, connected, ends, frame, messages_in, rerun, websocket
from tests.ui.streamlit_phone import CAMERA, Phone
from ui.serving import bounds
from ui.serving.bounds import Bounds, uvicorn_bounds
from ui.store.codes import new_key
from ui.system import COOKIE

SOON = 90.0  # seconds on a busy machine
BODIES = {"/api/files/": 1_000}


def asked(path: str, *headers: str, **scope: Any) -> tuple[int, int]:
    """The status of the answer to a request, 0 where it was passed on, and how often its body was asked for."""
    told, heard = list[Message](), 0

    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        told.append({"status": 0})

    async def receive() -> Message:
        nonlocal heard
        heard += 1
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    pairs = [tuple(part.encode() for part in header.split(": ")) for header in headers]
    outcome(Bounds(app, BODIES)({"type": "http", "method": "POST", "path": path, "headers": pairs}, receive, send))
    return told[0]["status"], heard


@pytest.mark.parametrize(
    ("path", "header", "status"),
    [
        ("/api/files/a", "content-length: 1000", 0),
        ("/api/files/a", "content-length: 1001", 413),
        ("/api/files/a", "transfer-encoding: chunked", 411),
        ("/api/elsewhere", "content-length: 0", 0),
        ("/api/elsewhere", "content-length: 1", 413),
        ("/_stcore/upload_file/a/b", "content-length: 1", 413),
        ("/" + "x" * bounds.PATH_LENGTH, "x: y", 414),
    ],
)
def test_a_body_is_as_long_as_its_route_takes_or_not_heard(path: str, header: str, status: int) -> None:
    assert asked(path, header) == (status, 0)


class Page:
    """A page whose messages come at given seconds; notes what reaches the app, and with which code it is closed."""

    def __init__(self, *messages: tuple[float, Message]) -> None:
        self._messages, self.now = list(messages), 0.0
        self.reached = list[Message]()
        self.sent = list[Message]()

    async def receive(self) -> Message:
        """The next message, at its second."""
        if not self._messages:
            return {"type": "websocket.disconnect", "code": 1001}
        self.now, message = self._messages.pop(0)
        return message

    async def send(self, message: Message) -> None:
        """Note what is sent."""
        self.sent.append(message)

    async def app(self, _scope: Scope, receive: Receive, _send: Send) -> None:
        """Take messages until the page has gone."""
        while not self.reached or self.reached[-1]["type"] != "websocket.disconnect":
            self.reached.append(await receive())

    def closed_with(self) -> int:
        """The code with which it is closed; 0 where the page itself leaves."""
        outcome(Bounds(self.app, {}, lambda: self.now)({"type": "websocket"}, self.receive, self.send))
        return self.sent[0]["code"] if self.sent else 0


def said(content: bytes = b"x") -> Message:
    return {"type": "websocket.receive", "bytes": content}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (said(bytes(bounds.MESSAGE_BYTES)), 0),
        (said(bytes(bounds.MESSAGE_BYTES + 1)), 1009),
        ({"type": "websocket.receive", "text": "{}"}, 1003),
        ({"type": "websocket.receive", "bytes": None, "text": "{}"}, 1003),
    ],
)
def test_a_page_that_says_what_no_page_of_ours_does_is_closed(message: Message, code: int) -> None:
    page = Page((0.0, message))

    assert page.closed_with() == code
    assert page.reached[-1] == {"type": "websocket.disconnect", "code": code or 1001}
    assert len(page.reached) == 1 + (not code)


def test_a_page_that_says_too_much_too_fast_is_closed() -> None:
    at_once = int(bounds.MESSAGES_AT_ONCE)
    page = Page(*[(0.0, said())] * (at_once + 5))

    assert page.closed_with() == 1008
    assert len(page.reached) == at_once + 1


def test_a_page_goes_on_for_ever_at_the_pace_that_it_may() -> None:
    lasting = [(number / bounds.MESSAGES_PER_SECOND, said()) for number in range(1_000)]

    assert Page(*lasting).closed_with() == 0


def test_no_more_pages_are_open_than_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "PAGES", 1)
    first, second = Page(), Page()

    async def while_open(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await door({"type": "websocket"}, second.receive, second.send)

    door = Bounds(while_open, {})
    outcome(door({"type": "websocket"}, first.receive, first.send))

    assert [message["code"] for message in second.sent] == [1013]
    assert first.sent == []


def test_a_page_that_leaves_while_it_is_told_something_is_no_fault() -> None:
    page = Page()

    async def has_left(_message: Message) -> None:
        raise ConnectionResetError

    async def tells(_scope: Scope, receive: Receive, send: Send) -> None:
        await send(said())
        await page.app(_scope, receive, send)

    outcome(Bounds(tells, {})({"type": "websocket"}, page.receive, has_left))

    assert [message["type"] for message in page.reached] == ["websocket.disconnect"]


def test_uvicorn_keeps_to_its_own_limits() -> None:
    config = uvicorn.Config("ui.server:app", **uvicorn_bounds())

    assert (config.limit_concurrency, config.timeout_keep_alive) == (bounds.CONNECTIONS, bounds.IDLE_SECONDS)
    assert (config.h11_max_incomplete_event_size, config.ws_max_size) == (bounds.HEADER_BYTES, bounds.MESSAGE_BYTES)
    assert not config.ws_per_message_deflate


# --- A served app


@pytest.fixture
def source(request: pytest.FixtureRequest) -> str:
    """An address that no other test has used."""
    return f"127.66.{random.Random(request.node.nodeid).randrange(256)}.{random.randrange(1, 25)}"


@pytest.fixture
def full_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedApp]:
    """A served app of which no file may grow any more from its second look on."""
    with app_of_its_own(tmp_path_factory.mktemp("full")) as app:
        yield app


def on_a_phone(served: ServedApp, does: Callable[[Phone], Awaitable[object]], path: str = "/") -> None:
    async def doing() -> None:
        async with Phone(served.address) as phone:
            await phone.opens(path)
            await does(phone)

    outcome(doing())


def request(served: ServedApp, path: str, *headers: str) -> bytes:
    """A request as it is sent."""
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {served.address[7:]}", *headers, "", ""]).encode()


def answer_to(served: ServedApp, source: str, sent: bytes) -> bytes:
    """What the server says until it ends the connection."""
    heard = b""
    with connected(served.address, source, SOON) as opened, suppress(ConnectionError):
        opened.sendall(sent)
        while more := opened.recv(65_536):
            heard += more
    return heard


def runs_on(page: Any, number: int) -> bool:
    """Whether so many runs end, as the page is told."""
    page.settimeout(SOON)
    heard, finished = b"", 0
    with suppress(TimeoutError):
        while finished < number and (more := page.recv(65_536)):
            heard += more
            finished = sum(one.WhichOneof("type") == "script_finished" for one in messages_in(heard))
    return finished >= number


def test_a_huge_frame_is_refused_by_its_header(served: ServedApp, source: str) -> None:
    before = Process(served.process).megabytes()
    with ExitStack() as stack:
        pages = [stack.enter_context(websocket(served.address, source)) for _ in range(6)]
        for page in pages:
            page.sendall(frame(b"", announced=150_000_000))

        assert all(ends(page, SOON) for page in pages)
    assert Process(served.process).megabytes() - before < 50


def test_a_flood_of_messages_ends_with_its_page(served: ServedApp, source: str) -> None:
    with websocket(served.address, source) as page:
        with suppress(ConnectionError):
            page.sendall(frame(rerun()) * 5_000)

        assert ends(page, SOON)
    assert served.is_healthy()
    assert "A page was closed with code 1008." in served.logged()


def test_a_message_as_large_as_the_limit_is_heard(served: ServedApp, source: str) -> None:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.add(id="$$ID-0-board", json_value="x" * (bounds.MESSAGE_BYTES - 1_000))
    with websocket(served.address, source) as page:
        page.sendall(frame(message.SerializeToString()))

        assert runs_on(page, 1)


@pytest.mark.parametrize(
    ("first", "payload"),
    [(BINARY, b"\xff\xff\xff\xff"), (BINARY, random.Random(5).randbytes(200)), (TEXT, b"{}"), (TEXT, b"\xff")],
)
def test_what_is_no_message_closes_its_page_and_is_one_line_of_the_log(
    served: ServedApp, source: str, first: int, payload: bytes
) -> None:
    before = served.logged()
    with websocket(served.address, source) as page:
        page.sendall(frame(payload, first))

        assert ends(page, SOON)
    assert len(served.logged()[len(before) :].strip().splitlines()) == 1
    assert served.is_healthy()


@pytest.mark.parametrize(
    "invented",
    [
        {"id": "", "trigger_value": True},
        {"id": "invented", "string_value": "x"},
        {"id": "$$invented", "string_value": "x"},
        {"id": "$$ID-0-invented", "json_value": "{"},
        {"id": "$$STREAMLIT_INTERNAL_KEY_invented__events", "json_value": "{"},
    ],
    ids=["none", "another", "nearly", "no such", "no such part"],
)
def test_invented_widgets_leave_no_traceback(served: ServedApp, source: str, invented: dict[str, Any]) -> None:
    message = BackMsg()
    message.rerun_script.context_info.url = "http://["
    message.rerun_script.widget_states.widgets.add(**invented)
    message.rerun_script.page_name = "table"
    with websocket(served.address, source) as page:
        page.sendall(frame(rerun()))
        runs_on(page, 1)
        with suppress(ConnectionError):
            page.sendall(frame(message.SerializeToString()))
            runs_on(page, 1)

    assert "Traceback" not in served.logged()


async def status_of(phone: Phone, path: str, size: int, method: str = "POST") -> int:
    """The status with which a file of that size is answered, 0 where the connection is closed meanwhile."""
    try:
        await phone.request(method, path, bytes(size), "image/jpeg")
    except HTTPError as refused:
        return refused.code
    except OSError:
        return 0
    return 202


def test_a_file_that_is_too_large_or_that_nobody_asked_for_takes_no_memory(served: ServedApp) -> None:
    before = Process(served.process).megabytes()

    async def send(phone: Phone) -> None:
        await phone.sees(lambda: phone.screen.component(CAMERA))
        place = quote(phone.screen.given(CAMERA)["place"])
        for number in range(10):
            path = f"/_stcore/upload_file/{phone.session}/{number}"
            assert await status_of(phone, path, 20_000_000, "PUT") in (413, 0)
            assert await status_of(phone, f"/api/files/{new_key()}?for=elsewhere", 20_000_000) in (409, 0)
            assert await status_of(phone, f"/api/files/{new_key()}?for={place}", 42_000_000) in (413, 0)

    on_a_phone(served, send)
    assert Process(served.process).megabytes() - before < 100


def test_a_path_that_is_too_long_is_refused(served: ServedApp, source: str) -> None:
    path = f"/api/tables/{'t' * 22}/boards/{'9' * 5_000}"

    answer = answer_to(served, source, request(served, path, f"Cookie: {COOKIE}={'k' * 22}"))
    assert answer.startswith(b"HTTP/1.1 414 ")
    assert "Traceback" not in served.logged()


def test_a_head_that_is_too_large_is_refused(served: ServedApp, source: str) -> None:
    head = request(served, "/healthz", f"X: {'x' * 2 * bounds.HEADER_BYTES}")[:-4]

    assert answer_to(served, source, head).startswith(b"HTTP/1.1 400 ")


def test_health_is_that_of_the_disk_too(full_disk: ServedApp) -> None:
    """No file of the server may grow any more, as on a full disk."""
    assert full_disk.is_healthy()

    before, most = resource.prlimit(full_disk.process, resource.RLIMIT_FSIZE)
    resource.prlimit(full_disk.process, resource.RLIMIT_FSIZE, (1_000, most))
    time.sleep(1.5)  # longer than an answer is good for
    with pytest.raises(HTTPError, match="503"):
        full_disk.is_healthy()
    resource.prlimit(full_disk.process, resource.RLIMIT_FSIZE, (before, most))
