"""A count by hand compared with ours: which territory differs?"""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring import Kingdom, ScoreSheet, Slip, Terrain, explain_terrains, explain_total
from scoring.boxes import BASE
from ui.drawing import tiles
from ui.drawing.html import in_label
from ui.i18n.translate import _, translated
from ui.table.table import Seat, Table, sheet

MOST_POINTS = 999
MOST_SLIPS = 3  # the likeliest; more would not be read


def check_count(table: Table) -> None:
    """The form for a hand count, and what explains the difference."""
    seats = [seat for seat in table.seats if seat.board]
    with st.expander(_("Check my count")):
        seat = seats[0]
        if len(seats) > 1:
            whose = _("Whose kingdom?")
            seat = st.selectbox(whose, seats, format_func=lambda seat: in_label(seat.name), placeholder=whose)
        if seat.board is not None:
            _compare(seat, seat.board.kingdom, sheet(table, seat.board))


def _compare(seat: Seat, kingdom: Kingdom, counted: ScoreSheet) -> None:
    total = st.number_input(_("Your total"), 0, MOST_POINTS, None, key=f"total-{seat.number}")
    counts: dict[Terrain, int] = {}
    if st.toggle(_("By terrain"), key=f"terrains-{seat.number}"):
        columns = st.columns(3)
        for number, terrain in enumerate(BASE.terrains):
            name = translated(terrain.words)
            typed = columns[number % 3].number_input(name, 0, MOST_POINTS, None, key=f"{terrain.value}-{seat.number}")
            if typed is not None:
                counts[terrain] = typed
    if total is None and not counts:
        return
    slips = explain_terrains(counted, counts) or (() if total is None else explain_total(counted, total))
    if slips:
        _explain(kingdom, slips)
    else:
        st.html(f'<p class="cs-quiet" role="status">{_("Your count is right.")}</p>')


def _explain(kingdom: Kingdom, slips: tuple[Slip, ...]) -> None:
    """The likeliest slips, each beside the board with its squares marked."""
    lines = [
        f"<li>{tiles.small_board(kingdom, frozenset(slip.positions))}<span>{escape(translated(slip.text))}</span></li>"
        for slip in slips[:MOST_SLIPS]
    ]
    st.html(f'<ol class="cs-slips" role="status">{"".join(lines)}</ol>')
