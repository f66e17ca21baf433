"""A log that does not grow with what strangers send: so many lines of one kind, then how many more there were."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock

from ui.serving import limits

OURS = "crownsight.events"  # one line for each event, which the limits of pages bound
UNSENT = "Error sending websocket payload"  # Streamlit's words for an answer to a page that has gone
PROTOCOL = ("uvicorn", "websockets", "streamlit.web.server")  # what is wrong there came from outside


class LogLimit(logging.Filter):
    """Lets LOG_LINES of one kind pass in LOG_SECONDS; the first after that says how many it kept back.

    A kind is the place in the source. What the network brings about is one line, without a traceback; connections that
    come and go are none: such a line would hold the address of a phone.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, int], tuple[float, int]] = {}  # since when, and how many since
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.name.startswith(PROTOCOL) and record.levelno < logging.WARNING:
            return False
        kept_back = self._counted((record.pathname, record.lineno))
        if record.name.startswith(PROTOCOL) and (record.levelno <= logging.WARNING or _is_of_network(record)):
            record.exc_info = record.exc_text = None
        if kept_back > 0:
            record.msg, record.args = f"{record.getMessage()} ({kept_back} more like this before)", ()
        return kept_back >= 0

    def _counted(self, kind: tuple[str, int]) -> int:
        """How many lines were kept back before this one, -1 where this one is."""
        with self._lock:
            now = self._clock()
            since, number = self._kinds.get(kind, (now, 0))
            if now - since < limits.LOG_SECONDS:
                self._kinds[kind] = (since, number + 1)
                return 0 if number < limits.LOG_LINES else -1
            self._kinds[kind] = (now, 1)
            return max(0, number - limits.LOG_LINES)


def _is_of_network(record: logging.LogRecord) -> bool:
    """Whether this is about text that is none, or a page that has gone: servers take both for errors of their own."""
    is_no_text = record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError)
    return is_no_text or record.msg == UNSENT


def limit_log() -> None:
    """Limit every logger there is, except for our own events."""
    limit = LogLimit()
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        if name != OURS:
            logging.getLogger(name).addFilter(limit)
    logging.root.addFilter(limit)
