"""``deploy/nginx.conf`` limits what one address may ask, and lets all others play on."""

from __future__ import annotations

import re
import socket
import ssl
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from tests.browser.reverse_proxy import behind_nginx
from tests.given import ROOT
from tests.ui.api.phones import ServedTables
from tests.ui.kept_tables import BENS_PHONE
from tests.ui.served import free_port, healthy, served
from tests.ui.sockets import STRANGER, answered
from ui.store import Store
from ui.store.codes import new_key
from ui.system import COOKIE

NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
CONNECTIONS = int(re.findall(r"limit_conn crownsight_connections (\d+);", NGINX)[0])
BEYOND = 20


def open_long_poll(port: int) -> ssl.SSLSocket:
    """Ask for updates as a stranger at an address of its own, and leave the connection open."""
    plain = socket.create_connection(("127.0.0.1", port), 20, (STRANGER, 0))
    opened = ssl._create_unverified_context().wrap_socket(plain)
    head = f"GET /api/news HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: {COOKIE}={new_key()}\r\n\r\n"
    opened.sendall(head.encode())
    return opened


def test_flooding_address_is_limited_and_others_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port, url = free_port(), f"sqlite:///{tmp_path}/tables.sqlite3"
    monkeypatch.setenv("CROWNSIGHT_DATABASE", url)
    with behind_nginx(tmp_path / "nginx", [port]) as outside, ExitStack() as until_the_end:
        until_the_end.enter_context(served("serve", "--port", str(port), "--proxy", "127.0.0.1"))
        assert healthy("127.0.0.1", port)
        assert healthy("127.0.0.1", outside, "https")
        tables = ServedTables(f"https://localhost:{outside}", Store(make_url(url)))
        kept = tables.opens_a_table()

        polls = [until_the_end.enter_context(open_long_poll(outside)) for _ in range(CONNECTIONS + BEYOND)]

        assert all(poll.recv(100).startswith(b"HTTP/1.1 429") for poll in polls[CONNECTIONS:])
        assert tables.edits(kept, BENS_PHONE, squares=[{"at": [0, 0], "to": ["w", False]}]).status == 200
        assert answered(tables.address, "/", method="POST", body=bytes(70_000), source=STRANGER).status == 413
    assert str(tables.board(kept).kingdom[0, 0]) == "w"
