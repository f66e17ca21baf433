"""What the steps of the Kingdom screen share: the way back, the words while reading, keeping what a photo gave."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import session
from ui.table import Attempt, Seat, read_board
from ui.wording import in_label

STEPS = ("finding", "reading", "checking")


def go_back(seat: Seat) -> None:
    """The way back: to the board if there is one under a new photo, else to where the kingdom was opened."""
    if seat.board and seat.attempt:
        if st.button("‹ Back to the board", type="tertiary"):
            keep_attempt(seat, None)
    elif session.table().solo:
        if st.button("‹ Start", type="tertiary"):
            st.switch_page("screens/start.py")
    elif st.button(f"‹ {in_label(seat.name) if seat.board else 'Table'}", type="tertiary"):
        st.switch_page("screens/table.py")


def another_photo(seat: Seat) -> None:
    """The way back to the camera."""
    if st.button("Another photo", type="tertiary"):
        keep_attempt(seat, Attempt())


def show_steps(place: DeltaGenerator, step: str) -> None:
    """The three steps of reading, the present one marked; a step before them marks none."""
    at = STEPS.index(step) if step in STEPS else -1
    marks = ["done" if number < at else "now" if number == at else "" for number in range(len(STEPS))]
    words = "".join(f'<li class="{mark}">{word}</li>' for mark, word in zip(marks, STEPS, strict=True))
    waiting = '<p class="cs-quiet">Other photos are being read. Yours is next.</p>' if step == "waiting" else ""
    place.html(f'<div role="status"><ol class="cs-steps">{words}</ol>{waiting}</div>')


def keep_attempt(seat: Seat, attempt: Attempt | None) -> None:
    """Remember what a photo gave: one kingdom is the player's board at once, anything else is shown next."""
    table = session.table()
    if attempt and attempt.picture and len(attempt.readings) == 1:
        session.keep(table.with_new_board(seat.number, read_board(attempt.readings[0], attempt.picture)))
    else:
        session.keep(table.with_attempt(seat.number, attempt))
    st.rerun()
