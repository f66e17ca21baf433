"""Photos of kingdoms that have not become boards yet, and how many were tried: on this phone alone."""

from __future__ import annotations

from ui.session.tab import tab
from ui.table.board import Attempt

_ATTEMPTS = "attempts"  # by the number of the seat: how many photos were tried, and the last if it gave no board yet


def attempt_for(seat: int) -> Attempt | None:
    """The photo under way to a board of a seat; the board that they have stays meanwhile."""
    return _of(seat)[1]


def photos_tried(seat: int) -> int:
    """How many photos were tried for a seat, so that each is asked for anew."""
    return _of(seat)[0]


def keep_attempt(seat: int, attempt: Attempt | None) -> None:
    """Remember the photo under way to a board of a seat; None once there is the board, or none is wanted."""
    tab().set_local(_ATTEMPTS, (tab().local(_ATTEMPTS) or {}) | {seat: (photos_tried(seat) + 1, attempt)})


def forget_attempts() -> None:
    """Have no photo under way any more, as the next game begins."""
    for seat in tab().local(_ATTEMPTS) or {}:
        keep_attempt(seat, None)


def _of(seat: int) -> tuple[int, Attempt | None]:
    found: tuple[int, Attempt | None] = (tab().local(_ATTEMPTS) or {}).get(seat, (0, None))
    return found
