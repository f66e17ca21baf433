"""State of dealing: the photo of the whole table on this phone and the kingdoms still to be dealt."""

from __future__ import annotations

from ui.session import tab
from ui.table.board import Attempt

_PHOTO, _DEALT, _STEPS = "photo to deal", "kingdoms dealt", "photos dealt"


def photo_to_deal() -> Attempt | None:
    """The photo of the whole table whose kingdoms are being dealt, with those still to come."""
    photo: Attempt | None = tab.noted(_PHOTO)
    return photo


def kingdoms_dealt() -> int:
    """How many kingdoms of the photo have found their player, so that the others keep their numbers."""
    return tab.noted(_DEALT) or 0


def deal(photo: Attempt | None, *, dealt: int = 0) -> None:
    """Go on dealing with this photo, of which so many kingdoms are dealt; None when done."""
    tab.note(_PHOTO, photo)
    tab.note(_DEALT, dealt)
    tab.note(_STEPS, steps_taken() + 1)


def steps_taken() -> int:
    """How many steps of dealing this tab has made, so that each photo is asked for anew."""
    return tab.noted(_STEPS) or 0
