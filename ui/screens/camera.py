"""The camera on every screen that has one: its button, the progress of reading, and what came of the photo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from scoring.message import message
from ui.components.photo_sender import photograph
from ui.drawing import tiles
from ui.drawing.over_photo import grids, shown_over
from ui.i18n.translate import _
from ui.photos.reading import WAITING, read_upload
from ui.photos.second_look import SecondLook, look_again
from ui.session import members
from ui.session.learning import known_tiles
from ui.session.tab import ADDRESS_KEY, tab
from ui.streamlit_patch import address
from ui.table.board import Attempt
from ui.table.source import Picture, Source
from ui.table.table import Table
from vision.photo.photo import Points

T = TypeVar("T")

STEPS = ("finding", "reading", "checking")

_GOOD_PHOTO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124">'
    '<rect x="2" y="2" width="96" height="120" rx="13" fill="#8A8172" fill-opacity=".16" stroke="#8A8172" '
    'stroke-width="3"/><g transform="translate(18 26) rotate(4 32 32) scale(1.28)">'
    '<path fill="#2E6B3C" d="M0 0h30v10H0zM0 10h20v10H0z"/><path fill="#3D7FC1" d="M30 0h20v30H40V20H30z"/>'
    '<path fill="#E8BE3F" d="M20 10h10v10h10v10H30v10H20zM0 40h30v10H0z"/><path fill="#B8B2A6" d="M20 20h10v10H20z"/>'
    '<path fill="#A3CF57" d="M0 20h20v20H0z"/><path fill="#8C7C68" d="M30 30h20v20H30z"/></g>'
    '<circle cx="50" cy="111" r="6" fill="none" stroke="#8A8172" stroke-width="3"/></svg>'
)


def show_advice(*, several: bool = False) -> None:
    """What a good photo of a kingdom looks like, or of several, drawn and in words."""
    one = _("From straight above, the whole kingdom in the picture, the castle lifted off if you can.")
    all_of_them = _("From straight above, with all of every kingdom in the picture and a hand's width between them.")
    drawn = tiles.drawn(_GOOD_PHOTO, _("a phone straight above a kingdom, all of it in the picture"), "cs-good-photo")
    words = all_of_them if several else one
    st.html(f'<figure class="cs-advice">{drawn}<figcaption>{words}</figcaption></figure>')


def camera(label: str, *, key: str, quiet: bool = False) -> UploadedFile | None:
    """The camera button of a screen, and the photo once it has come; ``key`` tells it from the next one.

    It is gold unless it is ``quiet``.
    """
    return photograph(label, key=key, place=tab().address.get(ADDRESS_KEY, ""), quiet=quiet)


def attempt_at(upload: UploadedFile, table: Table | None = None) -> Attempt:
    """What an uploaded photo of a table gave, its steps on the screen while it was read; or why it was not read.

    The table is the one in play, unless another is told.
    """
    here = table or tab().table
    return on_screen(upload, partial(read_upload, known=partial(known_tiles, here), box=here.rules.box))


def second_look_at(upload: UploadedFile, source: Source) -> SecondLook | Attempt:
    """What an uploaded photo shows of a board together with the board's own; or why it cannot be used."""
    here = tab().table
    look = partial(look_again, source=source, known=partial(known_tiles, here), box=here.rules.box)
    return on_screen(upload, look)


def on_screen(upload: UploadedFile, read: Callable[..., T]) -> T | Attempt:
    """What reading an upload gives, its photo and its steps on the screen meanwhile; or why it was not read."""
    if not members.may_send_photo():
        return Attempt(message=message("Many photos have come from here. Wait a few minutes before the next."))
    picture_shown, steps = st.empty(), st.empty()

    def show(picture: Picture, found: Sequence[Points] = ()) -> None:
        drawing = grids([grid.tolist() for grid in found], picture.width)
        shown = address(picture.jpeg, "reading")
        picture_shown.html(shown_over(shown, picture.width, picture.height, drawing, _("the photo")))

    return read(
        upload.getvalue(),
        show=show,
        found=show,
        progress=lambda step: show_steps(steps, step),
        sender=members.sender(),
    )


def show_steps(place: DeltaGenerator, step: str) -> None:
    """The three steps of reading, the present one marked; a step before them marks none."""
    at = STEPS.index(step) if step in STEPS else -1
    marks = ["done" if number < at else "now" if number == at else "" for number in range(len(STEPS))]
    said = (_("finding"), _("reading"), _("checking"))
    words = "".join(f'<li class="{mark}">{word}</li>' for mark, word in zip(marks, said, strict=True))
    before, _space, number = step.partition(" ")
    in_line = _("Other photos are being read. Yours is number {place} in line.", place=number)
    waiting = f'<p class="cs-quiet">{in_line}</p>' if before == WAITING else ""
    place.html(f'<div role="status"><ol class="cs-steps">{words}</ol>{waiting}</div>')
