"""What a result cannot be sure of yet: kingdoms that nobody has found right, each with a way to its first doubt."""

from __future__ import annotations

import streamlit as st

from ui.drawing.html import in_label
from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.session.doubts import look_at
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.certainty import certain_seats
from ui.table.table import Seat, Table, asked_in_order


def show_provisional(table: Table) -> None:
    """A line for every kingdom that is still to check; tapping it leads to its first doubtful square.

    Of a kingdom whose place nothing to check can change it says so.
    """
    certain = certain_seats(table)
    for seat in table.seats:
        board = seat.board
        if (
            board
            and not board.trust.is_settled
            and st.button(_said(seat, board, certain=seat.number in certain), key=f"open-provisional-{seat.number}")
        ):
            if board.doubts:
                look_at(board.number, asked_in_order(table, board)[0])
            tab().take_seat(seat.number)
            routes.go_to(routes.KINGDOM)


def _said(seat: Seat, board: Board, *, certain: bool) -> str:
    name = in_label(seat.name)
    if certain and board.doubts:
        return n_(
            "{name}: {number} doubt that changes nobody's place",
            "{name}: {number} doubts that change nobody's place",
            board.doubts,
            name=name,
        )
    if not board.doubts:
        return _("Provisional: nobody has checked {name} yet", name=name)
    return n_(
        "Provisional: {name} has {number} to check",
        "Provisional: {name} has {number} to check",
        board.doubts,
        name=name,
    )
