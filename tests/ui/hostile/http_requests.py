"""Requests that no page of ours sends, to every route, as the bytes that go over the network."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from urllib.parse import quote, urlsplit

from scoring.castle import Castle
from tests.ui.hostile.texts import NUMBERS, TINY, message, near, text
from tests.ui.sockets import SAID, connected, frame
from ui.store import Store
from ui.store.codes import new_key
from ui.system import COOKIE
from ui.table.board import blank_board
from ui.table.table import Table

ANSWERED = 0.3  # seconds that an answer may take to begin before the request is given up; streams go on for ever
METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW", "get", "")
KINDS = ("application/json", "application/json; charset=utf-7", "image/jpeg", "text/plain", "multipart/form-data", "")
LANGUAGES = ("de", "fr", "xx", "", "%00", "de-DE-" * 500)
TOO_MUCH = 503  # what a server says that has no place for more
MOST = 30_000  # bytes of a body; larger ones are refused by what they announce


@dataclass(frozen=True)
class Target:
    """A served app, and what is there to be asked for: a table with its first board, and a phone that sits there."""

    address: str
    table: str
    board: int
    phone: str


def target_at(address: str, store: Store) -> Target:
    """A new table with an empty board in the database of a served app, and a phone that sits there."""
    phone = new_key()
    kept = store.create(Table().with_player("Ana", Castle.BLUE).with_new_board(1, blank_board(5)), phone)
    board = kept.table.seats[0].board
    assert board is not None
    return Target(address, kept.key, board.number, phone)


def request(random: Random, target: Target) -> bytes:
    """What a stranger, or a phone at the table, sends on a connection."""
    if random.random() < 0.2:
        return _page(random, target)
    whole = _head_and_body(random, target)
    if random.random() < 0.15:
        return whole[: random.randrange(len(whole) + 1)]
    if random.random() < 0.15:
        at = random.randrange(len(whole) + 1)
        return whole[:at] + random.randbytes(random.choice((1, 4, 200))) + whole[at:]
    return whole * random.choice((1, 1, 1, 1, 2, 5))


def _head_and_body(random: Random, target: Target) -> bytes:
    body = _body(random)
    lines = [f"{random.choice(METHODS)} {_path(random, target)} HTTP/1.{random.choice('1111110')}"]
    lines += random.sample(_headers(random, target, len(body)), k=random.choice((2, 4, 6, 7)))
    lines += [f"Host: {urlsplit(target.address).netloc}"] if random.random() < 0.9 else []
    head = "\r\n".join([*lines, "", ""]).encode("utf-8", "replace")
    return head + body


def _path(random: Random, target: Target) -> str:
    table = f"/api/tables/{target.table}"
    board = f"{table}/boards/{random.choice((target.board, *NUMBERS))}"
    file = f"/api/files/{random.choice(('k' * 22, 'k' * 21, _quoted(text(random)[:40])))}"
    right = random.choice(
        (
            *(table, table, board, f"{board}/photo.jpg", f"{board}/straight.jpg", file, f"{file}/picture.jpg"),
            *(f"{table}/news", f"{table}/news?seat=1&version=0", "/api/news?photo=k&heard=1", "/healthz", "/look.css"),
            *("/", "/table", "/history", "/_stcore/health", "/_stcore/host-config", "/media/a.jpg", "/static/a.js"),
            *("/manifest.json", "/_stcore/upload_file/a/b", "/component/a/b"),
        )
    )
    if random.random() < 0.3:
        right = near(random, right)
    if random.random() < 0.3:
        asked = random.choice(("l", "for", "seat", "version", "photo"))
        right += f"{'&' if '?' in right else '?'}{asked}={_quoted(random.choice((*LANGUAGES, text(random)[:100])))}"
    return "".join(sign for sign in right if sign > " ")


def _quoted(said: str) -> str:
    return quote(said.encode("utf-8", "surrogatepass"), "%")


def _headers(random: Random, target: Target, length: int) -> Sequence[str]:
    phone = random.choice((target.phone, target.phone, target.phone, "k" * 22, near(random, target.phone)))
    odd = "".join(sign for sign in text(random)[:300] if sign not in "\r\n\0")
    return (
        f"Cookie: {COOKIE}={phone}",
        f"Content-Type: {random.choice(KINDS)}",
        f"Content-Length: {random.choice((length, length, length, 0, -1, 10**30, '1_0', '+5'))}",
        random.choice(
            ("Transfer-Encoding: chunked", "Expect: 100-continue", "Accept-Encoding: gzip", "Range: bytes=9-")
        ),
        random.choice((f"Origin: {target.address}", f"Origin: {target.address}", f"Origin: {odd}", "Origin: http://[")),
        random.choice(("Connection: close", "Connection: close", "Connection: upgrade", "Upgrade: websocket", "X: 1")),
        f"{random.choice(('X-Forwarded-For', 'Accept-Language', 'User-Agent', 'Cookie', 'If-None-Match'))}: {odd}",
    )


def _body(random: Random) -> bytes:
    return random.choice(
        (
            b"",
            message(random).encode("utf-8", "surrogatepass")[:MOST],
            message(random).encode("utf-8", "surrogatepass")[:MOST],
            json.dumps({"key": "k" * 22, "do": "edit", "board": 3}).encode(),
            TINY,
            b"5\r\nhello\r\n0\r\n\r\n",
            random.randbytes(300),
        )
    )


def _page(random: Random, target: Target) -> bytes:
    """A page is opened, and says some things at once."""
    lines = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {urlsplit(target.address).netloc}",
        f"Origin: {target.address}",
        f"Cookie: {COOKIE}={target.phone}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(random.randbytes(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Protocol: {random.choice(('streamlit, -', 'streamlit', 'streamlit, a, b', 'x'))}",
    ]
    frames = [frame(_said(random), random.choice((0x82, 0x82, 0x82, 0x82, 0x81, 0x89, 0x88, 0x02))) for _ in range(3)]
    return "\r\n".join([*lines, "", ""]).encode() + b"".join(frames[: random.randrange(4)])


def _said(random: Random) -> bytes:
    """What pages say, with a few bytes of it changed or cut off."""
    said = random.choice(SAID)
    at = random.randrange(len(said))
    return random.choice((said, said[:at] + random.randbytes(4), said[:at] + random.randbytes(1) + said[at + 1 :]))


def faults(target: Target, source: str, sent: bytes) -> list[int]:
    """The status of each answer to these bytes that says that something is wrong with the server."""
    heard = b""
    with suppress(OSError), connected(target.address, source, ANSWERED) as opened:
        opened.sendall(sent)
        while len(heard) < MOST and (more := opened.recv(65_536)):
            heard += more
    told = [int(line[:3]) for line in heard.split(b"HTTP/1.1 ")[1:] if line[:3].isdigit()]
    return [status for status in told if status >= 500 and status != TOO_MUCH]
