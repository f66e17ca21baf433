"""A server short of file descriptors refuses excess connections and goes on."""

from __future__ import annotations

import socket
import urllib.request
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.ui.served import healthy, serve_in_background
from ui.serving.request_limits import connection_limit

DESCRIPTORS, HALF_OPEN = 512, 600
WRAPPER = ("sh", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "sh")

pytest.importorskip("resource", reason="Windows has no limit of open files")


def test_half_open_connections_leave_few_lines_and_time_out(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with serve_in_background(log, wrapper=WRAPPER) as (address, _process), ExitStack() as until_the_end:
        parts = urlsplit(address)
        for _ in range(HALF_OPEN):
            half_open = until_the_end.enter_context(socket.create_connection((parts.hostname, parts.port), 30))
            with suppress(ConnectionError):  # it was refused
                half_open.sendall(b"GET /healthz HTTP/1.1\r\nHost: lo")
        assert healthy("127.0.0.1", parts.port or 0)  # once they have timed out
        with urllib.request.urlopen(f"{address}/", timeout=30) as answer:
            assert answer.status == 200

    lines = [line for line in log.read_text().splitlines() if line and not line.startswith("{")]
    assert f"Only {connection_limit(DESCRIPTORS)} connections can be open at once" in lines[0]
    assert [line for line in lines if line.startswith("Crownsight is at")]  # before or after the first refusal
    later = [line for line in lines[1:] if "concurrency" not in line and not line.startswith("Crownsight is at")]
    refused = f"Too many connections: at most {connection_limit(DESCRIPTORS)} can be open. New ones are refused."
    exhausted = (
        "No connection can be opened: the limit of open files is reached."  # where they come faster than they go
    )
    assert later.count(refused) == 1
    assert later in ([refused], [refused, exhausted], [exhausted, refused])
