"""The proxies of ``deploy`` log no table keys, and nginx answers only to its own name."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import pytest

from tests.browser.reverse_proxy import behind_caddy, behind_nginx
from tests.ui.served import free_port
from tests.ui.sockets import get_answer
from ui.store.codes import new_key

Proxy = Callable[[Path, int], AbstractContextManager[int]]
SECONDS = 20.0


def nginx(folder: Path, server: int) -> AbstractContextManager[int]:
    return behind_nginx(folder, [server])


def wait_until_answering(address: str) -> None:
    """Wait for a proxy, which may listen before it has a certificate."""
    while True:
        with suppress(OSError):
            get_answer(address, "/")
            return
        time.sleep(0.05)


@pytest.mark.parametrize("proxy", [nginx, behind_caddy])
def test_logs_of_a_proxy_have_no_key(proxy: Proxy, tmp_path: Path) -> None:
    key, folder = new_key(), tmp_path / "proxy"
    with proxy(folder, free_port()) as outside:  # nobody listens there
        address = f"https://localhost:{outside}"
        wait_until_answering(address)
        page = get_answer(address, f"/table?t={key}")
        updates = get_answer(address, f"/api/tables/{key}/updates?version=1")
        large = get_answer(address, f"/api/tables/{key}", method="POST", body=bytes(200_000))

    assert (page.status, updates.status) == (502, 502)
    assert large.status in (413, 502)
    logs = [file for file in folder.rglob("*log*") if file.is_file()]
    assert logs
    assert [file for file in logs if key.encode() in file.read_bytes()] == []


def answer_for(port: int, host: str) -> bytes:
    """Return the answer to a request for a host name by plain HTTP."""
    with socket.create_connection(("127.0.0.1", port), SECONDS) as opened:
        opened.sendall(f"GET /x HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: opened.recv(4_096), b""))


def test_nginx_answers_to_its_own_name_alone(tmp_path: Path) -> None:
    folder = tmp_path / "nginx"
    with behind_nginx(folder, [free_port()]):
        (port,) = {*map(int, re.findall(r"listen 127\.0\.0\.1:(\d+)", (folder / "crownsight.conf").read_text()))}
        wait_until_answering(f"http://localhost:{port}")

        assert answer_for(port, "evil.example") == b""
        redirected = answer_for(port, "localhost")
    assert b"Location: https://localhost/x" in redirected
    assert b"Server: nginx\r\n" in redirected
