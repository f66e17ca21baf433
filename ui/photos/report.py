"""A report on a reading: what was read in a photo and what players made of it, as a file that anybody may send us."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring import Kingdom, Position, Square
from ui.system import version
from ui.table.board import Board
from ui.table.forms import encoded_file
from ui.table.source import Source, turned_rows
from vision.networks import hashes

FORMAT = 1


class Set(NamedTuple):
    """One square that somebody set on the board as it last lay, from what to what."""

    square: Position
    was: Square
    now: Square


def report_text(board: Board, source: Source, steps: Sequence[Set] = (), *, with_photo: bool) -> str:
    """The report on a board and what it was read from, as JSON text for a file.

    Corners are in pixels of the photo in the report. ``corrected`` is the kingdom as the players left it, turned back
    to how it lay in the photo; the first square that was read lies at ``place`` in it, which may be outside.
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
        "set": steps,
    }
    return encoded_file(fields | ({"photo": source.picture.jpeg} if with_photo else {}))
