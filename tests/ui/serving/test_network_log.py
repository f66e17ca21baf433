"""What strangers send is a line of the log, and no traceback."""

from __future__ import annotations

import logging

from ui.server import NetworkLog


def logger_to(lines: list[str], name: str) -> logging.Logger:
    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    logger = logging.Logger(name)
    logger.addHandler(Lines())
    logger.addFilter(NetworkLog())
    return logger


def test_what_comes_from_the_network_is_one_line_and_a_bug_of_ours_has_its_traceback() -> None:
    lines: list[str] = []
    for name in ("streamlit.web.server.starlette.starlette_websocket", "ui.screens"):
        try:
            raise ValueError("nonsense")
        except ValueError:
            logger_to(lines, name).warning("unreadable", exc_info=True)

    assert lines[0] == "unreadable"
    assert "Traceback" in lines[1]


def test_an_answer_to_a_page_that_has_gone_is_one_line() -> None:
    lines: list[str] = []
    try:
        raise RuntimeError("Unexpected ASGI message 'websocket.send'")
    except RuntimeError:
        log = logger_to(lines, "streamlit.web.server.starlette.starlette_websocket")
        log.exception("Error sending websocket payload")

    assert lines == ["Error sending websocket payload"]


def test_connections_that_come_and_go_are_not_in_the_log() -> None:
    lines: list[str] = []
    logger = logger_to(lines, "uvicorn.error")

    logger.info('198.51.100.7:40000 - "WebSocket /_stcore/stream" [accepted]')
    logger.warning("Invalid HTTP request received.")

    assert lines == ["Invalid HTTP request received."]


def test_a_request_that_breaks_off_and_an_invented_widget_are_one_line_each() -> None:
    lines: list[str] = []
    for name, said, fault in (
        ("asyncio", "Fatal error: protocol.data_received() call failed.\nprotocol: <H11Protocol>", RuntimeError()),
        ("streamlit.error_util", "Uncaught app execution", KeyError('st.session_state has no key "x". Did you')),
    ):
        logger_to(lines, name).error(said, exc_info=fault)

    assert lines == ["Fatal error: protocol.data_received() call failed.", "Uncaught app execution"]
