"""Photos made smaller in the browser before they are sent: a Streamlit component without a face of its own.

It reaches for the uploader's files before Streamlit sends them. A browser that cannot open a photo (HEIC) sends it as
it is; so does one in which anything else fails.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "photo_sender", js=(Path(__file__).parent / "photo_sender.js").read_text(encoding="utf-8")
)


def send_smaller() -> None:
    """Watch the uploader on this screen: its photos are sent with 2400 pixels a side at most, without metadata."""
    _component(key="photo-sender", height=1)
