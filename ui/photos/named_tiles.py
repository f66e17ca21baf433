"""What was said of tiles that the reader does not know, said of those like them on all boards of a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ui.photos import unknown
from ui.table.table import Table
from vision.squares.named import Named, NamedError, restored

REMEMBERED = 16  # tables whose named tiles are not unpacked again


def named_at(table: Table) -> Named:
    """The names given to tiles on the boards of the game under way at a table."""
    taught = [unknown.taught(seat.board) for seat in table.seats if seat.board]
    return sum((named for named in taught if named is not None), Named.nothing())


def with_alike(table: Table, earlier: Callable[[], Named]) -> Table:
    """The table with the unknown squares of all its boards named that look like those that somebody has named.

    ``earlier`` is asked for what was named in games before, where there are such squares.
    """
    if not any(seat.board and unknown.open_squares(seat.board) for seat in table.seats):
        return table
    named = earlier() + named_at(table)
    for seat in table.seats:
        if seat.board:
            alike = unknown.with_alike(seat.board, named, table.rules.box)
            table = table if alike is seat.board else table.with_board(seat.number, alike)
    return table


@lru_cache(maxsize=REMEMBERED)
def restored_or_nothing(content: bytes | None) -> Named:
    """The named tiles that a table has kept; none where that is damaged."""
    try:
        return restored(content) if content else Named.nothing()
    except NamedError:
        return Named.nothing()
