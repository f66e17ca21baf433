"""Panels of a page: a row of buttons, each of which opens one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import NoReturn

import streamlit as st

from ui.i18n.translate import _
from ui.session.tab import tab
from ui.session.tab_state import Panel


def is_panel_open() -> bool:
    """Return whether somebody has opened a panel in this tab."""
    return tab().own.panel not in (Panel.NOT_CHOSEN, Panel.CLOSED)


def show_panels(panels: Mapping[Panel, tuple[str, Callable[[], None]]], *, stays_open: bool = False) -> None:
    """Show a row with the label of each panel, and the content of the open one.

    ``stays_open``: the open panel is the page itself, and has no heading and no button to close it.
    """
    opened = tab().own.panel
    with st.container(horizontal=True, horizontal_alignment="center", key="panels"):
        for panel, (label, _content) in panels.items():
            is_this = opened == panel
            if st.button(label, type="tertiary", key=f"panel-{panel}" + "-open" * is_this):
                _open(Panel.CLOSED if is_this else panel)
    if opened not in panels:
        return
    label, show = panels[opened]
    with st.container(key="panel"):
        if not stays_open:
            st.html(f'<h2 class="cs-panel">{escape(label)}</h2>')
        show()
        if not stays_open and st.button(_("Done"), width="stretch", key="panel-done"):
            _open(Panel.CLOSED)


def _open(panel: Panel) -> NoReturn:
    tab().own.panel = panel
    st.rerun()
