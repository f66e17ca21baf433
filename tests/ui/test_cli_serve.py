"""crownsight and crownsight serve: the app, for this machine or for the room."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ui.cli import main

STARTS_WITHIN = 60  # seconds, on a busy machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A running crownsight; killed at the end if it still runs."""
    program = "import sys; from ui.cli import main; sys.exit(main(sys.argv[1:]))"
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as app:
        try:
            yield app
        finally:
            app.kill()


def healthy(address: str, port: int, scheme: str = "http") -> bool:
    """Whether the app answers there before long, and says that it can keep tables."""
    trusting = ssl._create_unverified_context() if scheme == "https" else None  # the certificate is its own
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{scheme}://{address}:{port}/healthz", timeout=5, context=trusting) as answer:
                return bool(json.load(answer) == {"status": "ok"})
        except OSError:
            time.sleep(0.2)
    return False


def is_open(address: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((address, port)) == 0


def own_address() -> str:
    """This machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            pytest.skip("this machine is in no network")
        return str(probe.getsockname()[0])


def test_the_app_is_for_this_machine_alone_and_leaves_quietly() -> None:
    port = free_port()
    with served("serve", "--port", str(port)) as app:
        assert healthy("127.0.0.1", port)
        assert not is_open(own_address(), port)

        app.send_signal(signal.SIGINT)
        out, err = app.communicate(timeout=30)

    assert app.returncode == 0
    assert f"Crownsight is at http://localhost:{port} (stop it with Ctrl-C)" in out
    assert "Traceback" not in out + err


def test_the_room_joins_by_address_or_code() -> None:
    port, address = free_port(), own_address()
    with served("serve", "--lan", "--port", str(port)) as app:
        assert healthy(address, port)

        app.send_signal(signal.SIGTERM)
        out, _ = app.communicate(timeout=30)

    assert f"http://{address}:{port}" in out
    assert "▄" in out


def test_a_taken_port_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        with served("serve", "--port", str(port)) as app:
            assert app.stdout is not None
            lines = [app.stdout.readline(), app.stdout.readline()]

    (found,) = re.findall(r"http://localhost:(\d+) ", "".join(lines))
    assert int(found) > port  # the next one, unless another program has it


@pytest.mark.parametrize("port", ["0", "70000", "http", "-1"])
def test_a_port_is_a_number(capsys: pytest.CaptureFixture[str], port: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", f"--port={port}"])

    assert left.value.code == 2
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here, which makes the certificate")
def test_with_https_the_page_is_safe_enough_for_the_camera() -> None:
    port = free_port()
    with served("serve", "--https", "--port", str(port)) as app:
        assert healthy("localhost", port, "https")

        app.send_signal(signal.SIGINT)
        out, _ = app.communicate(timeout=30)

    assert f"https://localhost:{port}" in out


def test_without_openssl_https_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))

    assert main(["serve", "--https", "--port", str(free_port())]) == 2
    assert "needs the program openssl" in capsys.readouterr().err
