"""Whatever arrives is read or refused with a sentence: a few hundred of ``tests/benchmarks/bench_hostile.py``."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.ui.hostile.trials import KINDS, REFUSALS, Kind
from tests.ui.served import ServedApp
from tests.ui.sockets import connected

ANSWERED = 2.0  # seconds that an answer may take to begin before the request is given up


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What command lines and addresses name lies in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_hostile_texts_are_read_or_refused_with_a_sentence(kind: Kind) -> None:
    for seed in range(kind.tries):
        said = "read"
        try:
            kind.trial(kind.made(Random(seed)).encode("utf-8", "surrogatepass"))
        except REFUSALS as refused:
            said = str(refused)
        assert said.strip(), f"seed {seed}"


# --- Requests that no page of ours sends


ASKED = (
    "GET /",
    "BREW /table",
    "GET /api/tables/%ff%00/news?version=-1",
    f"GET /api/news?photo={'k' * 22}&heard=%C2%BD",
    f"GET /api/files/{'k' * 22}/picture.jpg?l=%00",
    f"POST /api/tables/{'k' * 22}",
    f"POST /api/files/{'k' * 22}?for=%ED%A0%80",
    "GET /_stcore/stream",
    "POST /_stcore/upload_file/a/b",
)
HEADS = (
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


@pytest.mark.parametrize("head", HEADS, ids=lambda head: head[:24].decode("latin-1"))
def test_odd_requests_are_answered_or_refused_at_every_route(served: ServedApp, head: bytes) -> None:
    for number, line in enumerate(ASKED):
        sent = f"{line} HTTP/1.1\r\nHost: {served.address[7:]}\r\nConnection: close\r\n".encode() + head
        with connected(served.address, f"127.67.{number}.{1 + HEADS.index(head)}", ANSWERED) as opened:
            opened.sendall(sent + b'\r\n\r\n5\r\n{"a"\r\n0\r\n\r\n')
            with suppress(OSError):  # who sends half a body waits for ever
                assert not opened.recv(65_536).startswith(b"HTTP/1.1 500"), line

    assert "Traceback" not in served.logged()
    assert served.is_healthy()
