"""Photos on their way to boards: one call from what was uploaded to an attempt the Kingdom screen can show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

import vision
from ui.log import Event, told
from ui.photos.pictures import Picture, kept, photo
from ui.photos.queue import Line
from ui.rate_limit import household
from ui.table.table import Attempt
from vision.photo.photo import PhotoError, Points, load
from vision.sight import NoKingdomFound, Progress
from vision.squares.lessons import Lessons

AT_ONCE = 2  # photos read side by side in this process; more would only slow each other

LONGEST = 60  # photos that may wait; each is held in memory meanwhile
WAITING = "waiting"  # the step before all others, with the place in line

_line = Line(AT_ONCE, LONGEST)


def read_upload(
    upload: bytes,
    *,
    show: Callable[[Picture], None],
    progress: Progress,
    lessons: Callable[[], Lessons | None] = lambda: None,
) -> Attempt:
    """What an uploaded file gave: kingdoms, or a message that says what to try next.

    ``show`` gets the photo as soon as it is open; ``progress`` the steps: opening, finding, reading, checking, and
    before them waiting, with the place in line, while other photos have their turn. ``lessons`` are asked for when it
    is this photo's turn.
    """
    picture: Picture | None = None
    try:
        with told(Event.PHOTO_READ), turn(progress):
            progress("opening")
            opened = load(upload)
            picture = kept(opened)
            show(picture)
            return Attempt(picture, readings=tuple(vision.read(opened, lessons=lessons(), progress=progress)))
    except (PhotoError, NoKingdomFound) as nothing:
        return Attempt(picture, message=nothing.args[0])


def read_at(
    picture: Picture,
    corners: Points,
    rows: int,
    columns: int,
    *,
    progress: Progress,
    lessons: Callable[[], Lessons | None] = lambda: None,
) -> Attempt:
    """What a kept photo gives with the grid set by hand; ``corners`` (4, 2) are in pixels of the picture."""
    try:
        with told(Event.PHOTO_READ), turn(progress):
            readings = vision.read(
                photo(picture),
                corners=corners * picture.scale,
                grid=(rows, columns),
                lessons=lessons(),
                progress=progress,
            )
    except (PhotoError, NoKingdomFound) as nothing:
        return Attempt(picture, message=nothing.args[0], setting_corners=True)
    return Attempt(picture, readings=tuple(readings))


@contextmanager
def turn(progress: Progress) -> Iterator[None]:
    """A turn among the photos that are read AT_ONCE; ``progress`` hears ``waiting 3`` for the third in line.

    Raises PhotoError if the line is too long.
    """
    with _line.turn(lambda place: progress(f"{WAITING} {place}"), _sender()):
        yield


def _sender() -> str:
    """Whose photo this is, as far as that cannot be changed at will: the network address, else the page."""
    here = get_script_run_ctx(suppress_warning=True)
    if here is None:
        return ""
    address = st.context.ip_address  # None on the server's own machine
    return household(address) if isinstance(address, str) else here.session_id


def forget(upload: UploadedFile) -> None:
    """Take an upload that has been read out of this server's memory, where it would stay as long as its tab is open."""
    here = get_script_run_ctx()
    if here and isinstance(here.uploaded_file_mgr, MemoryUploadedFileManager):
        here.uploaded_file_mgr.remove_file(here.session_id, upload.file_id)
