"""Kingdom: a photo in, a board out."""

from __future__ import annotations

import streamlit as st

from ui import session
from ui.kingdom.ask import ask_photo
from ui.kingdom.choose import choose_kingdom
from ui.kingdom.corners import set_corners
from ui.kingdom.correct import correct_board

seat = session.seat()
if seat is None:
    st.switch_page("screens/table.py")

if seat.attempt and seat.attempt.setting_corners:
    set_corners(seat)
elif seat.attempt and seat.attempt.readings:
    choose_kingdom(seat)
elif seat.board and not seat.attempt:
    correct_board(seat)
else:
    ask_photo(seat)
