"""Notices: why a change was refused, why changes are not saved just now, that a table is gone."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_html
from ui.i18n.translate import _, translated
from ui.session.tab import tab
from ui.table.table import TableError


def show_refusal(refused: TableError) -> None:
    """Say on the screen, to a screen reader at once, why the table stays as it is."""
    st.html(f'<p class="cs-notice" role="alert">{in_html(translated(refused.message))}</p>')


def show_trouble() -> None:
    """Why changes are not saved just now, or that the table of the address is gone."""
    if why := tab().trouble:
        st.html(f'<p class="cs-notice" role="status">{in_html(translated(why))}</p>')
    if tab().was_gone():
        gone = _("This table no longer exists, or its address is incomplete.")
        st.html(f'<p class="cs-notice" role="status">{in_html(gone)}</p>')
