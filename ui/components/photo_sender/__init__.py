"""The camera button, and the photo on its way to the server: a Streamlit component before Streamlit's uploader.

The photo shows at once. It is made smaller, kept in the browser until it has been read, and handed to the uploader,
which the look hides, as soon as there is a connection.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ui.i18n.translate import for_browser, in_browser

PHONE_PHOTOS = ["image/*", ".heic", ".heif"]

_HERE = Path(__file__).parent
_PARTS = ("../board_editor/spoken.js", "smaller.js", "kept_photo.js", "photo_sender.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS)
_HTML = (_HERE / "photo_sender.html").read_text(encoding="utf-8")
_MESSAGES = in_browser(_SCRIPT + _HTML)
_component = st.components.v2.component(
    "photo_sender", html=_HTML, css=(_HERE / "photo_sender.css").read_text(encoding="utf-8"), js=_SCRIPT
)


def photograph(label: str, *, key: str, place: str, quiet: bool = False) -> UploadedFile | None:
    """The button that takes a photo, and the photo once it is here: 2400 pixels a side at most, without metadata.

    ``key`` tells one photo that is asked for from the next, ``place`` where it belongs, after a reload too. A ``quiet``
    button is not gold: something else is to be done next.
    """
    with st.container(key="camera"):
        data = {"label": label, "quiet": quiet, "slot": f"{place} {key}", "words": for_browser(_MESSAGES)}
        _component(key="photo-sender", data=data)
        return st.file_uploader(label, type=PHONE_PHOTOS, key=key, label_visibility="collapsed")
