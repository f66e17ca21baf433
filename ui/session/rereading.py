"""Reading the kingdoms of a table again, without new photos.

Their photos are read again once the edition was taught or another box was chosen; beside a photo that has just come
their dominoes are.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

import cv2
import numpy as np

from ui.photos.reading import read_kept, read_together
from ui.session.editions import known_tiles
from ui.session.tab import tab
from ui.table.board import Board, read_board
from ui.table.source import BoardReading, Source
from ui.table.table import Table, TableError
from ui.table.together import may_change, settled_kingdoms, with_readings
from ui.table.turning import in_frame
from vision.pipeline.find import Progress

_EXPECTED = "photos to read again"


def read_again(progress: Progress) -> None:
    """Read every kingdom of the table in play again that was read from a photo at hand and is unchecked.

    Its grid is found anew, which other tiles may have made smaller. What was there before can be brought back, player
    by player.
    """
    table = tab().table
    photos: dict[bytes, list[tuple[int, Board, Source]]] = {}
    for seat in table.seats:
        if seat.board and seat.board.source and may_change(seat.board):
            photos.setdefault(seat.board.source.picture.jpeg, []).append((seat.number, seat.board, seat.board.source))
    for boards in photos.values():
        picture = boards[0][2].picture
        known = partial(known_tiles, table)
        found = read_kept(picture, progress=progress, known=known, box=table.rules.box).readings
        for number, board, source in boards:
            reading = next((one for one in found if _lies_in(source, one)), None)
            anew = read_board(reading, picture) if reading else _read(source, progress)
            if anew is not None:
                tab().do(partial(_with_other_board, number=number, before=board, board=anew))


def expect_reading() -> None:
    """Have the photos of the table in play read again by the next page: its boxes are others by now."""
    tab().set_local(_EXPECTED, True)


def reads_expected(progress: Progress) -> bool:
    """True if the photos were to be read again, once that is done; a page that is left before leaves it to the next."""
    if not tab().local(_EXPECTED):
        return False
    read_again(progress)
    tab().set_local(_EXPECTED, False)
    return True


def _lies_in(source: Source, reading: BoardReading) -> bool:
    """True if the middle of a board lies in another reading of its photo."""
    x, y = np.mean(source.reading.corners, axis=0)
    return cv2.pointPolygonTest(np.array(reading.corners, np.float32), (float(x), float(y)), False) >= 0


def decode_together() -> None:
    """Read again, beside those of the other photos, every kingdom of the table in play that no player has looked at.

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
    attempt = read_kept(
        source.picture,
        np.array(source.reading.corners, np.float32) / np.float32(source.picture.scale),
        (kingdom.height, kingdom.width),
        progress=progress,
        known=lambda: known_tiles(table),
        box=table.rules.box,
    )
    return read_board(attempt.readings[0], source.picture) if len(attempt.readings) == 1 else None
