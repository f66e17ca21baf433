"""The question about doubts that are left when a player has said that a board looks right."""

from __future__ import annotations

from enum import Enum, auto

import streamlit as st

from ui.i18n.translate import n_
from ui.session.doubts import withdraw_question


class Answer(Enum):
    """What a player does about the doubts that are left."""

    CHECK = auto()
    ACCEPT = auto()


def answer_about_doubts(doubts: int, question: str, check: str) -> Answer | None:
    """The question with its two buttons, and the answer once one was pressed; ``check`` is the label of the first."""
    st.html(f'<p class="cs-question" role="alert">{question}</p>')
    if st.button(check, type="primary", width="stretch"):
        withdraw_question()
        return Answer.CHECK
    accept = n_("Accept with {number} doubt", "Accept with {number} doubts", doubts)
    return Answer.ACCEPT if st.button(accept, width="stretch") else None
