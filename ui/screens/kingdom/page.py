"""Kingdom: a photo in, a board out."""

from __future__ import annotations

import streamlit as st

from ui.screens import routes
from ui.screens.kingdom.ask import ask_photo
from ui.screens.kingdom.choose import choose_kingdom
from ui.screens.kingdom.corners import set_corners
from ui.screens.kingdom.correct import correct_board
from ui.screens.live import watch
from ui.session.tab import tab

seat = tab().seat
if seat is None:
    routes.go_to(routes.TABLE)

# Each step has its own place, so that nothing of one is left standing in the next while it is drawn.
corners, choice, board, ask = (st.container(key=step) for step in ("corners", "choice", "board", "ask"))
if seat.attempt and seat.attempt.setting_corners:
    with corners:
        set_corners(seat)
elif seat.attempt and seat.attempt.readings:
    with choice:
        choose_kingdom(seat)
elif seat.board and not seat.attempt:
    with board:
        correct_board(seat)
else:
    with ask:
        ask_photo(seat)
watch(seat.number)
