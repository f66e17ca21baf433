"""Photos of this phone that are not boards yet, and the selected square."""

from __future__ import annotations

from scoring import Position
from ui.session.tab import tab
from ui.table.assignment import Assignment, can_undo_assignment
from ui.table.board import PhotoResult
from ui.table.table import Table

NOTICED_SECONDS = 10.0  # that the number of kingdoms assigned is shown; look.css has the same


def set_assignment(assignment: Assignment | None) -> None:
    """Set the current assignment; None after its end."""
    photos = tab().own.photos
    photos.current, photos.tapped, photos.failed, photos.enters_by_hand = assignment, None, None, False
    photos.photos += 1


def last_assignment() -> tuple[Assignment, Table] | None:
    """Return the last assignment with the table after it, while that table is unchanged; else None."""
    last = tab().own.photos.last
    return last if last and can_undo_assignment(*last, tab().table) else None


def keep_failed(attempt: PhotoResult) -> None:
    """Remember a photo without a kingdom, for the screen to show why."""
    set_assignment(None)
    tab().own.photos.failed = attempt


def attempt_for(seat: int) -> PhotoResult | None:
    """Return the pending photo of a seat; its present board stays meanwhile."""
    return tab().own.boards.photos.get(seat, (0, None))[1]


def photos_tried(seat: int) -> int:
    """Count the photos tried for a seat, so that each has its own request."""
    return tab().own.boards.photos.get(seat, (0, None))[0]


def store_photo_result(seat: int, attempt: PhotoResult | None) -> None:
    """Remember the photo under way to a board of a seat; None once there is the board, or none is wanted."""
    tab().own.boards.photos[seat] = photos_tried(seat) + 1, attempt


def request_square(board: int, place: Position) -> None:
    """Request that the editor of the board with that number selects a square."""
    boards = tab().own.boards
    boards.selection = board, place, boards.selection[2] + 1 if boards.selection else 1


def get_requested_square(board: int) -> tuple[Position, int] | None:
    """Return the requested square of that board and the number of the request; None without one."""
    selection = tab().own.boards.selection
    return selection[1:] if selection and selection[0] == board else None
