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


def logger_to(lines: list[str], name: str) -> logging.Logger:
    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    logger = logging.Logger(name)
    logger.addHandler(Lines())
    logger.addFilter(NetworkLog())
    return logger


@pytest.mark.parametrize(
    ("level", "name", "said", "fault", "line"),
    [
        (logging.WARNING, PAGE, "unreadable", ValueError("nonsense"), "unreadable"),
        (logging.ERROR, PAGE, "Error sending websocket payload", RuntimeError("has gone"), "Error sending"),
        (
            logging.ERROR,
            "asyncio",
            "Fatal error: protocol.data_received() failed.\nprotocol: <H11>",
            OSError(),
            "Fatal",
        ),
        (logging.ERROR, "streamlit", "Uncaught app execution", KeyError('st.session_state has no key "x"'), "Uncaught"),
    ],
    ids=["a message that is none", "a page that has gone", "a request that breaks off", "an invented widget"],
)
def test_what_comes_from_the_network_is_one_line(level: int, name: str, said: str, fault: Exception, line: str) -> None:
    lines: list[str] = []

    try:
        raise fault
    except type(fault):
        logger_to(lines, name).log(level, said, exc_info=True)

    assert len(lines) == 1
    assert lines[0].startswith(line)
    assert "\n" not in lines[0]


def test_a_bug_of_ours_has_its_traceback() -> None:
    lines: list[str] = []
    try:
        raise ValueError("nonsense")
    except ValueError:
        logger_to(lines, "ui.screens").exception("unreadable")

    assert "Traceback" in lines[0]


def test_connections_that_come_and_go_are_not_in_the_log() -> None:
    lines: list[str] = []
    logger = logger_to(lines, "uvicorn.error")

    logger.info('198.51.100.7:40000 - "WebSocket /_stcore/stream" [accepted]')
    logger.warning("Invalid HTTP request received.")

    assert lines == ["Invalid HTTP request received."]


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
