"""Kingdom: a photo in, a board out."""

from __future__ import annotations

import streamlit as st

from ui.screens import routes
from ui.screens.kingdom.ask import ask_photo
from ui.screens.kingdom.choose import choose_kingdom
from ui.screens.kingdom.corners import set_corners
from ui.screens.kingdom.correct import correct_board
from ui.screens.live import watch
from ui.session.attempts import attempt_for
from ui.session.tab import tab

seat = tab().seat
if seat is None:
    routes.go_to(routes.TABLE)

# Each step has its own place, so that nothing of one is left standing in the next while it is drawn.
corners, choice, board, ask = (st.container(key=step) for step in ("corners", "choice", "board", "ask"))
attempt = attempt_for(seat.number)
if attempt and attempt.setting_corners:
    with corners:
        set_corners(seat, attempt)
elif attempt and attempt.readings:
    with choice:
        choose_kingdom(seat, attempt)
elif seat.board and not attempt:
    with board:
        correct_board(seat)
else:
    with ask:
        ask_photo(seat, attempt)
watch(seat.number)
