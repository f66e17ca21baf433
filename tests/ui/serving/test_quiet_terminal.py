"""The terminal of the machine that serves: a QR code stands there, and nothing runs under it while people play."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ui.served import CROWNSIGHT, free_port, healthy
from tests.ui.sockets import SAID, page

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")


@contextmanager
def served_at_a_terminal(port: int, data: Path) -> Iterator[list[str]]:
    """The app as a person starts it; the lines on the terminal are there once it is stopped."""
    here, there = pty.openpty()
    lines: list[str] = []
    command = [*CROWNSIGHT, "serve", "--local", "--port", str(port)]
    with subprocess.Popen(command, stdout=there, stderr=there, env=os.environ | {"CROWNSIGHT_DATA": str(data)}) as app:
        try:
            assert healthy("127.0.0.1", port)
            yield lines
        finally:
            app.terminate()
    os.close(there)
    lines += everything_from(here).splitlines()
    os.close(here)


def everything_from(terminal: int) -> str:
    """What was written to a terminal that nobody writes to any more; little enough to wait there."""
    said = b""
    try:
        while part := os.read(terminal, 65_536):
            said += part
    except OSError:  # Linux says so at the end
        pass
    return said.decode()


def test_nothing_is_written_under_the_address_while_phones_play(tmp_path: Path) -> None:
    port = free_port()
    with served_at_a_terminal(port, tmp_path) as lines, page(f"http://127.0.0.1:{port}") as opened:
        opened.is_drawn()
        for said in SAID:  # a part of no page among it
            opened.says(said)
        opened.is_drawn()

    assert lines == ["", f"Crownsight is at http://localhost:{port} (stop it with Ctrl-C)", ""]
