"""What is known of the tiles on the table in play, and when it is kept: with the record of the game, and its end."""

from __future__ import annotations

from ui.photos.reading import KnownTiles
from ui.session.editions import edition_of, keep_taught
from ui.session.named_tiles import keep_named, named_tiles
from ui.session.tab import tab
from ui.table.table import Table


def known_tiles(table: Table) -> KnownTiles:
    """What is known of the tiles on the table in play, or on one that is opened next."""
    taught = edition_of(table)
    return KnownTiles(table.tiles.chosen if taught is None else taught, named_tiles(table))


def record_result() -> None:
    """Record the game under way, once its result is seen with everything there, and keep what its boards teach."""
    before = tab().table
    tab().record_result()
    if tab().table.recorded is not None:
        keep_taught(before)


def play_again() -> None:
    """Finish the game under way, clear the boards for the next, and keep what was taught."""
    before = tab().table
    tab().play_again()
    keep_taught(before)
    keep_named(before)
