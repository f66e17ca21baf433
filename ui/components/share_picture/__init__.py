"""The button that passes a picture on: to the phone's own share sheet, or as a file where there is none.

The browser turns the drawing into a PNG, so that it has the icons and the type of the app.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "share_picture",
    html='<button type="button" class="share"></button>',
    css=(_HERE / "share_picture.css").read_text(encoding="utf-8"),
    js=(_HERE / "share_picture.js").read_text(encoding="utf-8"),
)


def share_picture(label: str, picture: str, text: str, name: str) -> None:
    """A button with that label for a picture as SVG, the text that goes with it, and the name of its file, a PNG."""
    _component(key="share-picture", data={"label": label, "picture": picture, "text": text, "name": name})
