"""The button that passes pictures on: to the phone's own share sheet, or as files and to be held where there is none.

The browser turns each drawing into a PNG, so that it has the icons and the type of the app.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from ui.i18n.translate import _

_HERE = Path(__file__).parent
_PARTS = ("painting.js", "share_picture.js")
_component = st.components.v2.component(
    "share_picture",
    html=(_HERE / "share_picture.html").read_text(encoding="utf-8"),
    css=(_HERE / "share_picture.css").read_text(encoding="utf-8"),
    js="\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS),
)


def share_pictures(label: str, pictures: Sequence[tuple[str, str]], text: str) -> None:
    """A button with that label for pictures, each the name of its file (a PNG) and an SVG, and the text with them.

    A drawing may name photos by their addresses; they are put into the picture.
    """
    named = [{"name": name, "drawing": drawing} for name, drawing in pictures]
    words = {"label": label, "text": text, "hold": _("Hold a picture to save it."), "close": _("Close")}
    _component(key="share-picture", data={"pictures": named, **words})
