"""Several kingdoms in one photo: choose which is this player's."""

from __future__ import annotations

from html import escape

import numpy as np
import streamlit as st

from ui.drawing import tiles
from ui.drawing.html import in_html
from ui.drawing.player_names import display_name
from ui.i18n.translate import _, n_
from ui.photos.pictures import jpeg, photo
from ui.photos.shown import address
from ui.screens.kingdom.steps import another_photo, go_back, keep_attempt
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.table import Seat
from vision.overlay import with_numbers


def choose_kingdom(seat: Seat, attempt: Attempt) -> None:
    """The photo with its kingdoms numbered, and a button for each."""
    if attempt.picture is None:
        return
    picture, readings = attempt.picture, attempt.readings
    go_back(seat)
    title = _("Which kingdom is {name}’s?", name=in_html(display_name(seat, tab().table)))
    st.html(f"<h1>{title}</h1>")
    outlines = [np.asarray(reading.corners, np.float32) / np.float32(picture.scale) for reading in readings]
    numbered = jpeg(with_numbers(photo(picture).image, outlines))
    alt = escape(_("the photo with its kingdoms numbered"))
    st.html(f'<img class="cs-photo" alt="{alt}" src="{address(numbered)}">')
    for number, reading in enumerate(readings, start=1):
        squares = reading.kingdom.taken
        name, size = _("Number {number}", number=number), n_("{number} square", "{number} squares", squares)
        with st.container(key=f"card-{number}"):
            st.html(
                f'<div class="cs-card cs-{seat.colour.value}"><span class="band"></span><span class="who">'
                f'<b>{name}</b><span class="state">{size}</span></span><span></span>'
                f'<span class="pictures">{tiles.small_board(reading.kingdom)}</span></div>'
            )
            if st.button(name, key=f"kingdom-{number}"):
                keep_attempt(seat, Attempt(picture, readings=(reading,)))
    another_photo(seat)
