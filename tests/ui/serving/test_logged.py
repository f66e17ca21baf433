"""Faults caused by hostile input are one line of the log, without a traceback."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import pytest
from streamlit.testing.v1 import AppTest

from scoring import Kingdom
from tests.ui.cli.test_serve import cookies_behind_proxy, is_open
from tests.ui.served import CROWNSIGHT, free_port, healthy, own_address
from tests.ui.sockets import SAID, page
from ui.serving.network_log import FILES_EXHAUSTED, NetworkLogFilter

PAGE = "streamlit.web.server.starlette.starlette_websocket"


def write_log(name: str, level: int, said: str, fault: Exception | None, caplog: pytest.LogCaptureFixture) -> str:
    """Return what the log has of a message and of its exception."""
    logger = logging.Logger(name)
    logger.addHandler(caplog.handler)
    logger.addFilter(NetworkLogFilter())
    caplog.clear()
    logger.log(level, said, exc_info=fault)
    return caplog.text


@pytest.mark.parametrize(
    ("name", "level", "said", "fault"),
    [
        (PAGE, logging.WARNING, "unreadable", ValueError("nonsense")),
        (PAGE, logging.ERROR, "Error sending websocket payload", RuntimeError("has gone")),
        ("asyncio", logging.ERROR, "Fatal error: protocol.data_received() failed.\nprotocol: <H11>", OSError()),
        ("streamlit", logging.ERROR, "Uncaught app execution", KeyError('st.session_state has no key "x"')),
        ("uvicorn.error", logging.WARNING, "Invalid HTTP request received.", None),
    ],
    ids=["no message", "closed page", "aborted request", "unknown widget", "no request"],
)
def test_fault_of_the_network_is_one_line(
    name: str, level: int, said: str, fault: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    line = write_log(name, level, said, fault, caplog)

    assert said.partition("\n")[0] in line
    assert line.count("\n") == 1


def test_our_own_fault_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    assert "ValueError: nonsense" in write_log("ui.screens", logging.WARNING, "fault", ValueError("nonsense"), caplog)


def select_from(option: object) -> None:
    """Draw a page with a selection; Streamlit's widget state copies its options."""
    import streamlit as st

    try:
        st.selectbox("Choose", [option])
    except Exception as fault:
        st.session_state["fault"] = fault


def fault_of_copying(option: object) -> Exception:
    """Return what goes wrong, with its traceback, when widget state copies an option."""
    fault = AppTest.from_function(select_from, args=(option,)).run().session_state["fault"]
    assert isinstance(fault, Exception)
    return fault


class Copied:
    """An option that calls our code while it is copied."""

    def __deepcopy__(self, _copied: object) -> Kingdom:
        return Kingdom.parse("no kingdom")


def test_fault_in_widget_state_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """A page may send any value for a widget, which Streamlit then fails to read or to copy."""
    fault = fault_of_copying(Lock())

    assert write_log("streamlit", logging.ERROR, "Uncaught app execution", fault, caplog).count("\n") == 1


def test_fault_in_code_called_by_widget_state_has_traceback(caplog: pytest.LogCaptureFixture) -> None:
    """Streamlit calls functions of ours from its widget state."""
    fault = fault_of_copying(Copied())

    assert "CodeError" in write_log("streamlit", logging.ERROR, "Uncaught app execution", fault, caplog)


def test_exhausted_open_files_are_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """asyncio logs a traceback for every connection that it cannot accept, a thousand times a second."""
    now = 0.0
    logger = logging.Logger("asyncio")
    logger.addHandler(caplog.handler)
    logger.addFilter(NetworkLogFilter(lambda: now))
    said = "socket.accept() out of system resource\nsocket: <asyncio.TransportSocket fd=6>"

    for now in (0.0, 1.0, 59.0, 61.0):  # noqa: B007 - the clock of the filter
        logger.error(said, exc_info=OSError(errno.EMFILE, "Too many open files"))

    assert [record.getMessage() for record in caplog.records] == [FILES_EXHAUSTED] * 2
    assert "Traceback" not in caplog.text


def test_connections_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    said = '198.51.100.7 - "WebSocket /_stcore/stream" [accepted]'

    assert write_log("uvicorn.error", logging.INFO, said, None, caplog) == ""


pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")


@contextmanager
def serve_at_terminal(folder: Path, *options: str) -> Iterator[tuple[int, list[str]]]:
    """Serve the app for this machine until Ctrl-C; yield its port and the lines at the terminal, there at the end."""
    port, (here, there), lines = free_port(), pty.openpty(), list[str]()
    command = [*CROWNSIGHT, "serve", "--local", "--port", str(port), *options]
    environment = os.environ | {"CROWNSIGHT_DATA": str(folder)}
    with subprocess.Popen(command, stdout=there, stderr=there, env=environment) as app:
        try:
            assert healthy("127.0.0.1", port)
            yield port, lines
            app.send_signal(signal.SIGINT)
            assert app.wait(30) == 0
        finally:
            app.kill()
    os.close(there)
    lines += os.read(here, 65_536).decode().splitlines()
    os.close(here)


def test_terminal_shows_events_if_asked(tmp_path: Path) -> None:
    with serve_at_terminal(tmp_path, "--log-json") as (_port, lines):
        pass
    events = [json.loads(line) for line in lines if line.startswith("{")]

    assert {event["event"] for event in events} == {"serving", "tables changed"}
    assert all({*event} == {"time", "event", "seconds", "outcome"} for event in events)


def test_local_server_writes_only_its_address(tmp_path: Path) -> None:
    with serve_at_terminal(tmp_path) as (port, lines):
        assert not is_open(own_address(), port)
        assert not any("secure" in cookie.lower() for cookie in cookies_behind_proxy(port))  # no proxy was named
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/table?t=the-key-of-a-table", timeout=10) as answer:
            assert answer.status == 200
        with page(f"http://127.0.0.1:{port}") as opened:
            opened.is_drawn()
            for said in SAID:
                opened.says(said)
            opened.is_drawn()

    assert lines == ["", f"Crownsight is at http://localhost:{port} (stop it with Ctrl-C)", ""]
