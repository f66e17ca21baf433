"""What asks for the table again when it has changed elsewhere: a Streamlit component without a face of its own.

It hears of changes from the connection (``ui.components.connection``), and asks by itself where there is none to hear.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.i18n.translate import language

_HERE = Path(__file__).parent
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("../connection/runs.js", "listener.js"))
_component = st.components.v2.component("listener", js=_SCRIPT)


def listen(table: str, version: int, *, seat: int | str | None, waits: bool) -> None:
    """Listen on behalf of a page, which has drawn that version of the table with that key; ask for it again.

    A page that shows the kingdom of one ``seat``, or ``all`` cards, is told only of what is to be seen beside those.
    It is also drawn again where the browser has heard nothing for long, and while it ``waits`` for changes to be saved
    or for what is being sought.
    """
    with st.container(key="listening"):
        data = {"table": table, "seat": seat, "language": language(), "version": version, "waits": waits}
        _component(key="listener", data=data, on_told_change=lambda: None, height=1)
