"""What was said at the table in play of tiles that the reader does not know: kept with the table."""

from __future__ import annotations

from ui import store
from ui.photos.named_tiles import named_at, restored_or_nothing
from ui.session.tab import tab
from ui.store import StoreError
from ui.table.table import Table
from vision.squares.named import Named, stored


def named_tiles(table: Table) -> Named:
    """What was named on the boards of a table, and in earlier games of the table in play.

    Those of earlier games are missing while the store does not answer.
    """
    return _kept() + named_at(table)


def keep_named(table: Table) -> None:
    """Keep what was named at the table in play as it was before its boards were cleared."""
    kept, named = tab().stored, named_at(table)
    if kept is None or not len(named):
        return
    try:
        store.opened().lessons.add(kept.number, lambda content: stored(restored_or_nothing(content) + named))
    except StoreError as fault:
        tab().in_trouble(fault)


def _kept() -> Named:
    """What was named in earlier games of the table in play; nothing while the store does not answer."""
    kept = tab().stored
    try:
        return restored_or_nothing(store.opened().lessons.find(kept.number)) if kept else Named.nothing()
    except StoreError as fault:
        tab().in_trouble(fault)
        return Named.nothing()
