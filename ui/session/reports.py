"""The report on a board of the table in play, with what was set on it square by square."""

from __future__ import annotations

from scoring import Kingdom
from ui import store
from ui.photos.report import Set, report_text
from ui.session.tab import tab
from ui.table.board import Board

MOST_SET = 1_000  # squares that players set one after the other


def report_file(seat: int, *, with_photo: bool) -> str:
    """The report on the board of a seat as the text of a file; empty where its photo is not at hand any more."""
    found = tab().table.seat(seat)
    board = found.board if found else None
    if board is None or board.source is None:
        return ""
    return report_text(board, board.source, _steps(board), with_photo=with_photo)


def _steps(board: Board) -> list[Set]:
    """The squares that were set on a board as it lies now, in order; none while the store does not answer."""
    kept = tab().stored
    corrections = tab().asked(lambda: store.opened().corrections(kept.number), None) if kept else None
    of_board = [one for one in corrections or () if one.board == board.number]
    return [Set(one.square, Kingdom.parse(one.was)[0, 0], Kingdom.parse(one.now)[0, 0]) for one in of_board[-MOST_SET:]]
