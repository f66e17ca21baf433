"""A photo of the teaching kingdom: from its bytes to an edition, or a sentence that says what to try next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ui.photos.pictures import opened
from ui.photos.reading import UNREADABLE, tell_found, turn
from ui.system.log import Event, timed
from ui.table.board import Attempt
from ui.table.source import Picture
from vision.editions.teach import Taught, teach
from vision.photo.photo import Points
from vision.pipeline.find import Progress


def teach_by(
    upload: bytes,
    name: str,
    *,
    show: Callable[[Picture], None],
    progress: Progress,
    found: Callable[[Picture, Sequence[Points]], None] = lambda picture, grids: None,
) -> Taught | Attempt:
    """What an uploaded photo of the teaching kingdom teaches of the edition of that name, or why it teaches nothing.

    The other arguments are those of ``read_upload``.
    """
    picture: Picture | None = None
    try:
        with timed(Event.PHOTO_READ), turn(progress):
            progress("opening")
            loaded, picture = opened(upload, show)
            return teach(loaded, name, progress=progress, found=partial(tell_found, found, picture))
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message)
