"""A log that does not grow with what strangers send."""

from __future__ import annotations

import logging

from ui.serving import limits
from ui.serving.log_limit import LogLimit


def logger_to(lines: list[str], limit: LogLimit, name: str) -> logging.Logger:
    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    logger = logging.Logger(name)
    logger.addHandler(Lines())
    logger.addFilter(limit)
    return logger


def test_of_one_kind_only_so_many_lines_are_told_and_then_how_many_there_were() -> None:
    now, lines = [0.0], list[str]()
    logger = logger_to(lines, LogLimit(lambda: now[0]), "any")

    def complain() -> None:
        logger.warning("%s is wrong", "it")

    for _ in range(limits.LOG_LINES + 300):
        complain()
    logger.warning("something else")
    assert lines == ["it is wrong"] * limits.LOG_LINES + ["something else"]

    now[0] = limits.LOG_SECONDS
    complain()
    assert lines[-1] == "it is wrong (300 more like this before)"


def test_what_comes_from_the_network_is_one_line_and_a_bug_of_ours_has_its_traceback() -> None:
    lines: list[str] = []
    for name in ("streamlit.web.server.starlette.starlette_websocket", "ui.screens"):
        try:
            raise ValueError("nonsense")
        except ValueError:
            logger_to(lines, LogLimit(), name).warning("unreadable", exc_info=True)

    assert lines[0] == "unreadable"
    assert "Traceback" in lines[1]


def test_an_answer_to_a_page_that_has_gone_is_one_line() -> None:
    lines: list[str] = []
    try:
        raise RuntimeError("Unexpected ASGI message 'websocket.send'")
    except RuntimeError:
        log = logger_to(lines, LogLimit(), "streamlit.web.server.starlette.starlette_websocket")
        log.exception("Error sending websocket payload")

    assert lines == ["Error sending websocket payload"]


def test_connections_that_come_and_go_are_not_in_the_log() -> None:
    lines: list[str] = []
    logger = logger_to(lines, LogLimit(), "uvicorn.error")

    logger.info('198.51.100.7:40000 - "WebSocket /_stcore/stream" [accepted]')
    logger.warning("Invalid HTTP request received.")

    assert lines == ["Invalid HTTP request received."]
