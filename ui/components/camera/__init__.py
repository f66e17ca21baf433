"""The camera button, and the photo on its way: a Streamlit component that sends it by the app's own route.

The photo shows at once. It is made smaller, sent to ``ui.api.files`` as soon as there is a connection, and kept in the
browser until the page has taken what it gave; meanwhile the browser hears with the news how far it is.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.i18n.translate import for_browser, in_browser, language

_HERE = Path(__file__).parent
_PARTS = (
    "../spoken.js",
    "../news/runs.js",
    "smaller.js",
    "kept_photo.js",
    "camera.js",
)
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS)
_HTML = (_HERE / "camera.html").read_text(encoding="utf-8")
_MESSAGES = in_browser(_SCRIPT + _HTML)
_component = st.components.v2.component(
    "camera", html=_HTML, css=(_HERE / "camera.css").read_text(encoding="utf-8"), js=_SCRIPT
)
_KEY = "camera-sends"


def photograph(label: str, *, slot: str, place: str, quiet: bool = False, without_camera: str = "") -> str | None:
    """The button that takes a photo; the key of a photo that was read, for the page to take what it gave.

    The browser sends 2400 pixels a side at most, without metadata. ``slot`` tells one photo that is asked for from the
    next, after a reload too; ``place`` is where the server expects it. A ``quiet`` button is not gold: something else
    is to be done next. Where there is a mouse it opens a file, and is called ``without_camera`` if that is given.
    """
    with st.container(key="camera"):
        data = {
            "label": label,
            "withoutCamera": without_camera,
            "quiet": quiet,
            "slot": slot,
            "place": place,
            "language": language(),
            "words": for_browser(_MESSAGES),
        }
        said = _component(key=_KEY, data=data, on_read_change=lambda: None, on_forgotten_change=lambda: None)
    read = said.get("read")
    return read if isinstance(read, str) else None
