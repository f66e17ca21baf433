"""The notice that says why a change of the table was refused."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_html
from ui.i18n.translate import translated
from ui.table.table import TableError


def show_refusal(refused: TableError) -> None:
    """Say on the screen, to a screen reader at once, why the table stays as it is."""
    st.html(f'<p class="cs-notice" role="alert">{in_html(translated(refused.message))}</p>')
