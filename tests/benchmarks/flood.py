"""What a stranger on the network can send: floods of messages, huge frames, half requests. Loopback addresses only.

``python tests/benchmarks/flood.py messages http://127.0.0.1:8501 10`` does so for ten seconds.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).parents[2]))

import streamlit
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from scoring import Kingdom, Rules
from scoring.castle import Castle
from tests.benchmarks.phone import CAMERA, Phone
from tests.given import EVENING
from ui.settings import COOKIE
from ui.store.codes import new_key
from ui.table.finished import Game, Played
from ui.table.table_json import games_text

BINARY, TEXT, PING = 0x82, 0x81, 0x89  # first bytes of frames that are whole
BEGUN, PART = 0x02, 0x00  # of a message in parts: its first, and one that is not the last
STRANGER = "127.66.6.6"  # a loopback address of its own, as another machine has one
SENDER, IMPORTER = "127.66.6.7", "127.66.6.8"  # who have opened no pages before
STRANGERS = tuple(f"127.66.7.{number}" for number in range(1, 21))
FILE_FIELD = "file_field"  # the component that sends files
PLAYED = Played("Ana", Castle.BLUE, Kingdom.parse("w1w/Cf"))
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
def websocket(
    address: str, source: str = STRANGER, forwarded_for: str = "", seconds: float = 20.0
) -> Iterator[socket.socket]:
    """A websocket of the app, opened by somebody who never loaded a page; a proxy says for whom."""
    with connected(address, source, seconds) as opened:
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


def widgets(address: str, until: float) -> None:
    """140 pages send messages of 60,000 empty widgets, and are opened again where they are closed."""
    _many(address, until, (STRANGER,) * 140, frame(_of_widgets([WidgetState()] * 60_000)), 0.5)


def invented(address: str, until: float) -> None:
    """Ten pages send six messages a second with as many invented widgets as a message may have."""
    named = [WidgetState(id=f"$$ID-0-{number}") for number in range(290)]
    _many(address, until, (STRANGER,) * 10, frame(_of_widgets(named)), 1 / 6)


def empties(address: str, until: float) -> None:
    """A hundred pages send empty messages as fast as they are taken."""
    _many(address, until, (STRANGER,) * 100, frame(b"") * 500, 0.0)


def crowd(address: str, until: float) -> None:
    """Twenty addresses open 200 pages each, and each page asks for itself once a second."""
    _many(address, until, STRANGERS * 200, frame(rerun()), 1.0)


def crowded_halves(address: str, until: float) -> None:
    """Twenty addresses hold 100 half requests each."""
    half = b"GET / HTTP/1.1\r\nHost: "
    _held(address, until, STRANGERS * 100, half)


def listeners(address: str, until: float) -> None:
    """Six addresses hold 99 streams of events each."""
    lines = ["GET /events HTTP/1.1", f"Host: {urlsplit(address).netloc}", f"Cookie: {COOKIE}={new_key()}", "", ""]
    _held(address, until, STRANGERS[:6] * 99, "\r\n".join(lines).encode())


def photos(address: str, until: float) -> None:
    """Ten pages send photos of 39 MB that never end."""
    with suppress(OSError, TimeoutError):
        asyncio.run(_photos(address, until))


async def _photos(address: str, until: float) -> None:
    async with asyncio.timeout(max(0.1, until - time.monotonic())):
        await _sends_photos(address, until)


async def _sends_photos(address: str, until: float) -> None:
    with ExitStack() as stack:
        for phone in [Phone(address, SENDER) for _ in range(10)]:
            await phone.opens("/")
            await phone.sees(lambda phone=phone: phone.screen.component(CAMERA))  # type: ignore[misc]
            place = quote(phone.screen.given(CAMERA)["place"])
            head = post(phone, f"/api/files/{new_key()}?for={place}", "image/jpeg", 39_000_000)
            with suppress(OSError):
                sending = stack.enter_context(connected(address, SENDER, seconds=2))
                await asyncio.to_thread(sending.sendall, head + bytes(38_000_000))
        await asyncio.sleep(max(0.0, until - time.monotonic()))


def imports(address: str, until: float) -> None:
    """Four pages bring 9,000 games to their table, again and again."""
    with suppress(OSError, TimeoutError):
        asyncio.run(_imports(address, until))


async def _imports(address: str, until: float) -> None:
    games = tuple(Game(number, EVENING + timedelta(minutes=number), Rules(), (PLAYED,)) for number in range(1, 9_001))
    file = games_text(games).encode()
    async with asyncio.timeout(max(0.1, until - time.monotonic())):
        await asyncio.gather(*(_brings(Phone(address, IMPORTER), file) for _ in range(4)))


async def _brings(phone: Phone, file: bytes) -> None:
    while True:
        with suppress(OSError):
            async with phone.again() as page:
                await page.opens("/history")
                await page.sees(lambda page=page: page.screen.component(FILE_FIELD))  # type: ignore[misc]
                key, place = new_key(), quote(page.screen.given(FILE_FIELD)["place"])
                with connected(page.address, IMPORTER) as sending:
                    head = post(page, f"/api/files/{key}?for={place}", "application/json", len(file))
                    await asyncio.to_thread(sending.sendall, head + file)
                    await asyncio.to_thread(sending.recv, 65_536)
                await page.takes(FILE_FIELD, key)
                await page.clicks("Bring this back")
                await page.sees(lambda page=page: "added" in page.screen.words() or "too many" in page.screen.words())  # type: ignore[misc]


def post(phone: Phone, path: str, kind: str, size: int) -> bytes:
    """The head of a request that a page sends, without its body."""
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    lines = [f"POST {path} HTTP/1.1", f"Host: {urlsplit(phone.address).netloc}", f"Cookie: {cookies}"]
    return "\r\n".join([*lines, f"Content-Type: {kind}", f"Content-Length: {size}", "", ""]).encode()


def _of_widgets(states: list[WidgetState]) -> bytes:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.extend(states)
    return message.SerializeToString()


def _many(address: str, until: float, sources: Sequence[str], sent: bytes, pause: float) -> None:
    """Open a page from each address, and send the same on each of them, again and again."""
    open_pages: list[tuple[str, socket.socket]] = []
    missing = list(sources)
    with ExitStack() as stack:
        while time.monotonic() < until:
            for source in missing[:20]:
                with suppress(OSError):
                    page = stack.enter_context(websocket(address, source, seconds=2))
                    page.setblocking(False)
                    open_pages.append((source, page))
                    missing.remove(source)
            for source, page in list(open_pages):
                try:
                    page.send(sent)
                    page.recv(1_000_000)
                except BlockingIOError:
                    pass
                except OSError:
                    open_pages.remove((source, page))
                    missing.append(source)
            time.sleep(pause)


def _asking(address: str, path: str, encoding: str = "identity") -> bytes:
    lines = [f"GET {path} HTTP/1.1", f"Host: {urlsplit(address).netloc}", f"Accept-Encoding: {encoding}", "", ""]
    return "\r\n".join(lines).encode()


def _many_by_http(address: str, until: float, sent: bytes) -> None:
    """Send the same on ten connections and read what comes, again and again."""
    while time.monotonic() < until:
        with ExitStack() as stack, suppress(OSError):
            opened = [stack.enter_context(connected(address, seconds=1)) for _ in range(10)]
            for one in opened:
                one.sendall(sent)
            while time.monotonic() < until and all(one.recv(1_000_000) for one in opened):
                pass


def _held(address: str, until: float, sources: Sequence[str], sent: bytes) -> None:
    """Open a connection from each address, send the same on each, and hold it."""
    while time.monotonic() < until:
        with ExitStack() as stack:
            for source in sources:
                if time.monotonic() > until:
                    return
                with suppress(OSError):
                    stack.enter_context(connected(address, source, seconds=1)).sendall(sent)
            time.sleep(1)


def unread(address: str, until: float) -> None:
    """A hundred connections ask for the largest file ten times each, and take nothing of it."""
    _held(address, until, (STRANGER,) * 100, _asking(address, largest_file()) * 10)


def in_other_forms(address: str, until: float) -> None:
    """Ten connections ask for a large file by ever other forms of its path, compressed, as fast as it comes."""
    asked = b"".join(_asking(address, f"/{'./' * number}{largest_file()[1:]}", "gzip") for number in range(1, 9))
    _many_by_http(address, until, asked)


def largest_file() -> str:
    """The path of the largest script of a page."""
    folder = Path(streamlit.__file__).parent / "static" / "static"
    large = max(folder.rglob("*.js"), key=lambda file: file.stat().st_size)
    return f"/static/{large.relative_to(folder)}"


def everything(address: str, until: float) -> None:
    """All of it at once."""
    kinds = [kind for kind in ATTACKS.values() if kind is not everything]
    with ThreadPoolExecutor(len(kinds)) as strangers:
        for kind in kinds:
            strangers.submit(kind, address, until)


ATTACKS: dict[str, Callable[[str, float], None]] = {
    one.__name__: one
    for one in (
        messages,
        sessions,
        frames,
        halves,
        pages,
        widgets,
        invented,
        empties,
        photos,
        imports,
        crowd,
        crowded_halves,
        listeners,
        unread,
        in_other_forms,
        everything,
    )
}


if __name__ == "__main__":
    kind, server, seconds = sys.argv[1:]
    ATTACKS[kind](server, time.monotonic() + float(seconds))
