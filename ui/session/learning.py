"""What is known of the tiles on the table in play, and when it is kept: with the record of the game, and its end."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from ui.photos.reading import KnownTiles
from ui.session.attempts import forget_attempts
from ui.session.editions import edition_of, keep_taught
from ui.session.named_tiles import keep_named, named_tiles
from ui.session.tab import tab
from ui.session.way_back import do_with_way_back
from ui.table.commands import next_game
from ui.table.recording import with_record
from ui.table.table import Table, TableError


def known_tiles(table: Table) -> KnownTiles:
    """What is known of the tiles on the table in play, or on one that is opened next."""
    taught = edition_of(table)
    return KnownTiles(table.tiles.chosen if taught is None else taught, named_tiles(table))


def record_result() -> None:
    """Record the game under way, once its result is seen with everything there, and keep what its boards teach."""
    before, now = tab().table, datetime.now(UTC)
    if with_record(before, now) is not before:
        with suppress(TableError):  # the result is shown all the same, and recorded as soon as that can be
            tab().do(partial(with_record, seen=now))
    if tab().table.recorded is not None:
        keep_taught(before)


def play_again() -> None:
    """Finish the game under way, clear the boards for the next, and keep what was taught. Raises TableError."""
    over = tab().table.game_number
    before = do_with_way_back(partial(next_game, over=over, played=datetime.now(UTC))).before
    forget_attempts()
    keep_taught(before)
    keep_named(before)
