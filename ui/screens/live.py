"""Live updates: what other phones have changed, drawn as soon as the server tells of it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui.components.listener import listen
from ui.session.tab import tab
from ui.table.table import Table

OUTDATED = "outdated"  # what this phone shows is older than its table


def begin_screen() -> None:
    """Note that the whole screen is being drawn, with what has changed by now.

    Else the fragment that follows would have it drawn once more, and what was pressed in the same moment as the news
    came would be lost: a press holds for one run.
    """
    tab().set_local(OUTDATED, False)


def watch(visible: Callable[[Table], object] = lambda table: table, seat: int | None = None) -> None:
    """Draw the screen again whenever what it shows of the table has changed elsewhere; ``visible`` is that part.

    A screen that shows one kingdom names its seat.
    """
    st.fragment(follow)(visible, seat)


def follow(visible: Callable[[Table], object], seat: int | str | None = None) -> None:
    """Draw the fragment that calls this again whenever the table has changed elsewhere; stands before what it draws.

    One that shows the kingdom of a ``seat`` is not drawn again for squares of the others, and one that shows the cards
    of ``all`` not for what they hear of by themselves.
    Where ``visible``, the part of the table that is shown outside of the fragment, has changed, the screen is drawn.
    """
    if tab().local(OUTDATED):
        tab().set_local(OUTDATED, False)
        st.rerun()
    kept = tab().stored
    if kept is None:
        return

    def on_change(version: int | None) -> None:
        before = visible(tab().table), tab().trouble
        tab().refresh(version)
        changed = (visible(tab().table), tab().trouble) != before
        tab().set_local(OUTDATED, tab().local(OUTDATED) or changed)  # an earlier change may not be drawn yet

    listen(kept.key, kept.version, seat=seat, unsaved=tab().trouble is not None, on_change=on_change)
