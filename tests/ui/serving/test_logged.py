"""What strangers send is a line of the log, and no traceback."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ui.cli.test_serve import cookies_of, is_open
from tests.ui.served import CROWNSIGHT, free_port, healthy, own_address
from tests.ui.sockets import SAID, page
from ui.server import NetworkLog

PAGE = "streamlit.web.server.starlette.starlette_websocket"


class Lines(logging.Handler):
    """What is written to the log."""

    def __init__(self) -> None:
        super().__init__()
        self.written = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        """Note what a line says."""
        self.written.append(self.format(record))


def logged(name: str, level: int, said: str, fault: Exception | None) -> str:
    """What the log has of something that a part of the program says, and of the fault that it tells of."""
    lines, logger = Lines(), logging.Logger(name)
    logger.addHandler(lines)
    logger.addFilter(NetworkLog())
    logger.log(level, said, exc_info=fault)
    return "".join(lines.written)


@pytest.mark.parametrize(
    ("name", "level", "said", "fault"),
    [
        (PAGE, logging.WARNING, "unreadable", ValueError("nonsense")),
        (PAGE, logging.ERROR, "Error sending websocket payload", RuntimeError("has gone")),
        ("asyncio", logging.ERROR, "Fatal error: protocol.data_received() failed.\nprotocol: <H11>", OSError()),
        ("streamlit", logging.ERROR, "Uncaught app execution", KeyError('st.session_state has no key "x"')),
        ("uvicorn.error", logging.WARNING, "Invalid HTTP request received.", None),
    ],
    ids=["no message", "a page that has gone", "a request that breaks off", "an invented widget", "no request"],
)
def test_what_comes_from_the_network_is_one_line(name: str, level: int, said: str, fault: Exception | None) -> None:
    line = logged(name, level, said, fault)

    assert line.startswith(said.partition("\n")[0])
    assert "\n" not in line


def test_a_bug_of_ours_is_told_whole_and_connections_that_come_and_go_are_not_in_the_log() -> None:
    assert "ValueError: nonsense" in logged("ui.screens", logging.WARNING, "unreadable", ValueError("nonsense"))
    assert logged("uvicorn.error", logging.INFO, '198.51.100.7 - "WebSocket /_stcore/stream" [accepted]', None) == ""


# --- The terminal of the machine that serves


pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")


@contextmanager
def served_at_a_terminal(port: int, data: Path) -> Iterator[list[str]]:
    """The app as a person starts it and ends it with Ctrl-C; then the lines on the terminal are there."""
    here, there = pty.openpty()
    lines: list[str] = []
    command = [*CROWNSIGHT, "serve", "--local", "--port", str(port)]
    with subprocess.Popen(command, stdout=there, stderr=there, env=os.environ | {"CROWNSIGHT_DATA": str(data)}) as app:
        try:
            assert healthy("127.0.0.1", port)
            yield lines
            app.send_signal(signal.SIGINT)
            assert app.wait(30) == 0
        finally:
            app.kill()
    os.close(there)
    lines += os.read(here, 65_536).decode().splitlines()  # all of it: nobody writes there any more
    os.close(here)


def test_with_local_the_app_is_for_this_machine_alone_and_writes_nothing_under_its_address(tmp_path: Path) -> None:
    port = free_port()
    with served_at_a_terminal(port, tmp_path) as lines:
        assert not is_open(own_address(), port)
        assert not any("secure" in cookie.lower() for cookie in cookies_of(port))  # no proxy was named
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/table?t=the-key-of-a-table", timeout=10) as answer:
            assert answer.status == 200
        with page(f"http://127.0.0.1:{port}") as opened:
            opened.is_drawn()
            for said in SAID:  # a part of no page among it
                opened.says(said)
            opened.is_drawn()

    assert lines == ["", f"Crownsight is at http://localhost:{port} (stop it with Ctrl-C)", ""]
