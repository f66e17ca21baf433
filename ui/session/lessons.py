"""What a table's corrections teach: a board that was corrected and checked helps to read the next photo.

A player has looked at every square of it, so that each crop of its photo is known for what it is. Lessons stay on this
machine, with their table.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from threading import Thread

from ui import store
from ui.photos import unknown
from ui.photos.lessons import lessons_in
from ui.session.tab import tab
from ui.store import StoreError
from ui.store.lessons import SQUARES
from ui.table.board import Board, Trust
from ui.table.table import Table
from vision.squares.lessons import Lessons, LessonsError, restored, stored

REMEMBERED = 16  # boards and tables whose lessons are not worked out or unpacked again


def all_lessons() -> Lessons | None:
    """What the corrected boards of the table in play and of its earlier games teach; None if nothing was wrong.

    Those of earlier games are missing while the store does not answer.
    """
    return _together(_kept(), lessons_of(tab().table))


def _kept() -> Lessons | None:
    """What earlier games of the table in play have taught; None while the store does not answer."""
    kept = tab().stored
    try:
        return _restored(store.opened().lessons.find(kept.number, SQUARES)) if kept else None
    except StoreError as fault:
        tab().in_trouble(fault)
        return None


def lessons_of(table: Table) -> Lessons | None:
    """What the corrected boards of the game under way at a table teach, and what was said of unknown squares.

    None if nothing was wrong and nothing unknown.
    """
    boards = [seat.board for seat in table.seats if seat.board]
    taught = [lessons for board in boards for lessons in (_of_board(board), unknown.taught(board))]
    return reduce(_together, taught, None)


def with_alike(table: Table) -> Table:
    """The table with the unknown squares of all its boards named that look like those that somebody has named."""
    if not any(seat.board and unknown.open_squares(seat.board) for seat in table.seats):
        return table
    known = _together(_kept(), lessons_of(table))
    for seat in table.seats:
        if known is not None and seat.board:
            alike = unknown.with_alike(seat.board, known.named, table.rules.box)
            table = table if alike is seat.board else table.with_board(seat.number, alike)
    return table


def learn_meanwhile(board: Board) -> None:
    """Work out what a checked board teaches while the player goes on."""
    Thread(target=_of_board, args=(board,), daemon=True).start()


def play_again() -> None:
    """Finish the game under way, clear the boards for the next, and keep what its corrections taught."""
    kept, taught = tab().stored, lessons_of(tab().table)
    tab().play_again()
    if kept is None or taught is None:
        return
    try:
        store.opened().lessons.add(kept.number, SQUARES, lambda content: _with_lessons(content, taught))
    except StoreError as fault:
        tab().in_trouble(fault)


def _with_lessons(content: bytes | None, taught: Lessons) -> bytes:
    return stored(_together(_restored(content), taught) or taught)


def _together(earlier: Lessons | None, later: Lessons | None) -> Lessons | None:
    if earlier is None or later is None:
        return earlier if later is None else later
    return earlier + later


@lru_cache(maxsize=REMEMBERED)
def _restored(content: bytes | None) -> Lessons | None:
    try:
        return restored(content) if content else None
    except LessonsError:
        return None


def _of_board(board: Board) -> Lessons | None:
    if board.trust is not Trust.CHECKED or board.source is None or board.kingdom == board.source.kingdom:
        return None
    return lessons_in(board.source, board.kingdom)
