"""The report on a board of the table in play, with what was set on it square by square."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import Kingdom
from ui import store
from ui.session.tab import tab
from ui.store import Correction
from ui.system import version
from ui.table.board import Board
from ui.table.converter import encoded_file
from ui.table.source import Source, turned_rows
from vision.networks import hashes

FORMAT = 1
MOST_SET = 1_000  # squares that players set one after the other


def report_file(seat: int, *, with_photo: bool) -> str:
    """The report on the board of a seat as the text of a file; empty where its photo is not at hand any more.

    While the store does not answer, it lacks what was set square by square.
    """
    found = tab().table.seat(seat)
    board = found.board if found else None
    if board is None or board.source is None:
        return ""
    kept = tab().stored
    corrections = tab().asked(lambda: store.opened().corrections(kept.number), None) if kept else None
    of_board = [one for one in corrections or () if one.board == board.number]
    return report_text(board, board.source, of_board[-MOST_SET:], with_photo=with_photo)


def report_text(board: Board, source: Source, steps: Sequence[Correction] = (), *, with_photo: bool) -> str:
    """The report on a board and what it was read from, as JSON text for a file.

    ``steps`` were made on the board as it last lay. Corners are in pixels of the photo in the report. ``corrected`` is
    the kingdom as the players left it, turned back to how it lay in the photo; the first square that was read lies at
    ``place`` in it, which may be outside.
    """
    rows, turned = board.kingdom.rows, source
    while turned.orientation.quarter_turns:
        turned, rows = turned.turned(), turned_rows(rows)
    scale = source.picture.scale
    fields = {
        "crownsight_report": FORMAT,
        "version": version(),
        "networks": hashes(),
        "read": source.reading.squares,
        "corners": [(round(x / scale, 1), round(y / scale, 1)) for x, y in source.reading.corners],
        "corrected": str(Kingdom(rows)),
        "place": turned.orientation.shift,
        "set": [(one.square, one.was, one.now) for one in steps],
    }
    return encoded_file(fields | ({"photo": source.picture.jpeg} if with_photo else {}))
