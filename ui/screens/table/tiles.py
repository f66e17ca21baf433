"""Which edition of the tiles lies on the table: said once, changed with a tap, asked where the tiles look strange."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from scoring.boxes import Printing
from ui.drawing.html import in_label
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.notices import decide
from ui.session.host_editions import answer_about_tiles, choose_tiles, editions_here, is_outdated, name_of
from ui.session.tab import tab
from ui.table.table import Table
from ui.table.tiles import Tiles

DETECT = "detect"


def edition_in_short(table: Table) -> str:
    """Which edition lies there, in a word or two; empty where that is not known."""
    if table.tiles.taught:
        return in_label(name_of(table))
    return _official().get(table.tiles.printing, "") if table.tiles.printing else ""


def ask_about_strange_tiles(*, host: bool) -> None:
    """Once a table: what is to be done about tiles of no known edition."""
    if not tab().table.tiles.are_strange:
        return
    with st.container(key="strange"):
        said = _("These tiles look unlike those I know. Is this another edition?")
        st.html(f'<p class="cs-notice" role="status">{said}</p>')
        with st.container(horizontal=True):
            if host and st.button(_("Teach me your box"), key="teach"):
                routes.go_to(routes.TEACH)
            if st.button(_("Check everything"), key="check-everything"):
                answer_about_tiles()
                st.rerun()


def choose_edition(*, host: bool) -> None:
    """The editions that may lie there, and the way to teach another."""
    table = tab().table
    options: dict[Any, str] = {DETECT: _("as photos tell")} | _official()
    options |= {one.number: in_label(one.name) for one in editions_here()}
    chosen = table.tiles.taught or table.tiles.chosen or DETECT
    key = f"edition-{chosen}"
    st.segmented_control(
        _("Edition of the tiles"),
        list(options),
        default=chosen if chosen in options else DETECT,
        required=True,
        format_func=options.__getitem__,
        key=key,
        on_change=decide,
        args=(key, chosen, partial(_choose, host=host)),
    )
    if table.tiles.taught:
        say_if_outdated(table.tiles.taught)
    if host and st.button(_("Teach me your box"), type="tertiary", key="teach-another"):
        routes.go_to(routes.TEACH)


def say_if_outdated(number: int) -> None:
    """That an edition has to be taught again, where it was taught to an earlier version of the networks."""
    if is_outdated(number):
        again = _("It was taught to an earlier version of Crownsight, which saw tiles differently. Teach it again.")
        st.html(f'<p class="cs-notice" role="status">{again}</p>')


def _official() -> dict[Any, str]:
    return {Printing.OLDER: _("the older edition"), Printing.NEWER: _("the newer edition")}


def _choose(option: Any, *, host: bool) -> None:
    choose_tiles(lambda tiles: _chosen(tiles, option), host=host)


def _chosen(tiles: Tiles, option: Any) -> Tiles:
    if option == DETECT:
        return tiles.detected()
    return tiles.of_printing(option) if isinstance(option, Printing) else tiles.as_taught(option)
