"""Reading the kingdoms of a table again, so that nobody has to take photos anew.

Their photos are read again once the edition was taught; beside a photo that has just come their dominoes are.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import numpy as np

from ui.photos.reading import read_at
from ui.photos.together import read_together
from ui.session.learning import known_tiles
from ui.session.tab import tab
from ui.table.board import Board, read_board
from ui.table.source import BoardReading, Source
from ui.table.table import Table, TableError
from ui.table.together import may_change, settled_kingdoms, with_readings
from ui.table.turning import in_frame
from vision.pipeline.find import Progress


def read_again(progress: Progress) -> None:
    """Read every kingdom of the table in play again that was read from a photo at hand and that nobody has checked.

    What was there before can be brought back, player by player.
    """
    for seat in tab().table.seats:
        board = seat.board
        if board is None or board.source is None or not may_change(board):
            continue
        anew = _read(board.source, progress)
        if anew is not None:
            tab().do(partial(_with_other_board, number=seat.number, before=board, board=anew))


def decode_together() -> None:
    """Read again, beside those of the other photos, every kingdom of the table in play that nobody has looked at.

    What was there before can be brought back, player by player. What somebody changes meanwhile stays.
    """
    table = tab().table
    boards = {seat.number: seat.board for seat in table.seats if seat.board and may_change(seat.board)}
    readings = read_together([*boards.values()], settled_kingdoms(table), table.rules.box)
    changed = {number: reading for number, reading in zip(boards, readings, strict=True) if reading}
    if changed:
        with suppress(TableError):
            tab().do(partial(_with_readings, before=boards, readings=changed))


def _with_other_board(table: Table, number: int, before: Board, board: Board) -> Table:
    seat = table.seat(number)
    return table.with_new_board(number, in_frame(board, table.rules.grid)) if seat and seat.board == before else table


def _with_readings(table: Table, before: Mapping[int, Board], readings: Mapping[int, BoardReading]) -> Table:
    same = {seat.number for seat in table.seats if seat.board and seat.board == before.get(seat.number)}
    return with_readings(table, {number: reading for number, reading in readings.items() if number in same})


def _read(source: Source, progress: Progress) -> Board | None:
    """The board that a photo gives as the table's tiles are known now; None where it gives none."""
    table, kingdom = tab().table, source.reading.kingdom
    attempt = read_at(
        source.picture,
        np.array(source.reading.corners, np.float32) / np.float32(source.picture.scale),
        kingdom.height,
        kingdom.width,
        progress=progress,
        known=lambda: known_tiles(table),
        box=table.rules.box,
    )
    return read_board(attempt.readings[0], source.picture) if len(attempt.readings) == 1 else None
