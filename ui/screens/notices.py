"""Notices: refused changes, unavailable store, missing tables; and redrawing on updates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from ui.drawing.html import in_html
from ui.i18n.translate import translate
from ui.session.tab import GONE, Watched, tab
from ui.table.table import TableError


def show_notice(html: str, role: str = "status", style: str = "cs-notice") -> None:
    """Say something that is to be noticed, an ``alert`` at once to who listens, without a role to nobody."""
    spoken = f' role="{role}"' if role else ""
    st.html(f'<p class="{style}"{spoken}>{html}</p>')


def show_note(html: str, role: str = "") -> None:
    """Say something beside the rest."""
    show_notice(html, role, "cs-quiet")


def run_or_show_error(change: Callable[[], object]) -> None:
    """Make a change and draw the page anew; where it is refused, say why."""
    try:
        change()
    except TableError as refused:
        show_refusal(refused)
    else:
        st.rerun()


def show_refusal(refused: TableError) -> None:
    """Say on the screen, to a screen reader at once, why the table stays as it is."""
    show_notice(in_html(translate(refused.message)), role="alert")


def render_safely(page: Callable[[], None]) -> None:
    """Draw a page; where what was pressed on it is refused, draw it anew and say why."""
    try:
        page()
    except TableError as refused:
        tab().refusal = refused.message
        st.rerun()


@contextmanager
def defer_error() -> Iterator[None]:
    """Why a change is refused that is made before a page is drawn: said by that page."""
    try:
        yield
    except TableError as refused:
        tab().refusal = refused.message


def on_choice(key: str, shown: Any, do: Callable[[Any], object]) -> None:
    """Do what was just chosen, before the tap that comes with it leads to another screen.

    Where that is refused the page says why, and shows again what holds.
    """
    chosen = st.session_state[key]
    try:
        do(chosen)
    except TableError as refused:
        tab().refusal = refused.message
        st.session_state[key] = shown


def show_store_error() -> None:
    """Why something was not done or changes are not saved just now, or that the table of the address is gone."""
    if refusal := tab().pop_refusal():
        show_notice(in_html(translate(refusal)), role="alert")
    if why := tab().trouble:
        show_notice(in_html(translate(why)))
    if tab().pop_gone():
        show_notice(in_html(translate(GONE)))


def subscribe(seat: int | str | None = None, *, waits: bool = False) -> None:
    """Have the screen drawn again whenever what it shows of the table has changed elsewhere.

    One that shows the kingdom of a ``seat`` is not drawn again for squares of the others, and one that shows the cards
    of ``all`` not for what they hear of by themselves. One that ``waits`` is drawn again every two seconds.
    """
    kept = tab().stored
    if kept:
        tab().watched = Watched(kept.key, kept.version, seat, waits or tab().trouble is not None)
