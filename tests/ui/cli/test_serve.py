"""``crownsight`` and ``crownsight serve``."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.cli.terminal import Terminal
from tests.ui.served import free_port, healthy, listen, own_address, serve
from tests.ui.sockets import get_answer
from ui.store.database import FILE
from ui.system import DEFAULT_PORT


def is_open(address: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((address, port)) == 0


def test_taken_port_is_skipped_by_default_else_refused(terminal: Terminal) -> None:
    with listen(DEFAULT_PORT), serve("--local") as app:
        assert app.stdout is not None
        assert app.stdout.readline() == "\n"
        (found,) = re.findall(r"^Crownsight is at http://localhost:(\d+) ", app.stdout.readline())
        assert is_open("127.0.0.1", int(found))  # once its address is printed
        said = terminal.refusal("serve", "--port", str(DEFAULT_PORT))

    assert int(found) > DEFAULT_PORT
    assert f"another program listens on port {DEFAULT_PORT}" in said


def test_operator_learns_at_the_start_that_nothing_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "file"))

    with serve("serve", "--local", "--port", str(free_port())) as app:
        assert app.stdout is not None
        lines = [app.stdout.readline() for _ in range(3)]

    assert (
        lines[0] == f"Nothing can be stored. The folder {tmp_path / 'file'} cannot be written to. "
        "Change its permissions.\n"
    )
    assert "Crownsight is at" in "".join(lines)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Path]:
    """Serve on the network and stop; return the address, what was printed, and a copy of the file."""
    folder, port, address = tmp_path_factory.mktemp("stopped"), free_port(), own_address()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CROWNSIGHT_DATA", str(folder))
        with serve("serve", "--port", str(port)) as app:
            assert healthy(address, port)
            with closing(sqlite3.connect(folder / FILE)) as another:  # while it is open, SQLite keeps the log
                another.execute("SELECT * FROM health").fetchall()
                app.send_signal(signal.SIGTERM)
                out, _ = app.communicate(timeout=30)
                shutil.copy(folder / FILE, folder / "copy")
    return f"http://{address}:{port}", out, folder / "copy"


def test_network_joins_by_address_or_qr_code(stopped: tuple[str, str, Path]) -> None:
    address, out, _ = stopped

    assert address in out
    assert "▄" in out
    assert "Every device on this network can open it" in out


def test_stopped_server_leaves_everything_in_one_file(stopped: tuple[str, str, Path]) -> None:
    with closing(sqlite3.connect(stopped[2])) as copy:
        assert copy.execute("SELECT count(*) FROM health WHERE written > 0").fetchone() == (1,)


@pytest.mark.parametrize(
    "address",
    ["crowns.example.org", "ftp://a.b", "https://a.b/crowns", "https://", "http://a:b", "http://a b", "http:// "],
)
def test_address_must_be_the_url_of_a_server(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    assert "looks like https://crowns.example.org" in terminal.refusal("serve", "--address", address)
    monkeypatch.setenv("CROWNSIGHT_ADDRESS", address)
    assert "looks like https://crowns.example.org" in terminal.refusal("serve")


@pytest.mark.parametrize("proxy", ["*", "everybody", "0.0.0.0/0", "::/0", "10.0.0.5/8", ""])
def test_trusted_proxy_must_be_an_address(terminal: Terminal, proxy: str) -> None:
    assert "a proxy is 127.0.0.1 or 172.16.0.0/12" in terminal.refusal("serve", f"--proxy={proxy}")


# --- Behind a proxy


def cookies_behind_proxy(port: int) -> list[str]:
    """Return the cookies that a page sets when a proxy forwards an https request."""
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
    return get_answer(f"http://127.0.0.1:{port}", "/", forwarded).headers.get_all("set-cookie", [])


def test_cookies_are_secure_behind_a_trusted_https_proxy() -> None:
    port = free_port()
    with serve("serve", "--port", str(port), "--proxy", "127.0.0.1", "--address", "https://crowns.example.org") as app:
        assert healthy("127.0.0.1", port)
        assert not is_open(own_address(), port)
        cookies = cookies_behind_proxy(port)
        app.send_signal(signal.SIGTERM)
        out, _ = app.communicate(timeout=30)

    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)
    assert "Crownsight is at https://crowns.example.org" in out
