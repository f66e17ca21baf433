"""A player says that the kingdom looks right, after a look beside its outline where it could not have been laid."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from scoring import Position
from ui.drawing.html import remark
from ui.i18n.translate import _, n_
from ui.photos.outline import Side, is_cut_off, left_in_doubt, looked_round, loose_in, may_be_off
from ui.screens import routes
from ui.screens.camera import show_steps
from ui.screens.kingdom.steps import keep_attempt
from ui.session import members
from ui.session.doubts import ask_about, is_asked_about, look_at, withdraw_question
from ui.session.learning import known_tiles, learn_meanwhile
from ui.session.tab import tab
from ui.table.board import Attempt, Board
from ui.table.checking import impossible, suspect
from ui.table.commands import found_right
from ui.table.table import Seat, Table, asked_in_order
from ui.table.turning import other_grid, with_grid

_NOTHING = "nothing beside the outline"  # the number of the board


def find_right(seat: Seat) -> None:
    """The button that finds the board right, or the question about the doubts that are left.

    A kingdom that could not have been laid is asked about as well, and stays in doubt if it is accepted.
    """
    if seat.board is None:
        return
    wrong = impossible(tab().table, seat.board)
    board = in_doubt(tab().table, seat.board)
    if not is_asked_about(board):
        if not loose_in(board, tab().table.rules.box):
            offer_other_grid(board)
        if is_cut_off(board) and not board.checked:
            offer_whole_photo(seat.number, board)
            return
        offer_to_look_round(seat, seat.board)
    check = _("Show me") if wrong else n_("Check {number} square", "Check {number} squares", board.doubts)
    if is_asked_about(board):
        question = n_(
            "{number} square was not looked at. Accept it?",
            "{number} squares were not looked at. Accept them?",
            board.doubts,
        )
        ask_about_doubts(seat.number, board, escape(remark(wrong)) if wrong else question, check)
    else:
        say_done(seat.number, board, check)


def say_done(number: int, board: Board, check: str) -> None:
    """The button that finds the board right; while doubts are left the gold one leads to the first of them."""
    leads = board.doubts > 0
    with st.container(horizontal=True, key="looking-over"):
        if leads and st.button(check, type="primary", width="stretch", key="check-doubts"):
            look_at(board.number, asked_in_order(tab().table, board)[0])
            st.rerun()
        label = _("Looks right as it is") if leads else _("Looks right")
        done = st.button(label, type="secondary" if leads else "primary", width="stretch", key="looks-right")
    if done and leads:
        ask_about(board)
        st.rerun()
    elif done:
        finish(number, doubting=board.doubtful)


def ask_about_doubts(number: int, board: Board, question: str, check: str) -> None:
    """The question whether the doubts are accepted; who wants to check them is led to the first."""
    st.html(f'<p class="cs-question" role="alert">{question}</p>')
    if st.button(check, type="primary", width="stretch"):
        withdraw_question()
        look_at(board.number, asked_in_order(tab().table, board)[0])
        st.rerun()
    if st.button(n_("Accept with {number} doubt", "Accept with {number} doubts", board.doubts), width="stretch"):
        finish(number, doubting=board.doubtful)


def in_doubt(table: Table, board: Board) -> Board:
    """A board with the square to look at first in doubt, where it could not have been laid as it is."""
    wrong = impossible(table, board)
    return replace(board, doubtful=board.doubtful | {suspect(board, wrong)}) if wrong else board


def offer_whole_photo(number: int, board: Board) -> None:
    """Another photo of a kingdom that is cut off; or its points as they are, in doubt."""
    seat = tab().table.seat(number)
    with st.container(key="whole-photo"):
        again = st.button(_("Photograph again"), type="primary", width="stretch")
        counts = st.button(_("Count it as it is"), width="stretch")
    if again and seat:
        keep_attempt(seat, Attempt())
    if counts:
        finish(number, doubting=left_in_doubt(board))


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
            tab().do(partial(with_grid, grid=grid))
            st.rerun()


def finish(number: int, *, doubting: frozenset[Position]) -> None:
    """Mark a player's board as one that looks right, with the doubts that were left and these, and go on.

    A board that was not checked before leads to the next player's camera where the phone is passed around, any other to
    the table.
    """
    table = tab().table
    seat = table.seat(number)
    new = bool(seat and seat.board and not seat.board.checked)
    if seat and seat.board:
        tab().do(partial(found_right, seen=seat.board, accepted=doubting))
        found = tab().table.seat(number)
        if found and found.board:
            learn_meanwhile(found.board)
    following = members.next_to_photograph(number) if new else None
    if following is None:
        routes.go_to(routes.TABLE)
    tab().take_seat(following.number)
    routes.go_to(routes.KINGDOM)


def offer_to_look_round(seat: Seat, board: Board) -> None:
    """The button that looks for a row beside the outline, and moves the grid there."""
    table = tab().table
    if board.source is None or other_grid(table, board) or not may_be_off(table, board):
        return
    with st.container(key="outline"):
        if tab().local(_NOTHING) == board.number:
            said = _("No row of this kingdom lies beside its outline. Look at the squares, or set the corners.")
            st.html(f'<p class="cs-quiet" role="status">{escape(said)}</p>')
            return
        steps = st.empty()
        if st.button(_("A tile outside the outline? Look there"), width="stretch"):
            found = looked_round(
                board.source,
                progress=lambda step: show_steps(steps, step),
                known=partial(known_tiles, table),
                box=table.rules.box,
            )
            if found:
                st.toast(_moved(found[0]))
                keep_attempt(seat, found[1])
            tab().set_local(_NOTHING, board.number)
            st.rerun()


def _moved(side: Side) -> str:
    return {
        Side.ABOVE: _("A tile lay above the outline. The grid was moved there."),
        Side.BELOW: _("A tile lay below the outline. The grid was moved there."),
        Side.LEFT: _("A tile lay left of the outline. The grid was moved there."),
        Side.RIGHT: _("A tile lay right of the outline. The grid was moved there."),
    }[side]
