"""The kingdoms that could have been had: a line for each player, which opens to a board to flip and to step through.

A Streamlit component that asks ``ui.api.better`` for one after the other, and shows each as it is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from ui.i18n.translate import for_browser, in_browser, language

_HERE = Path(__file__).parent
_PARTS = ("../board_editor/spoken.js", "better_laying.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS)
_HTML = (_HERE / "better_laying.html").read_text(encoding="utf-8")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML))
_component = st.components.v2.component(
    "better_laying", html=_HTML, css=(_HERE / "better_laying.css").read_text(encoding="utf-8"), js=_SCRIPT
)


def show_better(table: str, version: int, boards: Sequence[int]) -> None:
    """Show what could have been had instead of these boards of the table with that key, in that version of it."""
    data = {"table": table, "version": version, "boards": list(boards), "language": language()}
    _component(key="better-laying", data=data | {"words": for_browser(_MESSAGES)})
