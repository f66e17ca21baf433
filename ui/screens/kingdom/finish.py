"""A player says that the board looks right: doubts that are left are asked about once, then the phone goes on."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.session import members, tab
from ui.session.lessons import learn_meanwhile
from ui.session.look import look_at
from ui.table.board import Board
from ui.table.grid import other_grid, with_grid
from ui.table.table import Seat, asked_in_order

_ASKED = "asked about doubts"


def say_done(seat: Seat) -> None:
    """The button that finds the board right; or, once it was tapped with doubts left, the question about these."""
    board = seat.board
    if board is None:
        return
    if is_asked(board):
        ask_about_doubts(seat.number, board)
        return
    offer_other_grid(board)
    if st.button(_("Looks right"), type="primary", width="stretch"):
        if board.doubts:
            tab.note(_ASKED, (board.number, board.doubtful))
            st.rerun()
        finish(seat.number)


def offer_other_grid(board: Board) -> None:
    """The switch to the grid that the kingdom tells of, where the rules of the table say another."""
    grid = other_grid(tab.table(), board)
    if grid is None:
        return
    size, now = f"{grid} × {grid}", f"{tab.table().rules.grid} × {tab.table().rules.grid}"
    said = _("This looks like a kingdom of {size}; the table plays {now}.", size=size, now=now)
    with st.container(key="grid"):
        st.html(f'<p class="cs-quiet">{said}</p>')
        if st.button(_("Play on {size}", size=size), width="stretch"):
            tab.keep(with_grid(tab.table(), grid))
            st.rerun()


def is_asked(board: Board) -> bool:
    """Whether the player is being asked about the doubts of this board; every change of them ends the question."""
    return bool(board.doubts) and tab.noted(_ASKED) == (board.number, board.doubtful)


def ask_about_doubts(number: int, board: Board) -> None:
    """The question whether the doubts that are left are accepted."""
    question = n_(
        "{number} square was not looked at. Accept it?",
        "{number} squares were not looked at. Accept them?",
        board.doubts,
    )
    st.html(f'<p class="cs-question" role="alert">{question}</p>')
    if st.button(n_("Check {number} square", "Check {number} squares", board.doubts), type="primary", width="stretch"):
        tab.note(_ASKED, None)
        look_at(board.number, asked_in_order(tab.table(), board)[0])
        st.rerun()
    accept = n_("Accept with {number} doubt", "Accept with {number} doubts", board.doubts)
    if st.button(accept, width="stretch"):
        finish(number)


def finish(number: int) -> None:
    """Mark the board as one that looks right, with the doubts that were left, and go on.

    A board that was not checked before leads to the next player's camera where the phone is passed around, any other to
    the table.
    """
    table = tab.table()
    seat = table.seat(number)
    new = bool(seat and seat.board and not seat.board.checked)
    if seat and seat.board:
        checked = seat.board.accepted()
        tab.keep(table.with_board(number, checked))
        learn_meanwhile(checked)
    following = members.next_to_photograph(number) if new else None
    if following is None:
        routes.go_to(routes.TABLE)
    tab.take_seat(following.number)
    routes.go_to(routes.KINGDOM)
