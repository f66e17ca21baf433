"""The report on a board of the table in play, with what was set on it square by square."""

from __future__ import annotations

from collections.abc import Callable

from scoring import Kingdom
from ui import store
from ui.photos.report import report_on
from ui.session import tab
from ui.store import Kept, StoreError
from ui.table.board import Board
from ui.table.report import MOST_SET, Set, report_text
from ui.table.table import Seat


def report_file(seat: Seat, *, with_photo: bool) -> Callable[[], str]:
    """What makes the text of the report on a seat's board as it then is; it may be called outside a run of the page."""
    drawn, kept = seat.board, tab.kept_table()

    def made() -> str:
        board = _board_now(kept, seat.number) or drawn
        if board is None or board.source is None:
            return ""
        return report_text(report_on(board, board.source, _steps(kept, board), with_photo=with_photo))

    return made


def _board_now(kept: Kept | None, seat: int) -> Board | None:
    """The board of a seat as it is kept, with its photo; None if there is none, or while the store does not answer."""
    try:
        now = store.opened().find(kept.key) if kept else None
    except StoreError:
        return None
    found = now.table.seat(seat) if now else None
    return found.board if found and found.board and found.board.source else None


def _steps(kept: Kept | None, board: Board) -> list[Set]:
    """The squares that were set on a board as it lies now, in order; none while the store does not answer."""
    try:
        corrections = store.opened().corrections(kept.number) if kept else []
    except StoreError:
        return []
    of_board = [one for one in corrections if one.board == board.number]
    return [
        Set(one.square, Kingdom.parse(one.was)[0, 0], Kingdom.parse(one.now)[0, 0]) for one in of_board[-MOST_SET:]
    ]
