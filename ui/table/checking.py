"""Open doubts of a table, places that can still change, and the next step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from scoring import NO_PIECES, Box, Kingdom, Position, Problem, find_problems
from scoring.impact import ScoreRange, certain_ranks, score_range
from ui.table.board import Board
from ui.table.completed_games import score_board
from ui.table.table import FEWEST_KINGDOMS, Seat, Table, is_complete, sheet

MAX_CACHED_KINGDOMS = 200


def impossible(table: Table, board: Board) -> Problem | None:
    """Return the first problem of a board that was read from a photo and has no doubtful square."""
    if board.doubtful or not board.source:
        return None
    return next(iter(cached_problems(board.kingdom, table.rules.grid, table.rules.box)), None)


def suspect(board: Board, problem: Problem) -> Position:
    """Return the square to check first: one that the problem names, else the first that is not empty."""
    laid = (position for position, square in board.kingdom.squares() if not square.is_empty)
    return problem.squares[0] if problem.squares else next(laid, (0, 0))


@lru_cache(MAX_CACHED_KINGDOMS)
def cached_problems(kingdom: Kingdom, grid: int, box: Box) -> tuple[Problem, ...]:
    """Return the problems of a kingdom under the rules, from the cache if they are known."""
    return tuple(find_problems(kingdom, grid, box))


def certain_seats(table: Table) -> frozenset[int]:
    """Return the seats whose rank no open doubt can change.

    There are none while a kingdom is missing, or is suspect without a doubtful square.
    """
    if not is_complete(table):
        return frozenset()
    return certain_ranks({seat.number: _span(table, seat.board) for seat in table.seats if seat.board})


def seats_to_check(table: Table) -> tuple[Seat, ...]:
    """List the seats with an unconfirmed kingdom whose doubts may change their place."""
    certain = certain_seats(table)
    laid = [seat for seat in table.seats if seat.board and not seat.board.trust.is_final]
    return tuple(seat for seat in laid if seat.number not in certain)


def winner_is_certain(table: Table) -> bool:
    """Return whether the leader is certain to win: no open doubt can change it."""
    if not seats_to_check(table):
        return is_complete(table)
    points = {seat.number: sheet(table, seat.board).total for seat in table.seats if seat.board}
    return max(points, key=points.__getitem__, default=0) in certain_seats(table)


def _span(table: Table, board: Board) -> ScoreRange | None:
    """Return the range of points of a board: exact if confirmed, else all that its doubts allow."""
    total = sheet(table, board).total
    if board.trust.is_final:
        return ScoreRange(total, total)
    reading = board.source.reading if board.source else None
    if reading is None or not reading.legal or reading.warnings or board.pieces != NO_PIECES:
        return None

    def points(kingdom: Kingdom) -> int:
        return score_board(kingdom, table.rules, board.offset, NO_PIECES).total

    return score_range(board.kingdom, board.others, points) if board.doubts or reading.sure else None


class Task(Enum):
    """The next task of a phone."""

    PHOTOGRAPH_TABLE = auto()
    """Nobody plays yet, or one photo showed the game before and none of this game is there."""
    PHOTOGRAPH = auto()
    """A player has no kingdom yet."""
    CHECK = auto()
    """A kingdom has been read, nobody has found it right, and what is wrong may change its place."""
    PHOTOGRAPH_ANOTHER = auto()
    """One kingdom alone is there, and right."""
    SEE_WHO_WON = auto()

    @property
    def wants_photo(self) -> bool:
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
    """Return the next task of a phone at the table.

    ``own`` is the seat that it plays, whose kingdom comes first; the seats played ``elsewhere`` come last. ``before``
    is the table before this phone has cleared it for the game under way, if it did.
    """
    if not table.seats or ((before and came_at_once(before)) and not any(seat.board for seat in table.seats)):
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


def came_at_once(table: Table) -> bool:
    """Return whether several kingdoms of a table were read from one photo, and all of them from photos."""
    sources = [seat.board.source for seat in table.seats if seat.board]
    photos = [source.picture.jpeg for source in sources if source]  # the store loads one for each board
    return len(photos) == len(sources) >= FEWEST_KINGDOMS and len({*photos}) < len(photos)
