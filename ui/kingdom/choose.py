"""Several kingdoms in one photo: choose which is this player's."""

from __future__ import annotations

import numpy as np
import streamlit as st

from ui import session, tiles
from ui.kingdom.steps import another_photo, go_back, keep_attempt
from ui.pictures import address, jpeg, photo
from ui.table import Attempt, Seat
from ui.wording import in_html
from vision.overlay import with_numbers


def choose_kingdom(seat: Seat) -> None:
    """The photo with its kingdoms numbered, and a button for each."""
    attempt = seat.attempt
    if attempt is None or attempt.picture is None:
        return
    picture, readings = attempt.picture, attempt.readings
    go_back(seat)
    st.html("<h1>Which kingdom?</h1>" if session.table().solo else f"<h1>Which kingdom is {in_html(seat.name)}’s?</h1>")
    outlines = [np.asarray(reading.corners, np.float32) / np.float32(picture.scale) for reading in readings]
    numbered = jpeg(with_numbers(photo(picture).image, outlines))
    st.html(f'<img class="cs-photo" alt="the photo with its kingdoms numbered" src="{address(numbered, "choose")}">')
    for number, reading in enumerate(readings, start=1):
        squares = sum(not square.is_empty for _, square in reading.kingdom.squares())
        with st.container(key=f"card-{number}"):
            st.html(
                f'<div class="cs-card cs-{seat.colour.value}"><span class="band"></span><span class="who">'
                f'<b>Number {number}</b><span class="state">{squares} squares</span></span><span></span>'
                f"{tiles.small_board(reading.kingdom)}</div>"
            )
            if st.button(f"Number {number}", key=f"kingdom-{number}"):
                keep_attempt(seat, Attempt(picture, readings=(reading,)))
    another_photo(seat)
