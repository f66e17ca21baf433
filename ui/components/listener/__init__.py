"""What asks for the table again when it has changed elsewhere: a Streamlit component without a face of its own.

It hears of changes from the connection (``ui.components.connection``), and asks by itself where there is none to hear.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from ui.i18n.translate import language

_component = st.components.v2.component(
    "listener", js=(Path(__file__).parent / "listener.js").read_text(encoding="utf-8")
)
_KEY = "listener"


def listen(
    table: str, version: int, *, seat: int | str | None, unsaved: bool, on_change: Callable[[int | None], None]
) -> None:
    """Listen on behalf of the fragment in which this stands, which has drawn that version of the table with that key.

    A page that shows the kingdom of one ``seat``, or ``all`` cards, is told only of what is to be seen beside those.

    Where the table has another version, ``on_change`` is called with it, and the fragment runs. The version is None
    where the browser does not know it: because it heard nothing for long, or changes are still ``unsaved``.
    """

    def told() -> None:
        version = (st.session_state.get(_KEY) or {}).get("told")
        on_change(version if type(version) is int and version > 0 else None)

    with st.container(key="listening"):
        data = {"table": table, "seat": seat, "language": language(), "version": version, "unsaved": unsaved}
        _component(key=_KEY, data=data, on_told_change=told, height=1)
