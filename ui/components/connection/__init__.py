"""The connection to the server: a badge while there is none, with how much waits, and word of changes elsewhere.

The browser listens to ``/events``, a stream that says something every second: silence means that the server cannot be
reached, whatever the sockets believe. Other scripts of the page hear of it by events on ``window``:

``crownsight:offline``, ``crownsight:online``
    the connection is lost, or back; ``<html data-connection>`` says which of the two holds
``crownsight:waiting``
    sent by those who keep changes until they can be sent: ``detail`` has how many (``count``), and an element of
    theirs (``holder``), which stands for them as long as it is on the page
``crownsight:refused``
    sent where something was pressed that needs the server while there is none: the badge says so; with words in
    ``detail`` where the server has answered that it does not do something
``crownsight:board``
    a board as the server has it: ``detail`` has the key of its ``table``, the ``version`` of that, and the ``board``
``crownsight:card``
    a player's card as the server draws it: the ``table``, the ``version``, and the ``card`` (``ui.api.cards.CardView``)
``crownsight:photo``
    how far a photo of this phone is, as ``ui.api.files.PhotoView`` has it
``crownsight:sent``
    an edit of a board was answered; ``window.crownsightOutbox`` has those that were not
``crownsight:table``
    sent by what shows a table: ``window.crownsightListens`` says which, and whose kingdom if it is one
``crownsight:changed``
    that table has the version in ``detail``; said every second, whether it is another or not
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.i18n.translate import for_browser, in_browser

_HERE = Path(__file__).parent
_SCRIPT = "\n".join(
    (_HERE / name).read_text(encoding="utf-8")
    for name in ("../board_editor/spoken.js", "socket.js", "events.js", "runs.js", "badge.js", "connection.js")
)
_HTML = (_HERE / "connection.html").read_text(encoding="utf-8")
_MESSAGES = tuple(in_browser(_SCRIPT))
_component = st.components.v2.component(
    "connection", html=_HTML, css=(_HERE / "connection.css").read_text(encoding="utf-8"), js=_SCRIPT
)


def connection(run: str) -> None:
    """Listen to the server, and show while it cannot be reached; the last of a page, drawn by that run of its script.

    Until it comes, presses of this page's buttons wait in the browser.
    """
    with st.container(key="connection"):
        _component(
            key="connection-badge",
            data={"words": for_browser(_MESSAGES), "run": run},
            on_asked_change=lambda: None,  # an answer is all that is wanted
            height=1,
        )
