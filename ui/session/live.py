"""Live updates: polling for what other phones have changed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import streamlit as st

from scoring.message import Message
from ui.i18n.translate import _, translated
from ui.session import tab
from ui.store.version_poll import latest_version
from ui.table.table import Table

EVERY = 1.0  # seconds


def watch(visible: Callable[[Table], object] = lambda table: table, *, every: float = EVERY) -> None:
    """Draw the screen again whenever what it shows of the table has changed elsewhere; ``visible`` is that part.

    ``every`` is in seconds. A look costs the server 4 ms, nearly all of it Streamlit's own.
    """
    st.fragment(_watch, run_every=every)(visible, tab.trouble())


def _watch(visible: Callable[[Table], object], trouble: Message | None) -> None:
    """Fifty phones do this every second: where nothing has changed, it must cost next to nothing."""
    before = visible(tab.table())
    tab.refresh(latest_version)
    if visible(tab.table()) != before or tab.trouble() != trouble:
        st.rerun()


def show_trouble() -> None:
    """Why changes are not saved just now, or that the table of the address is gone."""
    if why := tab.trouble():
        st.html(f'<p class="cs-notice" role="status">{escape(translated(why))}</p>')
    if tab.table_is_gone():
        gone = _("This table is not there any more: it was closed, or its address is incomplete.")
        st.html(f'<p class="cs-notice" role="status">{escape(gone)}</p>')
