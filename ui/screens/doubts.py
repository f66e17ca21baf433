"""A player says that a board looks right: doubts that are left are asked about once, then the phone goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from scoring import Position
from ui.i18n.translate import n_
from ui.session.doubts import ask_about, is_asked_about, look_at, withdraw_question
from ui.table.edited_board import EditedBoard


class DoneWords(NamedTuple):
    """The button that finds a board right, the question about what was not looked at, the button that looks, and the
    first while doubts are left, beside that."""

    done: str
    question: str
    check: str
    as_it_is: str


def say_done(board: EditedBoard[Any], words: DoneWords, asked: Sequence[Position], on_done: Callable[[], None]) -> None:
    """The button that finds a board right; or, once it was tapped with doubts left, the question about these.

    ``asked`` are the doubts in the order of asking: who wants to check them is led to the first. ``on_done`` is called
    once the board was found right, with the doubts that were accepted.
    """
    if is_asked_about(board):
        _ask_about_doubts(board, words, asked, on_done)
    elif _is_done(board, words, asked):
        if board.doubts:
            ask_about(board)
        else:
            on_done()
        st.rerun()


def _is_done(board: EditedBoard[Any], words: DoneWords, asked: Sequence[Position]) -> bool:
    """Whether the board was just found right; while doubts are left the gold button leads to them."""
    leads = board.doubts > 0
    with st.container(horizontal=True, key="looking-over"):
        if leads and st.button(words.check, type="primary", width="stretch", key="check-doubts"):
            look_at(board.number, asked[0])
            st.rerun()
        label = words.as_it_is if leads else words.done
        return st.button(label, type="secondary" if leads else "primary", width="stretch", key="looks-right")


def _ask_about_doubts(
    board: EditedBoard[Any], words: DoneWords, asked: Sequence[Position], on_done: Callable[[], None]
) -> None:
    st.html(f'<p class="cs-question" role="alert">{words.question}</p>')
    if st.button(words.check, type="primary", width="stretch"):
        withdraw_question()
        look_at(board.number, asked[0])
        st.rerun()
    accept = n_("Accept with {number} doubt", "Accept with {number} doubts", board.doubts)
    if st.button(accept, width="stretch"):
        on_done()
        st.rerun()
