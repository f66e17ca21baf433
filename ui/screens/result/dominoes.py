"""What does not add up over a whole table: dominoes in two kingdoms and in none, and more pieces than there are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from html import escape

import streamlit as st

from scoring import Box, Conflict, Discard, Kingdom, Rules, RulesError, conflicts, discards, verdict
from scoring.expansions.limits import pieces_in_play, table_problems
from ui.drawing.html import in_label
from ui.i18n.translate import _, translated
from ui.screens import routes
from ui.session.doubts import look_at
from ui.session.tab import tab
from ui.table.commands import with_doubts
from ui.table.table import Seat, Table

REMEMBERED = 32  # tables whose dominoes are not counted again
Kingdoms = tuple[tuple[str, Kingdom], ...]


def show_conflicts(table: Table) -> None:
    """What it means that kingdoms claim the same dominoes, in three lines at most, with ways to the squares."""
    found = verdict(_conflicts(_kingdoms(table), table.rules.box))
    if found:
        with st.container(key="conflicts"):
            st.html(f'<p role="note">{escape(translated(found.meaning))}</p>')
            for number, conflict in enumerate(found.named):
                _show_conflict(table, number, conflict)


def show_shortages(table: Table) -> None:
    """What players have more of together than the boxes on the table."""
    boards = [(one.board.kingdom, one.board.pieces) for one in table.seats if one.board]
    of_boxes = [(kingdom, pieces_in_play(table.rules.box, kingdom, pieces)) for kingdom, pieces in boards]
    for problem in table_problems(of_boxes):
        st.html(f'<p role="note">{escape(translated(problem.text))}</p>')


def _show_conflict(table: Table, number: int, conflict: Conflict[str]) -> None:
    """The dominoes and who has them in a line, with a button for each kingdom that leads to its squares."""
    seats = {seat.name: seat for seat in table.seats}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="cs-quiet">{escape(translated(conflict.short))}</p>')
        for claim in conflict.claims:
            label = _("Check {name}", name=in_label(claim.player))
            if st.button(label, type="tertiary", key=f"claim-{number}-{seats[claim.player].number}"):
                _look_at(seats[claim.player], claim.squares)


def show_discards(table: Table) -> None:
    """The dominoes that lie in no kingdom."""
    found = _discards(_kingdoms(table), table.rules)
    if found:
        with st.expander(_("Dominoes left over")):
            lines = "".join(f"<li>{escape(translated(discard.text))}</li>" for discard in found)
            st.html(f'<ul class="cs-talk">{lines}</ul>')


def _look_at(seat: Seat, squares: Sequence[tuple[int, int]]) -> None:
    """Open a kingdom with these squares to be checked."""
    if seat.board:
        tab().do(partial(with_doubts, board=seat.board.number, squares=squares))
        if squares:
            look_at(seat.board.number, squares[0])
        tab().take_seat(seat.number)
        routes.go_to(routes.KINGDOM)


def _kingdoms(table: Table) -> Kingdoms:
    return tuple((seat.name, seat.board.kingdom) for seat in table.seats if seat.board)


@lru_cache(maxsize=REMEMBERED)
def _conflicts(kingdoms: Kingdoms, box: Box) -> tuple[Conflict[str], ...]:
    return conflicts(dict(kingdoms), box)


@lru_cache(maxsize=REMEMBERED)
def _discards(kingdoms: Kingdoms, rules: Rules) -> tuple[Discard, ...]:
    try:
        return discards(dict(kingdoms), rules)
    except RulesError:  # a number of players that no rulebook has: nothing is known of their dominoes
        return ()
