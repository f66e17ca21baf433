"""What a table's corrections teach: a board that was corrected and checked helps to read the next photo.

A player has looked at every square of it, so that each crop of its photo is known for what it is. Lessons stay on this
machine, with their table.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache, reduce
from operator import add
from threading import Thread

from scoring import Kingdom
from ui.kingdom.lie import as_read
from ui.pictures import Source, photo
from ui.table import Board, Table
from vision.adapt import Lessons, learn
from vision.photo import PhotoError, Points

REMEMBERED = 16  # boards whose lessons are not worked out again


def lessons_of(table: Table) -> Lessons | None:
    """What the corrected boards of a table teach, those of its earlier games included; None if nothing was wrong."""
    taught = [lessons for seat in table.seats if seat.board and (lessons := _of_board(seat.board))]
    everything = [table.lessons, *taught] if table.lessons else taught
    return reduce(add, everything) if everything else None


def learn_meanwhile(board: Board) -> None:
    """Work out what a checked board teaches while the player goes on."""
    Thread(target=_of_board, args=(board,), daemon=True).start()


def played_again(table: Table, now: datetime) -> Table:
    """The same players for a new game, with what this game's corrections taught."""
    return replace(table.again(now), lessons=lessons_of(table))


def _of_board(board: Board) -> Lessons | None:
    if not board.checked or board.source is None or board.kingdom == board.source.reading.kingdom:
        return None
    return _learnt(board.source, board.kingdom)


@lru_cache(maxsize=REMEMBERED)
def _learnt(source: Source, kingdom: Kingdom) -> Lessons | None:
    source, kingdom = as_read(source, kingdom)
    corners: Points = source.corners
    try:
        return learn(photo(source.picture), corners * source.picture.scale, kingdom)
    except PhotoError:  # the frame reaches beyond what can be looked at
        return None
