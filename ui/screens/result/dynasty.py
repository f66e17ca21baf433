"""How a Dynasty stands: the running sum after each of its games."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from scoring import DYNASTY_GAMES
from ui.components.finale import dynasty_headline
from ui.drawing.html import in_html
from ui.i18n.translate import n_
from ui.table.finished import Game, dynasty_standings
from ui.table.table import Table


def show_dynasty(table: Table) -> None:
    """How the Dynasty of a table stands, once a game of it is finished."""
    shown = dynasty(table.dynasty_games)
    if shown:
        st.html(shown)


def is_over(table: Table) -> bool:
    """Whether the Dynasty of a table has had its last game."""
    return len(table.dynasty_games) == DYNASTY_GAMES


def dynasty(games: Sequence[Game]) -> str:
    """The standings after these games of a Dynasty as HTML; empty before the first, or if a player missed one."""
    standings = dynasty_standings(games)
    if not standings:
        return ""
    rows = "".join(
        f"<li><b>{one.place}</b> {in_html(one.player)} <span>{_added_up(one.points)}</span></li>" for one in standings
    )
    after = n_("Dynasty after {number} game of 3", "Dynasty after {number} games of 3", len(games))
    heading = escape(dynasty_headline(standings)) if len(games) == DYNASTY_GAMES else after
    return f'<section class="cs-dynasty"><h2>{heading}</h2><ol>{rows}</ol></section>'


def _added_up(points: Sequence[int]) -> str:
    """Points with their sum; those of one game are it themselves."""
    return str(points[0]) if len(points) == 1 else f"{' + '.join(map(str, points))} = {sum(points)}"
