"""What strangers send is a line of the log, and no traceback."""

from __future__ import annotations

import logging

import pytest

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
