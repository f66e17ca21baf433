"""Notices: refused changes, unavailable store, missing tables; and redrawing on updates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from ui.drawing.html import in_html
from ui.i18n.translate import translate
from ui.session.tab import TABLE_NOT_FOUND, Watched, tab
from ui.table.table import TableError


def show_notice(html: str, role: str = "status", style: str = "cs-notice") -> None:
    """Show a highlighted notice; screen readers announce the role ``alert`` at once, an empty role not at all."""
    spoken = f' role="{role}"' if role else ""
    st.html(f'<p class="{style}"{spoken}>{html}</p>')


def show_note(html: str, role: str = "") -> None:
    """Show a note in the quiet style."""
    show_notice(html, role, "cs-quiet")


def run_or_show_error(change: Callable[[], object]) -> None:
    """Run a change and render the page again, or show why it was refused."""
    try:
        change()
    except TableError as refused:
        show_refusal(refused)
    else:
        st.rerun()


def show_refusal(refused: TableError) -> None:
    """Show why a change was refused, announced at once by screen readers."""
    show_notice(in_html(translate(refused.message)), role="alert")


def render_safely(page: Callable[[], None]) -> None:
    """Render a page; if a change by its buttons is refused, render it again with the reason."""
    try:
        page()
    except TableError as refused:
        tab().refusal = refused.message
        st.rerun()


@contextmanager
def defer_error() -> Iterator[None]:
    """Keep the reason of a change that is refused before a page is rendered, for that page to show."""
    try:
        yield
    except TableError as refused:
        tab().refusal = refused.message


def on_choice(key: str, shown: Any, do: Callable[[Any], object]) -> None:
    """Apply a choice in a callback, before a tap on another element leads to another screen.

    If it is refused, the page shows the reason and the current value.
    """
    chosen = st.session_state[key]
    try:
        do(chosen)
    except TableError as refused:
        tab().refusal = refused.message
        st.session_state[key] = shown


def show_store_error() -> None:
    """Show a deferred refusal, an unavailable store, or that the table of the address is gone."""
    if refusal := tab().pop_refusal():
        show_notice(in_html(translate(refusal)), role="alert")
    if why := tab().store_error:
        show_notice(in_html(translate(why)))
    if tab().pop_table_missing():
        show_notice(in_html(translate(TABLE_NOT_FOUND)))


def subscribe(seat: int | str | None = None, *, waits: bool = False) -> None:
    """Render the screen again when another phone changes the part of the table that it shows.

    Args:
        seat: The seat whose kingdom is shown, to ignore squares of the others; ``all`` for a screen of cards, which
            follow squares by their own updates.
        waits: Render again every two seconds.
    """
    kept = tab().stored
    if kept:
        tab().watched = Watched(kept.key, kept.version, seat, waits or tab().store_error is not None)
