"""Before there is a board: ask for a photo, read it, and say kindly what went wrong."""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring.rules import GRIDS
from ui import session, tiles
from ui.kingdom.steps import go_back, keep_attempt, show_steps
from ui.pictures import Picture, address
from ui.reading import read_upload
from ui.table import Attempt, Seat, blank_board
from ui.wording import in_html

PHONE_PHOTOS = ["image/*", ".heic", ".heif"]

GOOD_PHOTO = tiles.drawn(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124">'
    '<rect x="2" y="2" width="96" height="120" rx="13" fill="#8A8172" fill-opacity=".16" stroke="#8A8172" '
    'stroke-width="3"/><g transform="translate(18 26) rotate(4 32 32) scale(1.28)">'
    '<path fill="#2E6B3C" d="M0 0h30v10H0zM0 10h20v10H0z"/><path fill="#3D7FC1" d="M30 0h20v30H40V20H30z"/>'
    '<path fill="#E8BE3F" d="M20 10h10v10h10v10H30v10H20zM0 40h30v10H0z"/><path fill="#B8B2A6" d="M20 20h10v10H20z"/>'
    '<path fill="#A3CF57" d="M0 20h20v20H0z"/><path fill="#8C7C68" d="M30 30h20v20H30z"/></g>'
    '<circle cx="50" cy="111" r="6" fill="none" stroke="#8A8172" stroke-width="3"/></svg>',
    "a phone straight above a kingdom, all of it in the picture",
    "cs-good-photo",
)


def ask_photo(seat: Seat) -> None:
    """The photo of one player's kingdom: camera first, corners or an empty board as the other ways on."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back(seat)
        st.html("<h1>One photo</h1>" if session.table().solo else f"<h1>{in_html(seat.name)}’s kingdom</h1>")
        if seat.attempt and seat.attempt.message:
            show_message(seat.attempt)
        with st.container(key="camera"):
            upload = st.file_uploader(
                "Photograph the kingdom",
                type=PHONE_PHOTOS,
                key=f"photo-{seat.number}-{session.table().numbered}",
            )
        other_ways(seat)
    if upload is not None:
        read_into(seat, upload.getvalue())


def show_message(attempt: Attempt) -> None:
    """What went wrong with the last photo, and the photo if it could be opened."""
    st.html(f'<p class="cs-notice" role="alert">{escape(attempt.message)}</p>')
    if attempt.picture:
        st.html(f'<img class="cs-photo" alt="the photo" src="{address(attempt.picture.jpeg, "attempt")}">')


def other_ways(seat: Seat) -> None:
    """The ways on without a good photo."""
    attempt = seat.attempt
    if attempt and attempt.picture and st.button("Set the corners by hand", width="stretch"):
        keep_attempt(seat, Attempt(attempt.picture, setting_corners=True))
    if not (attempt and attempt.message):
        st.html(
            f'<figure class="cs-advice">{GOOD_PHOTO}<figcaption>From straight above, the whole kingdom in the '
            "picture, the castle lifted off if you can.</figcaption></figure>"
        )
    table = session.table()
    choices = (
        {f"Enter {grid} × {grid} by hand": grid for grid in GRIDS}
        if table.solo
        else {"Enter by hand": table.rules.grid}
    )
    for label, grid in choices.items():
        if st.button(label, width="stretch"):
            session.keep(table.with_new_board(seat.number, blank_board(grid)))
            st.rerun()


def read_into(seat: Seat, upload: bytes) -> None:
    """Read an uploaded photo with its steps on the screen, and remember what it gave."""
    picture_shown, steps = st.empty(), st.empty()

    def show(picture: Picture) -> None:
        picture_shown.html(f'<img class="cs-photo" alt="your photo" src="{address(picture.jpeg, "reading")}">')

    attempt = read_upload(upload, show=show, progress=lambda step: show_steps(steps, step))
    keep_attempt(seat, attempt)
