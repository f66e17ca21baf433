"""The button that passes pictures on: to the phone's own share sheet, or as files where there is none.

The browser turns each drawing into a PNG, so that it has the icons and the type of the app.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
_PARTS = ("painting.js", "share_picture.js")
_component = st.components.v2.component(
    "share_picture",
    html='<button type="button" class="share"></button>',
    css=(_HERE / "share_picture.css").read_text(encoding="utf-8"),
    js="\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS),
)


def share_pictures(label: str, pictures: Sequence[tuple[str, str]], text: str) -> None:
    """A button with that label for pictures, each the name of its file (a PNG) and an SVG, and the text with them.

    A drawing may name photos by their addresses; they are put into the picture.
    """
    named = [{"name": name, "drawing": drawing} for name, drawing in pictures]
    _component(key="share-picture", data={"label": label, "pictures": named, "text": text})
