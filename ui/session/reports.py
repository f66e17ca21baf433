"""Report on a misread photo: the reading, the corrected kingdom and, if the player chooses, the photo."""

from __future__ import annotations

from scoring import Kingdom
from ui.session.tab import tab
from ui.system import get_version
from ui.table.board import Board
from ui.table.photo_reading import PhotoReading, rotate_rows
from ui.table.serialization import CONVERTER
from ui.table.strict_json import dumps_raw
from vision.networks import read_network_hashes

FORMAT = 1


def report_file(seat: int, *, with_photo: bool) -> str:
    """Return the report on the board of a seat as the text of a file, or "" if its photo is gone."""
    found = tab().table.seat(seat)
    board = found.board if found else None
    if board is None or board.source is None:
        return ""
    return report_text(board, board.source, with_photo=with_photo)


def report_text(board: Board, source: PhotoReading, *, with_photo: bool) -> str:
    """Return the report on a board and its reading as JSON text for a file.

    ``corners`` are in pixels of the photo in the report. ``corrected`` is the players' kingdom in the orientation of
    the photo. ``place`` is the position in it of the first square that was read; it may be outside.
    """
    rows, turned = board.kingdom.rows, source
    while turned.orientation.quarter_turns:
        turned, rows = turned.rotate(), rotate_rows(rows)
    scale = source.picture.scale
    fields = {
        "crownsight_report": FORMAT,
        "version": get_version(),
        "networks": read_network_hashes(),
        "read": source.reading.squares,
        "corners": [(round(x / scale, 1), round(y / scale, 1)) for x, y in source.reading.corners],
        "corrected": str(Kingdom(rows)),
        "place": turned.orientation.offset,
    }
    fields |= {"photo": source.picture.jpeg} if with_photo else {}
    return dumps_raw(CONVERTER.unstructure(fields), indent=1)
