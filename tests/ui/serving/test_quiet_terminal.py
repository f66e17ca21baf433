"""The terminal of the machine that serves: a QR code stands there, and nothing runs under it while people play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.ui.event_loop import outcome
from tests.ui.served import free_port, healthy
from tests.ui.streamlit_phone import Phone

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
PROGRAM = "import sys; from ui.cli import main; sys.exit(main(sys.argv[1:]))"


@contextmanager
def served_at_a_terminal(port: int, data: Path) -> Iterator[list[str]]:
    """The app as a person starts it; the lines on the terminal are there once it is stopped."""
    here, there = pty.openpty()
    lines: list[str] = []
    command = [sys.executable, "-c", PROGRAM, "serve", "--local", "--port", str(port)]
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


def asks_for(fragment: str) -> BackMsg:
    message = BackMsg()
    message.rerun_script.fragment_id = fragment
    return message


async def plays_and_presses_what_is_gone(port: int) -> None:
    """Changes the table, and asks for a part of a page that never was."""
    async with Phone(f"http://127.0.0.1:{port}") as phone:
        await phone.opens("/table")
        await phone.types("Name", "Ana")
        await phone.clicks("Add player")
        await phone.send(asks_for("of no page"))
        before = phone.screen.runs
        await phone.clicks("‹ Start")
        await phone._rerun()
        await phone.sees(lambda: phone.screen.runs >= before + 2)  # what was sent before is answered by then


def test_nothing_is_written_under_the_address_while_phones_play(tmp_path: Path) -> None:
    port = free_port()
    with served_at_a_terminal(port, tmp_path) as lines:
        outcome(plays_and_presses_what_is_gone(port))

    assert lines == ["", f"Crownsight is at http://localhost:{port} (stop it with Ctrl-C)", ""]
