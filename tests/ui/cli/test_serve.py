"""crownsight and crownsight serve: the app, for this machine or for the room."""

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
from tests.ui.served import free_port, healthy, listened_on, own_address, served
from tests.ui.sockets import answered
from ui.store.database import FILE
from ui.system import USUAL_PORT


def is_open(address: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((address, port)) == 0


def test_the_room_joins_by_address_or_code() -> None:
    port, address = free_port(), own_address()
    with served("serve", "--port", str(port)) as app:
        assert healthy(address, port)

        app.send_signal(signal.SIGTERM)
        out, _ = app.communicate(timeout=30)

    assert f"http://{address}:{port}" in out
    assert "▄" in out
    assert "Every device in this network can open it" in out


def test_the_usual_port_is_passed_over_where_it_is_taken_and_one_that_was_asked_for_is_had_or_nothing(
    terminal: Terminal,
) -> None:
    with listened_on(USUAL_PORT), served("--local") as app:
        assert app.stdout is not None
        lines = [app.stdout.readline(), app.stdout.readline()]
        said = terminal.refusal("serve", "--port", str(USUAL_PORT))

    (found,) = re.findall(r"http://localhost:(\d+) ", "".join(lines))
    assert int(found) > USUAL_PORT
    assert f"another program listens on port {USUAL_PORT}" in said


def test_operator_is_told_before_the_address_that_nothing_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "file"))

    with served("serve", "--local", "--port", str(free_port())) as app:
        assert app.stdout is not None
        lines = [app.stdout.readline() for _ in range(3)]

    assert (
        lines[0] == f"Nothing can be stored. The folder {tmp_path / 'file'} cannot be written to. "
        "Change its permissions.\n"
    )
    assert "Crownsight is at" in "".join(lines)


def test_stopped_server_leaves_everything_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))
    port = free_port()
    with served("serve", "--local", "--port", str(port)) as app:
        assert healthy("127.0.0.1", port)
        with closing(sqlite3.connect(tmp_path / FILE)) as another:  # while it is open, SQLite keeps the log
            another.execute("SELECT * FROM health").fetchall()
            app.send_signal(signal.SIGTERM)
            app.communicate(timeout=30)
            shutil.copy(tmp_path / FILE, tmp_path / "copy")

    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT count(*) FROM health WHERE written > 0").fetchone() == (1,)


@pytest.mark.parametrize(
    "address",
    ["crowns.example.org", "ftp://a.b", "https://a.b/crowns", "https://", "http://a:b", "http://a b", "http:// "],
)
def test_phones_reach_a_server_at_an_address_of_the_web(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    assert "looks like https://crowns.example.org" in terminal.refusal("serve", "--address", address)
    monkeypatch.setenv("CROWNSIGHT_ADDRESS", address)
    assert "looks like https://crowns.example.org" in terminal.refusal("serve")


@pytest.mark.parametrize("proxy", ["*", "everybody", "0.0.0.0/0", "::/0", "10.0.0.5/8", ""])
def test_only_a_proxy_with_an_address_is_believed(terminal: Terminal, proxy: str) -> None:
    assert "a proxy is 127.0.0.1 or 172.16.0.0/12" in terminal.refusal("serve", f"--proxy={proxy}")


# --- Behind a proxy


def cookies_of(port: int) -> list[str]:
    """What a page that is asked for as a proxy does leaves in the browser."""
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
    return answered(f"http://127.0.0.1:{port}", "/", forwarded).headers.get_all("set-cookie", [])


def test_behind_a_proxy_that_was_named_cookies_are_kept_to_https() -> None:
    port = free_port()
    with served("serve", "--port", str(port), "--proxy", "127.0.0.1", "--address", "https://crowns.example.org") as app:
        assert healthy("127.0.0.1", port)
        assert not is_open(own_address(), port)
        cookies = cookies_of(port)
        app.send_signal(signal.SIGTERM)
        out, _ = app.communicate(timeout=30)

    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)
    assert "Crownsight is at https://crowns.example.org" in out
