"""Looking what the other phones at the table do."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui import session
from ui.words import _, in_words

EVERY = 0.7  # seconds


@st.fragment(run_every=EVERY)
def watch() -> None:
    """Draw the screen again whenever the table has changed elsewhere."""
    if session.refresh():
        st.rerun()


def show_trouble() -> None:
    """Why changes are not saved just now, or that the table of the address is gone."""
    if session.trouble():
        st.html(f'<p class="cs-notice" role="status">{escape(in_words(session.trouble()))}</p>')
    if session.table_is_gone():
        gone = _("This table is not there any more: it was closed, or its address is incomplete.")
        st.html(f'<p class="cs-notice" role="status">{escape(gone)}</p>')
