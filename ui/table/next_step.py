"""The one thing to do next at a table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

from ui.table.certainty import seats_to_check
from ui.table.table import Seat, Table

FEWEST_KINGDOMS = 2  # below them nobody has won


class Task(Enum):
    """What is to be done next."""

    PHOTOGRAPH_TABLE = auto()
    """Nobody plays yet, or one photo dealt the game before and none of this game is there."""
    PHOTOGRAPH = auto()
    """A player has no kingdom yet."""
    CHECK = auto()
    """A kingdom has been read, nobody has found it right, and what is wrong may change its place."""
    PHOTOGRAPH_ANOTHER = auto()
    """One kingdom alone is there, and right."""
    SEE_WHO_WON = auto()

    @property
    def wants_photo(self) -> bool:
        """Whether it is done with the camera."""
        return self in (Task.PHOTOGRAPH_TABLE, Task.PHOTOGRAPH, Task.PHOTOGRAPH_ANOTHER)


@dataclass(frozen=True)
class NextStep:
    """A task, the player it is about, and how many squares are doubtful in all kingdoms together."""

    task: Task
    seat: Seat | None = None
    doubts: int = 0


def next_step(
    table: Table, own: int | None = None, elsewhere: Collection[int] = (), before: Table | None = None
) -> NextStep:
    """What a phone at the table does next.

    ``own`` is the seat that it plays, whose kingdom comes first; the seats played ``elsewhere`` come last. ``before``
    is the table before this phone has cleared it for the game under way, if it did.
    """
    if not table.seats or (_came_at_once(before) and not any(seat.board for seat in table.seats)):
        return NextStep(Task.PHOTOGRAPH_TABLE)
    in_order = sorted(table.seats, key=lambda seat: (seat.number != own, seat.number in elsewhere))
    unread = next((seat for seat in in_order if seat.board is None), None)
    if unread:
        return NextStep(Task.PHOTOGRAPH, unread)
    to_check = seats_to_check(table)
    unchecked = [seat for seat in in_order if seat in to_check]
    if unchecked:
        doubtful = next((seat for seat in unchecked if seat.board and seat.board.doubts), unchecked[0])
        return NextStep(Task.CHECK, doubtful, sum(seat.board.doubts for seat in unchecked if seat.board))
    return NextStep(Task.SEE_WHO_WON if len(table.seats) >= FEWEST_KINGDOMS else Task.PHOTOGRAPH_ANOTHER)


def _came_at_once(table: Table | None) -> bool:
    """Whether several kingdoms of a table were read from one photo, and all of them from photos."""
    sources = [seat.board.source for seat in table.seats if seat.board] if table else []
    photos = [source.picture for source in sources if source]
    return len(photos) == len(sources) >= FEWEST_KINGDOMS and any(one in photos[:at] for at, one in enumerate(photos))
