"""A player says that the board looks right: doubts that are left are asked about once, then the phone goes on."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.doubts import Answer, answer_about_doubts
from ui.session import members
from ui.session.doubts import ask_about, is_asked_about, look_at
from ui.session.editions import learn_meanwhile
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.grid import other_grid, with_grid
from ui.table.table import Seat, asked_in_order


def say_done(seat: Seat) -> None:
    """The button that finds the board right; or, once it was tapped with doubts left, the question about these."""
    board = seat.board
    if board is None:
        return
    if is_asked_about(board):
        ask_about_doubts(seat.number, board)
        return
    offer_other_grid(board)
    if st.button(_("Looks right"), type="primary", width="stretch"):
        if board.doubts:
            ask_about(board)
            st.rerun()
        finish(seat.number)


def offer_other_grid(board: Board) -> None:
    """The switch to the grid that the kingdom tells of, where the rules of the table say another."""
    grid = other_grid(tab().table, board)
    if grid is None:
        return
    size, now = f"{grid} × {grid}", f"{tab().table.rules.grid} × {tab().table.rules.grid}"
    said = _("This looks like a kingdom of {size}; the table plays {now}.", size=size, now=now)
    with st.container(key="grid"):
        st.html(f'<p class="cs-quiet">{said}</p>')
        if st.button(_("Play on {size}", size=size), width="stretch"):
            tab().keep(with_grid(tab().table, grid))
            st.rerun()


def ask_about_doubts(number: int, board: Board) -> None:
    """The question whether the doubts that are left are accepted."""
    question = n_(
        "{number} square was not looked at. Accept it?",
        "{number} squares were not looked at. Accept them?",
        board.doubts,
    )
    check = n_("Check {number} square", "Check {number} squares", board.doubts)
    answer = answer_about_doubts(board.doubts, question, check)
    if answer is Answer.CHECK:
        look_at(board.number, asked_in_order(tab().table, board)[0])
        st.rerun()
    if answer is Answer.ACCEPT:
        finish(number)


def finish(number: int) -> None:
    """Mark the board as one that looks right, with the doubts that were left, and go on.

    A board that was not checked before leads to the next player's camera where the phone is passed around, any other to
    the table.
    """
    table = tab().table
    seat = table.seat(number)
    new = bool(seat and seat.board and not seat.board.checked)
    if seat and seat.board:
        checked = seat.board.accepted()
        tab().keep(table.with_board(number, checked))
        learn_meanwhile(checked)
    following = members.next_to_photograph(number) if new else None
    if following is None:
        routes.go_to(routes.TABLE)
    tab().take_seat(following.number)
    routes.go_to(routes.KINGDOM)
