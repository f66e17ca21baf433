"""``deploy/nginx.conf`` limits the requests of one address and no others."""

from __future__ import annotations

import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from tests.browser.reverse_proxy import behind_nginx
from tests.project import ROOT
from tests.ui.api.phones import ServedTables
from tests.ui.served import free_port, healthy, serve
from tests.ui.sockets import STRANGER, get_answer
from tests.ui.store_helpers import BENS_PHONE
from ui.store import Store

NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
CONNECTIONS = int(re.findall(r"limit_conn crownsight_connections (\d+);", NGINX)[0])


def open_request(port: int) -> ssl.SSLSocket:
    """Announce a body as a stranger at an address of its own, and send none; nginx waits for it for 20 seconds."""
    plain = socket.create_connection(("127.0.0.1", port), 20, (STRANGER, 0))
    opened = ssl._create_unverified_context().wrap_socket(plain)
    opened.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
    return opened


def test_flooding_address_is_limited_and_others_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port, url = free_port(), f"sqlite:///{tmp_path}/tables.sqlite3"
    monkeypatch.setenv("CROWNSIGHT_DATABASE", url)
    with behind_nginx(tmp_path / "nginx", [port]) as outside, ExitStack() as until_the_end:
        until_the_end.enter_context(serve("serve", "--port", str(port), "--proxy", "127.0.0.1"))
        assert healthy("127.0.0.1", port)
        assert healthy("127.0.0.1", outside, "https")
        tables = ServedTables(f"https://localhost:{outside}", Store(make_url(url)))
        kept = tables.opens_a_table()

        with ThreadPoolExecutor(20) as threads:
            for opened in threads.map(open_request, [outside] * CONNECTIONS):
                until_the_end.enter_context(opened)

        assert get_answer(tables.address, "/healthz", source=STRANGER).status == 429
        assert tables.edits(kept, BENS_PHONE, squares=[{"at": [0, 0], "to": ["w", False]}]).status == 200
        assert get_answer(tables.address, "/", method="POST", body=bytes(70_000)).status == 413
    assert str(tables.board(kept).kingdom[0, 0]) == "w"
