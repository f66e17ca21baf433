"""While one address floods nginx, as ``deploy`` sets it up, a table behind it goes on playing and nothing is lost."""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from statistics import quantiles

import pytest
from sqlalchemy.engine import make_url

from tests.browser.reverse_proxy import behind_nginx
from tests.given import ROOT
from tests.ui.api.phones import ServedTables
from tests.ui.kept_tables import BENS_PHONE
from tests.ui.served import free_port, healthy, served
from tests.ui.sockets import STRANGER
from ui.store import Store
from ui.store.codes import new_key
from ui.system import COOKIE

NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
SECONDS = 5.0  # of each flood
PAUSE = 0.3  # seconds between two taps
AT_ONCE = 300  # connections of the stranger
LANDS = "wfgls"
A_SECOND, AT_FIRST = (int(re.findall(said, NGINX)[0]) for said in (r"rate=(\d+)r/s;", r"delay=(\d+);"))


class Stranger:
    """Somebody at an address of their own who floods the proxy; counts the answers by status, 0 for none."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._trusting = ssl._create_unverified_context()
        self.answered = Counter[int]()

    @cached_property
    def _until(self) -> float:
        """When it is over: so long after this was first asked, however long connecting took."""
        return time.monotonic() + SECONDS

    @property
    def goes_on(self) -> bool:
        """Whether it is not over yet."""
        return time.monotonic() < self._until

    @contextmanager
    def connected(self) -> Iterator[ssl.SSLSocket]:
        """A connection to the proxy."""
        plain = socket.create_connection(("127.0.0.1", self._port), 5, (STRANGER, 0))
        with plain, self._trusting.wrap_socket(plain) as opened:
            yield opened

    def head(self, line: str, *headers: str) -> bytes:
        """The head of a request."""
        own = (f"Host: localhost:{self._port}", f"Cookie: {COOKIE}={new_key()}", *headers)
        return "\r\n".join([f"{line} HTTP/1.1", *own, "", ""]).encode()

    def hears(self, opened: ssl.SSLSocket) -> bool:
        """Count an answer; False where the connection has ended."""
        said = opened.recv(65_536)
        self.answered[int(said[9:12]) if said.startswith(b"HTTP/1.1 ") else 0] += 1
        return bool(said)


def asks(stranger: Stranger) -> None:
    """Pages, news and edits asked for as fast as they are answered, on twenty connections."""

    def on_one() -> None:
        asked = (
            stranger.head("GET /"),
            stranger.head(f"GET /api/tables/{new_key()}/news"),
            stranger.head("GET /healthz"),
        )
        while stranger.goes_on:
            with suppress(OSError), stranger.connected() as opened:
                for number in range(10_000):
                    opened.sendall(asked[number % len(asked)])
                    if not stranger.goes_on or not stranger.hears(opened):
                        break

    with ThreadPoolExecutor(20) as many:
        for _ in range(20):
            many.submit(on_one)


def listens(stranger: Stranger) -> None:
    """Three hundred pages that ask for news, again with every answer."""
    with ExitStack() as held:
        pages = list[ssl.SSLSocket]()
        for _ in range(AT_ONCE):
            with suppress(OSError):
                pages.append(held.enter_context(stranger.connected()))
        while stranger.goes_on:
            for opened in pages:
                with suppress(OSError):
                    opened.sendall(stranger.head("GET /api/news"))
            for opened in pages:
                with suppress(OSError):
                    stranger.hears(opened)


def waits(stranger: Stranger) -> None:
    """Three hundred connections that say half a request."""
    with ExitStack() as held:
        for _ in range(AT_ONCE):
            with suppress(OSError):
                held.enter_context(stranger.connected()).sendall(stranger.head("GET /")[:-9])
        while stranger.goes_on:
            time.sleep(0.1)


def sends(stranger: Stranger) -> None:
    """Photos that nobody asked for, and bodies where none belong."""
    while stranger.goes_on:
        for line in (f"POST /api/files/{new_key()}?for=table", f"POST /api/tables/{new_key()}", "POST /"):
            with suppress(OSError), stranger.connected() as opened:
                opened.sendall(stranger.head(line, "Content-Type: image/jpeg", "Content-Length: 39000000"))
                opened.sendall(bytes(500_000))
                stranger.hears(opened)


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServedTables, int]]:
    """Tables of a server behind nginx, and the port of nginx."""
    folder, port = tmp_path_factory.mktemp("flooded"), free_port()
    url = f"sqlite:///{folder}/tables.sqlite3"
    with behind_nginx(folder / "nginx", [port]) as outside, ExitStack() as stack:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("CROWNSIGHT_DATABASE", url)
            stack.enter_context(served("serve", "--port", str(port), "--proxy", "127.0.0.1"))
        assert healthy("127.0.0.1", port)
        assert healthy("127.0.0.1", outside, "https")
        yield ServedTables(f"https://localhost:{outside}", Store(make_url(url))), outside


@pytest.mark.parametrize("floods", [asks, listens, waits, sends])
def test_a_table_goes_on_playing_while_one_address_floods(
    behind: tuple[ServedTables, int], floods: Callable[[Stranger], None]
) -> None:
    tables, port = behind
    kept = tables.opens_a_table()
    stranger, waited, land = Stranger(port), list[float](), ""
    started = time.monotonic()
    with ThreadPoolExecutor(1) as beside:
        over = beside.submit(floods, stranger)
        while not over.done():
            began, land = time.monotonic(), LANDS[len(waited) % len(LANDS)]
            answer = tables.edits(kept, BENS_PHONE, squares=[{"at": [0, 0], "to": [land, False]}])
            waited.append(time.monotonic() - began)
            assert answer.status == 200, answer.said
            time.sleep(PAUSE)
        over.result()
    flooded = time.monotonic() - started

    assert str(tables.board(kept).kingdom[0, 0]) == land
    if floods is asks:
        assert 0 < stranger.answered.total() <= AT_FIRST + A_SECOND * (flooded + 1)
    if floods is listens:
        assert stranger.answered[429] > 0  # of those beyond what one address may hold open
    if floods is sends:  # 502 is nginx's word for a server that has closed before all was sent
        assert {*stranger.answered} <= {0, 409, 413, 415, 502}
    p95 = quantiles(waited * 2, n=20)[-1]  # of one tap, too
    print(f"{floods.__name__}: {len(waited)} taps, p95 {p95:.2f} s, {dict(stranger.answered)}")
