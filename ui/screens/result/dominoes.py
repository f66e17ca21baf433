"""Dominoes that do not add up over a whole table: those in two kingdoms, and those in none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape

import streamlit as st

from scoring import Conflict, Discard, Kingdom, Rules, RulesError, conflicts, discards
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, n_, translated
from ui.screens import routes
from ui.session import tab
from ui.table.table import Seat, Table

REMEMBERED = 32  # tables whose dominoes are not counted again
Kingdoms = tuple[tuple[str, Kingdom], ...]


def show_conflicts(table: Table) -> None:
    """Where kingdoms claim the same domino, each with a way to the squares in question."""
    found = _conflicts(_kingdoms(table))
    if found:
        label = n_("{number} thing does not add up", "{number} things do not add up", len(found))
        with st.expander(label, expanded=len(found) == 1, key="conflicts"):
            for number, conflict in enumerate(found):
                _show_conflict(table, number, conflict)


def _show_conflict(table: Table, number: int, conflict: Conflict[str]) -> None:
    seats = {seat.name: seat for seat in table.seats}
    st.html(f'<p class="cs-quiet" role="note">{escape(translated(conflict.text))}.</p>')
    boards = "".join(_marked(seats[claim.player], claim.squares) for claim in conflict.claims)
    st.html(f'<div class="cs-marked">{boards}</div>')
    with st.container(horizontal=True):
        for claim in conflict.claims:
            label = _("Check {name}", name=in_label(claim.player))
            if st.button(label, key=f"claim-{number}-{seats[claim.player].number}"):
                _look_at(seats[claim.player], claim.squares)


def show_discards(table: Table) -> None:
    """The dominoes that lie in no kingdom."""
    found = _discards(_kingdoms(table), table.rules)
    if found:
        with st.expander(_("Dominoes nobody has")):
            lines = "".join(f"<li>{escape(translated(discard.text))}</li>" for discard in found)
            st.html(f'<ul class="cs-talk">{lines}</ul>')


def _look_at(seat: Seat, squares: Sequence[tuple[int, int]]) -> None:
    """Open a kingdom with these squares to be checked."""
    if seat.board:
        doubtful = replace(
            seat.board,
            doubtful=seat.board.doubtful | frozenset(squares),
            checked=False,
            revision=seat.board.revision + 1,
        )
        tab.keep(tab.table().with_board(seat.number, doubtful))
        tab.take_seat(seat.number)
        routes.go_to(routes.KINGDOM)


def _marked(seat: Seat, squares: Sequence[tuple[int, int]]) -> str:
    if seat.board is None:
        return ""
    drawn = tiles.small_board(seat.board.kingdom, marked=frozenset(squares))
    return f"<figure>{drawn}<figcaption>{in_html(seat.name)}</figcaption></figure>"


def _kingdoms(table: Table) -> Kingdoms:
    return tuple((seat.name, seat.board.kingdom) for seat in table.seats if seat.board)


@lru_cache(maxsize=REMEMBERED)
def _conflicts(kingdoms: Kingdoms) -> tuple[Conflict[str], ...]:
    return conflicts(dict(kingdoms))


@lru_cache(maxsize=REMEMBERED)
def _discards(kingdoms: Kingdoms, rules: Rules) -> tuple[Discard, ...]:
    try:
        return discards(dict(kingdoms), rules)
    except RulesError:  # a number of players that no rulebook has: nothing is known of their dominoes
        return ()
