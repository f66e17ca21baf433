"""The button that makes a clip of a race in the browser, of pictures that follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from ui.i18n.translate import for_browser, in_browser

_HERE = Path(__file__).parent
_PARTS = ("../spoken.js", "../share_picture/painting.js", "clip.js", "race_clip.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS)
_MESSAGES = in_browser(_SCRIPT)
_component = st.components.v2.component(
    "race_clip",
    html='<button type="button" class="clip" hidden></button>',
    css=(_HERE / "race_clip.css").read_text(encoding="utf-8"),
    js=_SCRIPT,
)


def race_clip(stage: str, legs: Sequence[str], end: str) -> None:
    """The button for a clip of these SVGs: each of the legs is laid over the stage, then comes the end.

    There is none in a browser that cannot record.
    """
    scenes = {"stage": stage, "legs": list(legs), "end": end}
    _component(key="race-clip", data={"scenes": scenes, "words": for_browser(_MESSAGES)})
