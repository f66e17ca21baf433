"""What was said at a table of tiles that the reader does not know: kept with the table, and said of those like them."""

from __future__ import annotations

from functools import lru_cache

from ui import store
from ui.photos import unknown
from ui.session.tab import tab
from ui.store import StoreError
from ui.store.lessons import NAMED
from ui.table.table import Table
from vision.squares.named import Named, NamedError, restored, stored

REMEMBERED = 16  # tables whose named tiles are not unpacked again


def named_tiles(table: Table) -> Named:
    """What was named on the boards of a table, and in earlier games of the table in play.

    Those of earlier games are missing while the store does not answer.
    """
    return _kept() + named_at(table)


def named_at(table: Table) -> Named:
    """What was named on the boards of the game under way at a table."""
    taught = [unknown.taught(seat.board) for seat in table.seats if seat.board]
    return sum((named for named in taught if named is not None), Named.nothing())


def with_alike(table: Table) -> Table:
    """The table with the unknown squares of all its boards named that look like those that somebody has named."""
    if not any(seat.board and unknown.open_squares(seat.board) for seat in table.seats):
        return table
    named = _kept() + named_at(table)
    for seat in table.seats:
        if seat.board:
            alike = unknown.with_alike(seat.board, named, table.rules.box)
            table = table if alike is seat.board else table.with_board(seat.number, alike)
    return table


def keep_named(table: Table) -> None:
    """Keep what was named at the table in play as it was before its boards were cleared."""
    kept, named = tab().stored, named_at(table)
    if kept is None or not len(named):
        return
    try:
        store.opened().lessons.add(kept.number, NAMED, lambda content: stored(_restored(content) + named))
    except StoreError as fault:
        tab().in_trouble(fault)


def _kept() -> Named:
    """What was named in earlier games of the table in play; nothing while the store does not answer."""
    kept = tab().stored
    try:
        return _restored(store.opened().lessons.find(kept.number, NAMED)) if kept else Named.nothing()
    except StoreError as fault:
        tab().in_trouble(fault)
        return Named.nothing()


@lru_cache(maxsize=REMEMBERED)
def _restored(content: bytes | None) -> Named:
    try:
        return restored(content) if content else Named.nothing()
    except NamedError:
        return Named.nothing()
