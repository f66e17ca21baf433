"""The kingdoms that could have been had with the same dominoes, sought while the finale plays."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from scoring import NO_PIECES
from ui.components.better_laying import Missed, show_better
from ui.session.better import possible
from ui.table.table import Seat, Table, sheet

SECONDS = 1.0  # until it is asked again whether all are found


def show_possible(table: Table, seats: Sequence[Seat]) -> None:
    """What these players could have made of their dominoes; those of them that are found are shown."""
    _missed_so_far, is_waiting = _missed(table, seats)
    st.fragment(_show, run_every=SECONDS if is_waiting else None)(table, seats, by_clock=is_waiting)


def _show(table: Table, seats: Sequence[Seat], *, by_clock: bool) -> None:
    missed, is_waiting = _missed(table, seats)
    if missed:
        show_better(missed)
    if by_clock and not is_waiting:
        st.rerun()  # which draws this without the clock


def _missed(table: Table, seats: Sequence[Seat]) -> tuple[list[Missed], bool]:
    """What is found so far, and whether more is being sought; kingdoms with pieces and illegal ones are left out."""
    missed, is_waiting = [], False
    for seat in seats:
        if seat.board is None or seat.board.pieces != NO_PIECES:
            continue
        found = possible(seat.board.kingdom, table.rules)
        is_waiting = is_waiting or found is None
        if found and found.legal:
            name = "" if len(table.seats) == 1 else seat.name
            points = sheet(table, seat.board).total
            missed.append(Missed(name, seat.colour.value, seat.board.kingdom, points, found.laying))
    return missed, is_waiting
