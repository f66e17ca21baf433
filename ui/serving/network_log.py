"""What the network brings about, in the log: a line each, without a traceback and without the address of a phone."""

from __future__ import annotations

import logging

import h11

PROTOCOL = ("uvicorn", "websockets", "streamlit.web.server")  # what is wrong there came from outside
PAGES, NUMBER = "streamlit.runtime", "id %s"  # Streamlit's words on a page that comes back, with what it comes back by
NONSENSE = (UnicodeDecodeError, h11.ProtocolError)  # text that is none; an answer to a request that was refused
UNSENT = "Error sending websocket payload"  # Streamlit's words for an answer to a page that has gone
NO_WIDGET = "st.session_state has no key"  # Streamlit's, for a widget that was invented; only its own page ends
BROKEN_OFF = "Fatal error: protocol."  # asyncio's, for a request that breaks off while its answer begins


class NetworkLog(logging.Filter):
    """Servers take text that is none, and a page that has gone, for errors of their own; connections come and go."""

    def filter(self, record: logging.LogRecord) -> bool:
        """True for a line that is written; of a fault from outside without a traceback."""
        is_protocol, fault = record.name.startswith(PROTOCOL), record.exc_info[1] if record.exc_info else None
        if (
            (is_protocol and (record.levelno <= logging.WARNING or isinstance(fault, NONSENSE)))
            or record.msg == UNSENT
            or (isinstance(fault, KeyError) and NO_WIDGET in str(fault))
            or (record.name == "asyncio" and record.getMessage().startswith(BROKEN_OFF))
        ):
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
            record.exc_info = record.exc_text = None
        names_page = record.name.startswith(PAGES) and NUMBER in str(record.msg)
        return (record.levelno >= logging.WARNING or not is_protocol) and not names_page


def shorten_log() -> None:
    """Have every logger there is keep to it."""
    network = NetworkLog()
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        logging.getLogger(name).addFilter(network)
    logging.root.addFilter(network)
