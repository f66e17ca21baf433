"""Photos of this phone that are not boards yet, and the selected square and epoch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring import Position, Title
from ui.session.tab import tab
from ui.table.assignment import Assignment, can_undo_assignment
from ui.table.board import PhotoResult
from ui.table.knizia import Game
from ui.table.photo_reading import Picture
from ui.table.table import Table

NOTICED_SECONDS = 10.0  # that the number of kingdoms assigned is shown; look.css has the same


def set_assignment(assignment: Assignment | None) -> None:
    """Set the current assignment; None after its end."""
    photos = tab().own.photos
    _set_photos(current=assignment, tapped=None, failed=None, enters_by_hand=False, photos=photos.photos + 1)


def tap_kingdom(at: int) -> None:
    """Ask for the player of the kingdom with that index next."""
    _set_photos(tapped=at)


def enter_from_photo() -> None:
    """Enter a kingdom by hand from the photo that gave none."""
    _set_photos(enters_by_hand=True)


def set_suspected(box: Title | None) -> None:
    """Set the box whose tiles a photo seems to show; None after the answer."""
    _set_photos(suspected=box)


def _set_photos(**changes: Any) -> None:
    tab().own.photos = replace(tab().own.photos, **changes)


def remember_assignment(assignment: Assignment, now: float) -> None:
    """Remember an assignment and the table after it, for undo."""
    _set_photos(
        last=(assignment, tab().table) if len(assignment.readings) > 1 or assignment.remarks else None, last_at=now
    )


def last_assignment() -> tuple[Assignment, Table] | None:
    """Return the last assignment with the table after it, while that table is unchanged; else None."""
    last = tab().own.photos.last
    return last if last and can_undo_assignment(*last, tab().table) else None


def get_suspected_box() -> Title | None:
    """Return the expansion suspected from a photo of this phone; None once answered."""
    suspected = tab().own.photos.suspected
    return suspected if suspected and suspected not in tab().table.rules.box else None


def find_asked_kingdom(assignment: Assignment) -> int:
    """Return the index of the kingdom in question: the tapped one, else the first unassigned."""
    tapped = tab().own.photos.tapped
    return tapped if tapped in assignment.unassigned else assignment.unassigned[0]


def keep_failed(attempt: PhotoResult) -> None:
    """Remember a photo without a kingdom, for the screen to show why."""
    set_assignment(None)
    _set_photos(failed=attempt)


def attempt_for(seat: int) -> PhotoResult | None:
    """Return the pending photo of a seat; its present board stays meanwhile."""
    return tab().own.boards.photos.get(seat, (0, None))[1]


def photos_tried(seat: int) -> int:
    """Count the photos tried for a seat, so that each has its own request."""
    return tab().own.boards.photos.get(seat, (0, None))[0]


def store_photo_result(seat: int, attempt: PhotoResult | None) -> None:
    """Remember the photo under way to a board of a seat; None once there is the board, or none is wanted."""
    photos = tab().own.boards.photos
    _set_boards(photos={**photos, seat: (photos_tried(seat) + 1, attempt)})


def request_square(board: int, place: Position) -> None:
    """Request that the editor of the board with that number selects a square."""
    last = tab().own.boards.selection
    _set_boards(selection=(board, place, last[2] + 1 if last else 1))


def get_requested_square(board: int) -> tuple[Position, int] | None:
    """Return the requested square of that board and the number of the request; None without one."""
    selection = tab().own.boards.selection
    return selection[1:] if selection and selection[0] == board else None


def mark_seen(board: int) -> bool:
    """Note that this phone shows a board; return whether it does so for the first time."""
    seen = tab().own.boards.seen
    _set_boards(seen=seen | {board})
    return board not in seen


def show_photo_beside(board: int, picture: Picture) -> None:
    """Show a photo above a board that is entered by hand."""
    _set_boards(photo_beside=(board, picture))


def _set_boards(**changes: Any) -> None:
    tab().own.boards = replace(tab().own.boards, **changes)


def game() -> Game:
    """Return the game of Kingdoms in play; one without players at other tables."""
    return tab().table.knizia or Game()


def epoch_shown() -> int:
    """Return the epoch on the screen, from 0: the chosen one if it exists, else the one in play."""
    chosen = tab().own.epoch
    return chosen if chosen is not None and chosen < game().opened else game().under_way
