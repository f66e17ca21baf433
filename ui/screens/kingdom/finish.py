"""A player says that the kingdom looks right, and the phone goes on."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.doubts import DoneWords, say_done
from ui.session import members
from ui.session.doubts import is_asked_about
from ui.session.editions import learn_meanwhile
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.grid import other_grid, with_grid
from ui.table.table import Seat, asked_in_order


def find_right(seat: Seat) -> None:
    """The button that finds the board right, or the question about the doubts that are left."""
    board = seat.board
    if board is None:
        return
    if not is_asked_about(board):
        offer_other_grid(board)
    question = n_(
        "{number} square was not looked at. Accept it?",
        "{number} squares were not looked at. Accept them?",
        board.doubts,
    )
    check = n_("Check {number} square", "Check {number} squares", board.doubts)
    asked = asked_in_order(tab().table, board)
    say_done(board, DoneWords(_("Looks right"), question, check), asked, lambda: finish(seat.number))


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
