"""A field for a file of this device: a Streamlit component that sends it by the app's own route."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.i18n.translate import for_browser, in_browser, language

_HERE = Path(__file__).parent
_SCRIPT = "\n".join(
    (_HERE / name).read_text(encoding="utf-8") for name in ("../spoken.js", "../news/runs.js", "file_field.js")
)
_HTML = (_HERE / "file_field.html").read_text(encoding="utf-8")
_MESSAGES = in_browser(_SCRIPT)
_component = st.components.v2.component(
    "file_field", html=_HTML, css=(_HERE / "file_field.css").read_text(encoding="utf-8"), js=_SCRIPT
)


def choose_file(label: str, *, key: str, place: str) -> str | None:
    """The field; the key of a JSON file that has just come, for the page to take. ``place`` is where it is expected."""
    data = {"label": label, "place": place, "language": language(), "words": for_browser(_MESSAGES)}
    read = _component(key=key, data=data, on_read_change=lambda: None, on_forgotten_change=lambda: None).get("read")
    return read if isinstance(read, str) else None
