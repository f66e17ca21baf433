"""Before there is a board: ask for a photo, read it, and say kindly what went wrong."""

from __future__ import annotations

import json
from html import escape

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from scoring import GRIDS
from scoring.message import message
from ui.components.photo_sender import send_smaller
from ui.drawing import tiles
from ui.drawing.html import in_html
from ui.i18n.translate import _, translated
from ui.photos.reading import read_upload
from ui.screens.kingdom.steps import go_back, keep_attempt, show_steps
from ui.session import members, tab
from ui.session.lessons import all_lessons
from ui.streamlit_patch import address, forget
from ui.table.board import Attempt, Trust, blank_board
from ui.table.source import Picture
from ui.table.table import Seat

PHONE_PHOTOS = ["image/*", ".heic", ".heif"]

_GOOD_PHOTO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124">'
    '<rect x="2" y="2" width="96" height="120" rx="13" fill="#8A8172" fill-opacity=".16" stroke="#8A8172" '
    'stroke-width="3"/><g transform="translate(18 26) rotate(4 32 32) scale(1.28)">'
    '<path fill="#2E6B3C" d="M0 0h30v10H0zM0 10h20v10H0z"/><path fill="#3D7FC1" d="M30 0h20v30H40V20H30z"/>'
    '<path fill="#E8BE3F" d="M20 10h10v10h10v10H30v10H20zM0 40h30v10H0z"/><path fill="#B8B2A6" d="M20 20h10v10H20z"/>'
    '<path fill="#A3CF57" d="M0 20h20v20H0z"/><path fill="#8C7C68" d="M30 30h20v20H30z"/></g>'
    '<circle cx="50" cy="111" r="6" fill="none" stroke="#8A8172" stroke-width="3"/></svg>'
)


def ask_photo(seat: Seat) -> None:
    """The photo of one player's kingdom: camera first, corners or an empty board as the other ways on."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back(seat)
        title = _("One photo") if tab.table().solo else _("{name}’s kingdom", name=in_html(seat.name))
        st.html(f"<h1>{title}</h1>")
        if seat.attempt and seat.attempt.message:
            show_message(seat.attempt)
        show_checked()
        with st.container(key="camera"):
            st.html(camera_words())
            send_smaller()
            upload = st.file_uploader(
                _("Photograph the kingdom"),
                type=PHONE_PHOTOS,
                key=f"photo-{seat.number}-{seat.tried}",
            )
        other_ways(seat)
    if upload is not None:
        keep_attempt(seat, attempt_at(upload))


def show_checked() -> None:
    """Whose kingdoms are done, while a phone goes round the table."""
    seats = () if tab.table().solo else tab.table().seats
    names = [in_html(seat.name) for seat in seats if seat.board and seat.board.trust is Trust.CHECKED]
    if names:
        st.html(f'<p class="cs-quiet">✓ {_("checked")}: {", ".join(names)}</p>')


def good_photo() -> str:
    """What a good photo looks like, drawn."""
    return tiles.drawn(_GOOD_PHOTO, _("a phone straight above a kingdom, all of it in the picture"), "cs-good-photo")


def camera_words(photograph: str = "") -> str:
    """The words that the look puts on the uploader, whose own are Streamlit's; ``photograph`` if not the kingdom."""
    said = {
        "photograph": photograph or _("Photograph the kingdom"),
        "no-picture": _("This file is no picture, or it is larger than 40 MB. Choose another one."),
        "sending": _("Sending the photo …"),
    }
    properties = "".join(f"--{name}:{json.dumps(words, ensure_ascii=False)};" for name, words in said.items())
    return f"<style>.st-key-camera{{{properties}}}</style>"


def show_message(attempt: Attempt) -> None:
    """What went wrong with the last photo, and the photo if it could be opened."""
    if attempt.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(attempt.message))}</p>')
    if attempt.picture:
        st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{address(attempt.picture.jpeg, "attempt")}">')


def other_ways(seat: Seat) -> None:
    """The ways on without a good photo."""
    attempt = seat.attempt
    if attempt and attempt.picture and st.button(_("Set the corners by hand"), width="stretch"):
        keep_attempt(seat, Attempt(attempt.picture, setting_corners=True))
    if not (attempt and attempt.message):
        advice = _("From straight above, the whole kingdom in the picture, the castle lifted off if you can.")
        st.html(f'<figure class="cs-advice">{good_photo()}<figcaption>{advice}</figcaption></figure>')
    table = tab.table()
    choices = (
        {_("Enter {grid} by hand", grid=f"{grid} × {grid}"): grid for grid in GRIDS}
        if table.solo
        else {_("Enter by hand"): table.rules.grid}
    )
    for label, grid in choices.items():
        if st.button(label, width="stretch"):
            tab.keep(table.with_new_board(seat.number, blank_board(grid)))
            st.rerun()


def attempt_at(upload: UploadedFile) -> Attempt:
    """What an uploaded photo gave, its steps on the screen while it was read; or why it was not read."""
    if not members.may_send_photo():
        return Attempt(message=message("Many photos have come from here. Wait a few minutes before the next."))
    picture_shown, steps = st.empty(), st.empty()

    def show(picture: Picture) -> None:
        picture_shown.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{address(picture.jpeg, "reading")}">')

    attempt = read_upload(
        upload.getvalue(),
        show=show,
        progress=lambda step: show_steps(steps, step),
        lessons=all_lessons,
        sender=members.sender(),
    )
    forget(upload)
    return attempt
