"""Who asks, as far as it cannot be changed at will: the network address, where it is known."""

from __future__ import annotations

import streamlit as st

from ui.serving.named_address import ADDRESS
from ui.serving.wrong_codes import household


def address() -> str:
    """The address that a page is counted for; empty where the app is not served by ours."""
    named = st.context.headers.get(ADDRESS) or st.context.ip_address  # None for Streamlit on the server's machine
    return household(named) if isinstance(named, str) else ""
