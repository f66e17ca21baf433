"""The way onto the home screen: a Streamlit component that says what this browser can do at this address.

Browsers install a page only where it comes encrypted or from the same machine; elsewhere they add a link to it.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.i18n.translate import for_browser, in_browser

_HERE = Path(__file__).parent
_PARTS = ("../board_editor/spoken.js", "home_screen.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _PARTS)
_HTML = (_HERE / "home_screen.html").read_text(encoding="utf-8")
_MESSAGES = in_browser(_SCRIPT + _HTML)
_component = st.components.v2.component(
    "home_screen", html=_HTML, css=(_HERE / "home_screen.css").read_text(encoding="utf-8"), js=_SCRIPT
)


def offer_home_screen() -> None:
    """The button that puts the app on the home screen, or says how; nothing where it was opened from there."""
    _component(key="home-screen", data={"words": for_browser(_MESSAGES)})
