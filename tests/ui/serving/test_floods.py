"""A stranger who floods the server is closed or waits; everybody else plays on.

Everything is tried on a really served app, from an address of its own as another machine in the network has one.
"""

from __future__ import annotations

import asyncio
import random
import resource
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote

import pytest
import streamlit
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.benchmarks.flood import (
    BEGUN,
    BINARY,
    PART,
    PING,
    TEXT,
    answers,
    connected,
    ends,
    frame,
    messages_in,
    rerun,
    upgrade,
    websocket,
)
from tests.benchmarks.phone import CAMERA, LISTENER, Phone
from tests.benchmarks.server_process import Process
from tests.ui.event_loop import outcome
from tests.ui.served_app import HEADER_SECONDS, UNHEARD_SECONDS, ServedApp, app_of_its_own
from ui.serving import limits
from ui.settings import COOKIE, EVENTS
from ui.store.codes import new_key

SOON = 90.0  # seconds on a busy machine
MOST_MORE = 300  # MB


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedApp]:
    """A served app behind a proxy with an address of its own."""
    with app_of_its_own(tmp_path_factory.mktemp("proxied"), "--proxy", "127.66.0.1") as app:
        yield app


@pytest.fixture
def source(request: pytest.FixtureRequest) -> str:
    """An address that no other test has used."""
    return f"127.66.{random.Random(request.node.nodeid).randrange(256)}.{random.randrange(1, 25)}"


def on_a_phone(served: ServedApp, does: Callable[[Phone], Awaitable[object]], path: str = "/table") -> None:
    async def doing() -> None:
        async with Phone(served.address) as phone:
            await phone.opens(path)
            await does(phone)

    outcome(doing())


def runs(opened: socket.socket) -> int:
    """How often the page on this connection was run, as far as the server says until it ends it."""
    return sum(message.WhichOneof("type") == "new_session" for message in answers(opened, SOON))


def finished_runs(page: socket.socket, number: int) -> int:
    """How many runs end, as the page is told, until there are so many."""
    page.settimeout(SOON)
    heard, finished = b"", 0
    with suppress(TimeoutError):
        while finished < number and (more := page.recv(65_536)):
            heard += more
            finished = sum(one.WhichOneof("type") == "script_finished" for one in messages_in(heard))
    return finished


def is_shown(page: socket.socket, words: bytes) -> bool:
    """Whether these words come to stand on the page before long."""
    page.settimeout(SOON)
    heard = b""
    with suppress(TimeoutError):
        while words not in heard and (more := page.recv(65_536)):
            heard += more
    return words in heard


def test_a_flood_of_reruns_is_closed_and_the_tap_after_it_is_answered_first(served: ServedApp, source: str) -> None:
    before = Process(served.process).megabytes()

    async def flood_and_tap(phone: Phone) -> None:
        with websocket(served.address, source) as stranger:
            stranger.setblocking(False)
            stranger.send(frame(rerun()) * 5_000)
            seen = phone.screen.runs
            await phone._rerun()
            await phone.sees(lambda: phone.screen.runs > seen, SOON)
            stranger.setblocking(True)
            assert runs(stranger) <= limits.MESSAGES_AT_ONCE + limits.MESSAGES_WAITING

    on_a_phone(served, flood_and_tap)
    assert served.is_healthy()
    assert "it sent too many" in served.logged()
    assert Process(served.process).megabytes() - before < MOST_MORE


def test_what_a_flood_left_behind_ends_with_it(served: ServedApp, source: str) -> None:
    assert served.is_healthy()
    threads = served.threads()

    with ExitStack() as stack:
        for page in [stack.enter_context(websocket(served.address, source)) for _ in range(20)]:
            page.sendall(frame(rerun()) * 60)
    until = time.monotonic() + SOON
    while served.threads() > threads + 5 and time.monotonic() < until:
        time.sleep(0.2)

    assert served.threads() <= threads + 5
    assert served.is_healthy()


def test_more_messages_than_usual_are_only_delayed(served: ServedApp, source: str) -> None:
    """Of whole pages that are asked for while one is being drawn, the last is drawn: no count would be certain."""
    table = BackMsg()
    table.rerun_script.page_name = "table"
    number = int(limits.MESSAGES_AT_ONCE / limits.RUN_MESSAGES) + 6
    with websocket(served.address, source) as page:
        for _ in range(number):
            page.sendall(frame(rerun()))
        page.sendall(frame(table.SerializeToString()))

        assert is_shown(page, b"Add player")


def test_a_huge_frame_is_refused_by_its_header(served: ServedApp, source: str) -> None:
    before = Process(served.process).megabytes()
    with ExitStack() as stack:
        pages = [stack.enter_context(websocket(served.address, source)) for _ in range(6)]
        for page in pages:
            page.sendall(frame(b"", announced=150_000_000))

        assert all(ends(page, SOON) for page in pages)
    assert Process(served.process).megabytes() - before < 50


def test_a_message_as_large_as_the_limit_is_heard(served: ServedApp, source: str) -> None:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.add(id="$$ID-0-board", json_value="x" * (limits.MESSAGE_BYTES - 1_000))
    with websocket(served.address, source) as page:
        page.sendall(frame(message.SerializeToString()))

        assert finished_runs(page, 1) == 1


@pytest.mark.parametrize(
    ("first", "payload", "said"),
    [
        (BINARY, b"\xff\xff\xff\xff", "it sent what is no message"),
        (BINARY, random.Random(5).randbytes(200), "it sent what is no message"),
        (TEXT, b"{}", "it sent text"),
    ],
)
def test_what_is_no_message_is_one_line_of_the_log(
    served: ServedApp, source: str, first: int, payload: bytes, said: str
) -> None:
    before = served.logged()
    with websocket(served.address, source) as page:
        page.sendall(frame(payload, first))

        assert ends(page, SOON)
    new = served.logged()[len(before) :].strip().splitlines()
    assert len(new) <= 1  # after twenty of a kind there is none
    assert all(line.endswith(f" A page was closed: {said}.") for line in new)
    assert served.is_healthy()


def with_widgets(number: int, value: str = "") -> bytes:
    """A message with so many widgets that no page has, of each that value."""
    message = BackMsg()
    widget = WidgetState(id="$$ID-0-invented", string_value=value) if value else WidgetState()
    message.rerun_script.widget_states.widgets.extend([widget] * number)
    return message.SerializeToString()


@pytest.mark.parametrize(
    "flood",
    [
        frame(b"", PING) * 2_000,
        frame(b"", BEGUN) + frame(b"", PART) * 2_000,
        frame(b"", 0x8A) * 2_000,
        frame(b"") * 2_000,
        frame(BackMsg(clear_cache=True).SerializeToString()) * 2_000,
    ],
    ids=["pings", "empty parts of a message", "pongs", "empty", "of no use"],
)
def test_every_frame_is_counted_whatever_it_says(served: ServedApp, source: str, flood: bytes) -> None:
    with websocket(served.address, source) as page:
        with suppress(ConnectionError):
            page.sendall(flood)

        assert ends(page, SOON)
    assert served.is_healthy()


def test_the_frames_of_all_pages_of_an_address_are_counted_together(served: ServedApp, source: str) -> None:
    within = int(limits.FRAMES_AT_ONCE * 0.9)
    number = 2 * int(limits.ADDRESS_FRAMES_AT_ONCE / within)
    with ExitStack() as stack:
        pages = [stack.enter_context(websocket(served.address, source)) for _ in range(number)]
        for page in pages:
            with suppress(ConnectionError):
                page.sendall(frame(b"") * within)

        assert ends(pages[-1], SOON)
    on_a_phone(served, lambda phone: phone.request("GET", "/healthz"))


def test_a_message_of_more_widgets_than_any_page_has_is_not_parsed(served: ServedApp, source: str) -> None:
    """Two bytes each on the wire, a hundred where they are parsed; from forty pages at once."""
    before = Process(served.process).megabytes()
    with ExitStack() as stack:
        pages = [stack.enter_context(websocket(served.address, source)) for _ in range(40)]
        for page in pages:
            with suppress(ConnectionError):
                page.sendall(frame(with_widgets(7_000)) * 9)

        assert all(ends(page, SOON) for page in pages)
    assert "it sent too much in one message" in served.logged()
    assert Process(served.process).megabytes() - before < 150


def test_messages_that_wait_are_weighed(served: ServedApp, source: str) -> None:
    large = frame(with_widgets(1, "x" * (limits.MESSAGE_BYTES - 100)))
    number = int(limits.MESSAGES_AT_ONCE + limits.WAITING_BYTES / limits.MESSAGE_BYTES) + 2
    assert number < limits.MESSAGES_WAITING
    with websocket(served.address, source) as page:
        with suppress(ConnectionError):
            page.sendall(large * number)

        assert ends(page, SOON)  # their number alone would only delay them


def test_nobody_clears_the_memory_that_all_pages_share(served: ServedApp, source: str) -> None:
    clearing = BackMsg(clear_cache=True)
    with websocket(served.address, source) as page:
        page.sendall(frame(clearing.SerializeToString()) + frame(rerun()))

        assert finished_runs(page, 1) == 1


def test_of_one_address_so_many_pages_are_open_and_others_open_theirs(served: ServedApp, source: str) -> None:
    with ExitStack() as stack:
        for _ in range(limits.PAGES // 2):
            stack.enter_context(websocket(served.address, source))
        with pytest.raises(ConnectionError, match="403"):
            stack.enter_context(websocket(served.address, source))

        on_a_phone(served, lambda phone: phone.request("GET", "/healthz"))
    until = time.monotonic() + SOON
    while not opens(served, source) and time.monotonic() < until:  # once the server has noticed that they are gone
        time.sleep(0.2)
    assert opens(served, source)


held: Counter[str] = Counter()  # pages, by address


def test_those_at_a_table_and_newcomers_open_pages_while_many_addresses_take_all_they_can(
    served: ServedApp, source: str
) -> None:
    """Of as many addresses as it takes, each with half its share, and then with single pages."""
    network = source.rpartition(".")[0]
    guest, newcomer = source, f"{network}.99"
    strangers = [f"{network}.{number}" for number in range(100, 220)]

    async def playing() -> None:
        async with Phone(served.address, guest) as phone:
            await phone.opens()
            await phone.clicks("By hand")
            await phone.types("Name", "Ana")
            await phone.clicks("Add player")
            await phone.sees(lambda: phone.screen.given(LISTENER).get("version"), SOON)
            await phone.sees(lambda: "<bdi>Ana</bdi>" in phone.screen.words(), SOON)
            with ExitStack() as stack:
                for stranger in strangers:
                    while await asyncio.to_thread(stays, served, stranger, stack, limits.ADDRESS_PAGES // 2):
                        pass
                    if stranger == strangers[8]:
                        assert opens(served, newcomer)
                assert not opens(served, strangers[-1])
                async with phone.again() as again:
                    await again.opens()

    outcome(playing())


def stays(served: ServedApp, source: str, stack: ExitStack, most: int) -> bool:
    """Whether another page is opened from there, to stay; not more than so many."""
    held[source] += 1
    if held[source] > most:
        return False
    try:
        stack.enter_context(websocket(served.address, source))
    except ConnectionError:
        return False
    return True


def opens(served: ServedApp, source: str) -> bool:
    """Whether a page can be opened from there."""
    try:
        with websocket(served.address, source):
            return True
    except ConnectionError:
        return False


HALF = b"GET / HTTP/1.1\r\nHost: "


def test_half_a_request_is_ended_in_time(served: ServedApp, source: str) -> None:
    with connected(served.address, source) as half:
        half.sendall(HALF)

        assert ends(half, SOON)


def test_who_opens_too_many_connections_gets_no_more_and_others_do(served: ServedApp, source: str) -> None:
    """Half requests are ended so soon that a busy machine may need another try to open as many."""
    until, refused = time.monotonic() + SOON, False
    while not refused and time.monotonic() < until:
        with ExitStack() as stack:
            for _ in range(limits.CONNECTIONS // 2):
                stack.enter_context(connected(served.address, source)).sendall(HALF)
            refused = not is_answered(served, source)
            assert is_answered(served, f"{source}0")

    assert refused


def is_answered(served: ServedApp, source: str) -> bool:
    """Whether a whole request from there is answered."""
    with connected(served.address, source) as whole:
        try:
            whole.sendall(f"GET /healthz HTTP/1.1\r\nHost: {served.address[7:]}\r\n\r\n".encode())
            return whole.recv(1) != b""
        except ConnectionError:
            return False


def test_who_sends_a_byte_now_and_then_is_ended_all_the_same(served: ServedApp, source: str) -> None:
    with connected(served.address, source) as slow:
        slow.sendall(f"GET /healthz HTTP/1.1\r\nHost: {served.address[7:]}\r\n\r\nGET / HTTP/1.1\r\nX: ".encode())
        with pytest.raises(ConnectionError):
            drip(slow, SOON)


def drip(slow: socket.socket, seconds: float) -> None:
    """Send a byte now and then for so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        slow.sendall(b"y")
        time.sleep(HEADER_SECONDS / 20)


def test_a_page_is_no_half_request(served: ServedApp, source: str) -> None:
    """A websocket that says nothing for longer than headers may take stays open."""
    with connected(served.address, source) as page:
        upgrade(page, served.address)
        time.sleep(2 * HEADER_SECONDS)
        page.sendall(frame(rerun()))

        assert finished_runs(page, 1) == 1


def test_behind_a_named_proxy_the_phones_own_address_counts(proxied: ServedApp) -> None:
    address = proxied.address
    with ExitStack() as stack:
        for _ in range(limits.PAGES // 2):
            stack.enter_context(websocket(address, "127.66.0.1", "198.51.100.7"))
        with pytest.raises(ConnectionError, match="403"):
            stack.enter_context(websocket(address, "127.66.0.1", "198.51.100.7"))
        stack.enter_context(websocket(address, "127.66.0.1", "198.51.100.8"))

        for number in range(limits.ADDRESS_PAGES):  # whom nobody named is not believed
            stack.enter_context(websocket(address, "127.66.0.2", f"198.51.100.{number}"))
        with pytest.raises(ConnectionError, match="403"):
            stack.enter_context(websocket(address, "127.66.0.2", "198.51.100.200"))


# --- Uploads


async def place_of_a_camera(phone: Phone) -> str:
    """The place for which the screen asks for a photo."""
    await phone.sees(lambda: phone.screen.component(CAMERA))
    return quote(phone.screen.given(CAMERA)["place"])


async def sent(phone: Phone, path: str, size: int, method: str = "POST") -> int:
    """The status with which a file of that size is answered, 0 where the connection is closed meanwhile."""
    try:
        await phone.request(method, path, bytes(size), "image/jpeg")
    except HTTPError as refused:
        return refused.code
    except OSError:
        return 0
    return 202


def test_a_file_that_nobody_asked_for_is_refused(served: ServedApp) -> None:
    before = Process(served.process).megabytes()

    async def send(phone: Phone) -> None:
        for number in range(10):
            path = f"/_stcore/upload_file/{phone.session}/{number}"
            assert await sent(phone, path, 20_000_000, "PUT") in (403, 0)
            assert await sent(phone, f"/api/files/{new_key()}?for=table", 20_000_000) in (409, 0)

    on_a_phone(served, send)
    assert Process(served.process).megabytes() - before < 100


def test_a_file_that_is_larger_than_photos_are_is_refused(served: ServedApp) -> None:
    async def send(phone: Phone) -> None:
        place = await place_of_a_camera(phone)

        assert await sent(phone, f"/api/files/{new_key()}?for={place}", 42_000_000) in (413, 0)

    on_a_phone(served, send, "/")


def test_what_a_page_never_takes_makes_way_for_its_next_photos(served: ServedApp) -> None:
    before = Process(served.process).megabytes()

    async def send(phone: Phone) -> None:
        place = await place_of_a_camera(phone)
        answered = [await sent(phone, f"/api/files/{new_key()}?for={place}", 39_000_000) for _ in range(8)]
        assert answered.count(202) > 4
        assert set(answered) <= {202, 409, 503, 0}

    on_a_phone(served, send, "/")
    assert Process(served.process).megabytes() - before < MOST_MORE


def test_all_files_on_their_way_together_have_a_limit(served: ServedApp) -> None:
    before = Process(served.process).megabytes()
    answered: list[int] = []

    async def send(phone: Phone) -> None:
        place = await place_of_a_camera(phone)
        paths = [f"/api/files/{new_key()}?for={place}" for _ in range(10)]
        answered.extend(await asyncio.gather(*(sent(phone, path, 39_000_000) for path in paths)))

    on_a_phone(served, send, "/")
    assert set(answered) - {202, 409, 503, 0} == set()
    assert {409, 503, 0} & set(answered)
    assert Process(served.process).megabytes() - before < MOST_MORE
    assert served.is_healthy()


# --- By HTTP


def request(served: ServedApp, path: str, *headers: str) -> bytes:
    """A request as it is sent."""
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {served.address[7:]}", *headers, "", ""]).encode()


def said_to(served: ServedApp, source: str, *parts: bytes) -> bytes:
    """What the server says to these parts, sent one after the other, until it ends the connection."""
    heard = b""
    with connected(served.address, source, SOON) as opened, suppress(ConnectionError):
        for part in parts:
            opened.sendall(part)
            time.sleep(0.2)
        while more := opened.recv(65_536):
            heard += more
    return heard


def test_what_comes_after_the_last_request_ends_the_connection(served: ServedApp, source: str) -> None:
    cookie = f"Cookie: {COOKIE}={new_key()}"
    last = request(served, EVENTS, cookie, "Connection: close")
    said = said_to(served, source, last, request(served, "/healthz"))

    assert said.startswith(b"HTTP/1.1 200")
    assert said.count(b"HTTP/1.1") == 1
    assert "Traceback" not in served.logged()


@pytest.mark.parametrize(
    ("path", "header", "status"),
    [
        ("/healthz", f"X: {'x' * limits.HEADER_BYTES}", 431),
        (f"/api/tables/{'t' * 22}/boards/{'9' * 5_000}", f"Cookie: {COOKIE}={'k' * 22}", 414),
    ],
    ids=["headers", "path"],
)
def test_a_head_that_is_too_large_is_refused(
    served: ServedApp, source: str, path: str, header: str, status: int
) -> None:
    said = said_to(served, source, request(served, path, header))

    assert said.startswith(f"HTTP/1.1 {status} ".encode())
    assert "Traceback" not in served.logged()


def test_an_origin_that_is_none_is_refused(served: ServedApp, source: str) -> None:
    writing = request(served, "/healthz", "Origin: http://[", "Connection: close").replace(b"GET", b"POST", 1)

    assert said_to(served, source, writing).startswith(b"HTTP/1.1 403")
    assert "Traceback" not in served.logged()


def test_text_that_is_none_is_one_line_of_the_log(served: ServedApp, source: str) -> None:
    with websocket(served.address, source) as page:
        page.sendall(frame(b"\xff", TEXT))

        assert ends(page, SOON)
    assert "Traceback" not in served.logged()


def test_no_path_in_another_form_goes_round_what_is_said_of_it(served: ServedApp, source: str) -> None:
    closing = ("Connection: close", "Accept-Encoding: gzip")

    assert b"content-encoding" not in said_to(served, source, request(served, "/./static/index.html", *closing))
    assert said_to(served, source, request(served, "/_stcore/./metrics", *closing)).startswith(b"HTTP/1.1 404")


def test_an_answer_that_nobody_takes_is_not_offered_for_long(served: ServedApp, source: str) -> None:
    large = max((Path(streamlit.__file__).parent / "static").rglob("*.js"), key=lambda file: file.stat().st_size)
    path = f"/static/{large.relative_to(Path(streamlit.__file__).parent / 'static' / 'static')}"
    with connected(served.address, source, SOON) as opened:
        opened.sendall(request(served, path) * 10)
        opened.settimeout(SOON)
        time.sleep(UNHEARD_SECONDS * 4)
        heard = 0
        with suppress(ConnectionError):
            while more := opened.recv(1_000_000):
                heard += len(more)

    assert heard < 10 * large.stat().st_size


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
        finished_runs(page, 1)
        with suppress(ConnectionError):
            page.sendall(frame(message.SerializeToString()))
            finished_runs(page, 1)

    assert "Traceback" not in served.logged()


def test_whoever_guesses_on_the_servers_own_machine_is_told_to_wait_whatever_its_cookies(served: ServedApp) -> None:
    """As all phones are there that come through a proxy which nobody named."""

    async def is_told_to_wait() -> bool:
        async with Phone(served.address) as phone:
            await phone.opens()
            await phone.types("Join with code", "AAA-AAA")
            await phone.clicks("Join")
            await phone.sees(lambda: 'role="alert"' in phone.screen.words(), SOON)
            return "Too many wrong codes" in phone.screen.words()

    async def guessing() -> None:
        assert [await is_told_to_wait() for _ in range(limits.FREE_GUESSES + 1)][-1]

    outcome(guessing())


def test_health_is_that_of_the_disk_too(proxied: ServedApp) -> None:
    """No file of the server may grow any more, as on a full disk."""
    assert proxied.is_healthy()

    before, most = resource.prlimit(proxied.process, resource.RLIMIT_FSIZE)
    resource.prlimit(proxied.process, resource.RLIMIT_FSIZE, (1_000, most))
    time.sleep(1.5)  # longer than an answer is good for
    with pytest.raises(HTTPError, match="503"):
        proxied.is_healthy()
    resource.prlimit(proxied.process, resource.RLIMIT_FSIZE, (before, most))
