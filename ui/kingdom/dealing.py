"""The photo of the whole table on this phone, whose kingdoms are being dealt to the players."""

from __future__ import annotations

from ui import session
from ui.table import Attempt

_PHOTO, _STEPS = "photo to deal", "photos dealt"


def photo_to_deal() -> Attempt | None:
    """The photo of the whole table whose kingdoms are being dealt, with those still to come."""
    held: Attempt | None = session.noted(_PHOTO)
    return held


def deal(photo: Attempt | None) -> None:
    """Go on dealing with this photo; None when done."""
    session.note(_PHOTO, photo)
    session.note(_STEPS, photos_dealt() + 1)


def photos_dealt() -> int:
    """How many steps of dealing this tab has made, so that each photo is asked for anew."""
    return session.noted(_STEPS) or 0
