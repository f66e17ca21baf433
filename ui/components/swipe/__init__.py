"""A finger that goes to the side, as a press of one of the page's buttons: a Streamlit component without a face."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component("swipe", js=(Path(__file__).parent / "swipe.js").read_text(encoding="utf-8"))


def swipe(*, left: str, right: str) -> None:
    """Press the button of a key when a finger goes to the left, and that of another when it goes to the right."""
    with st.container(key="swiping"):
        _component(key="swipe", data={"left": left, "right": right}, height=1)
