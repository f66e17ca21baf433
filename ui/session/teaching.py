"""Session state of the page that teaches an edition: what its last photo gave."""

from __future__ import annotations

from ui.session.tab import tab
from ui.table.board import Attempt
from vision.editions.teach import Taught

_LAST, _TRIED = "last teaching photo", "teaching photos"


def last_lesson() -> Taught | Attempt | None:
    """What the last photo taught, or why it taught nothing; None before the first."""
    last: Taught | Attempt | None = tab().local(_LAST)
    return last


def keep_lesson(lesson: Taught | Attempt | None) -> None:
    """Remember what a photo gave, for the screen to say."""
    tab().set_local(_LAST, lesson)
    tab().set_local(_TRIED, photos_tried() + 1)


def photos_tried() -> int:
    """How many photos this tab has taken for it, so that each is asked for anew."""
    return tab().local(_TRIED) or 0
