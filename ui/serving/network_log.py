"""Shorten log lines about what clients send, so that a stranger cannot fill the disk with tracebacks.

uvicorn, websockets, asyncio and Streamlit log a traceback for a request that is nonsense or breaks off, and Streamlit
one for widget state that a page invents. None of them has an option for it, and only the text of a message tells such
a line from a fault of ours. ``tests/ui/serving/test_logged.py`` sends such requests and reads the log: it fails where
a new version words them differently.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from traceback import walk_tb

import h11
from streamlit.errors import StreamlitAPIException

from ui.serving.request_limits import RateLimitedWarning

PROTOCOL_LOGGERS = ("uvicorn", "websockets", "streamlit.web.server")
SESSION_LOGGERS = "streamlit.runtime"
WIDGET_STATE = ("streamlit.runtime.state", "streamlit.components")  # read what a page sends; call our callbacks, too
OUR_PACKAGES = ("ui", "scoring", "vision", "__main__")  # Streamlit runs ui/app.py as __main__
PROTOCOL_ERRORS = (UnicodeDecodeError, h11.ProtocolError)
FILES_EXHAUSTED = "No connection can be opened: the limit of open files is reached."
# Messages of asyncio
NO_DESCRIPTORS = "socket.accept() out of system resource"  # a thousand times a second
BROKEN_REQUEST = "Fatal error: protocol."
# Messages of Streamlit
SESSION_ID = "id %s"  # by which a page comes back: a secret of its phone
CLOSED_PAGE = "Error sending websocket payload"
UNKNOWN_WIDGET = "st.session_state has no key"


def is_from_widget_state(fault: BaseException | None) -> bool:
    """Return True if Streamlit's widget state raised a fault, itself or through a library, but not through our code.

    An exception of Streamlit's own is a wrong use of it, which is our fault.
    """
    if isinstance(fault, StreamlitAPIException):
        return False
    packages = [frame.f_globals.get("__name__", "") for frame, _line in walk_tb(fault.__traceback__ if fault else None)]
    for name in reversed(packages):
        if name.startswith(WIDGET_STATE):
            return True
        if name.partition(".")[0] in OUR_PACKAGES:
            return False
    return False


class NetworkLogFilter(logging.Filter):
    """A log filter that shortens faults caused by clients to one line without traceback, and drops connections."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._no_descriptors = RateLimitedWarning(clock)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True for a line that is written; shorten a fault caused by a client."""
        if record.name == "asyncio" and record.getMessage().startswith(NO_DESCRIPTORS):
            record.msg, record.args = FILES_EXHAUSTED, ()
            record.exc_info = record.exc_text = None
            return self._no_descriptors.is_due()
        is_protocol, fault = record.name.startswith(PROTOCOL_LOGGERS), record.exc_info[1] if record.exc_info else None
        if (
            (is_protocol and (record.levelno <= logging.WARNING or isinstance(fault, PROTOCOL_ERRORS)))
            or record.msg == CLOSED_PAGE
            or (isinstance(fault, KeyError) and UNKNOWN_WIDGET in str(fault))
            or is_from_widget_state(fault)
            or (record.name == "asyncio" and record.getMessage().startswith(BROKEN_REQUEST))
        ):
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
            record.exc_info = record.exc_text = None
        names_page = record.name.startswith(SESSION_LOGGERS) and SESSION_ID in str(record.msg)
        return (record.levelno >= logging.WARNING or not is_protocol) and not names_page


def shorten_log() -> None:
    """Add the filter to every existing logger."""
    network = NetworkLogFilter()
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        logging.getLogger(name).addFilter(network)
    logging.root.addFilter(network)
