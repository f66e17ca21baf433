"""A field for a file of this device: a Streamlit component that sends it by the app's own route."""

from __future__ import annotations

from ui.components import Component
from ui.i18n.translate import language

_field = Component("file_field", "../words.js", "../news/runs.js", "file_field.js")


def choose_file(label: str, *, key: str, place: str) -> str | None:
    """The field; the key of a JSON file that has just come, for the page to take. ``place`` is where it is expected."""
    data = {"label": label, "place": place, "language": language(), "words": _field.words}
    read = _field.show(key=key, data=data, on_read_change=lambda: None, on_forgotten_change=lambda: None).get("read")
    return read if isinstance(read, str) else None
