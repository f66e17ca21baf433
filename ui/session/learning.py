"""What is known of the tiles on the table in play: what its edition was taught, what was said of unknown tiles.

A player has looked at every square of a board that is checked, so that each crop of its photo is known for what it is.
What boards teach is kept with the record of the game, and at its end.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache, partial, reduce
from operator import add
from threading import Thread

from ui import store
from ui.photos.named_tiles import named_at, restored_or_nothing
from ui.photos.reading import KnownTiles
from ui.photos.taught import taught_by
from ui.session.attempts import forget_attempts
from ui.session.members import own_seat
from ui.session.tab import tab
from ui.session.way_back import do_with_way_back
from ui.store.editions import Contents
from ui.table.board import Board
from ui.table.commands import next_game
from ui.table.table import Table, TableError, with_record
from ui.table.trust import Trust
from vision.networks import identity
from vision.squares.edition import Edition, EditionError, restored, stored
from vision.squares.named import Named
from vision.squares.named import stored as stored_named

REMEMBERED = 8  # editions that are not put together again: fitting the head of one takes a second


def edition_of(table: Table) -> Edition | None:
    """The taught edition that lies on a table, with what the game under way adds to it.

    None where none is chosen, where it was forgotten or taught to another network, and while the store does not answer.
    """
    number = table.tiles.taught
    content = tab().asked(lambda: store.opened().editions.content(number), None) if number else None
    if content is None:
        return None
    return _together(content, () if table.recorded is not None else taught_at(table))


def taught_at(table: Table) -> tuple[Edition, ...]:
    """The lessons of the checked boards of the game under way at a table."""
    found = (_of_board(seat.board) for seat in table.seats if seat.board)
    return tuple(edition for edition in found if edition is not None)


def learn_meanwhile(board: Board) -> None:
    """Work out what a checked board teaches, if its table has a taught edition, while the player goes on."""
    if tab().table.tiles.taught:
        Thread(target=_of_board, args=(board,), daemon=True).start()


def keep_taught(table: Table) -> None:
    """Let the edition of a table grow by what the checked boards of its game teach, which is over."""
    number = table.tiles.taught
    taught = taught_at(table) if number and table.recorded is None else ()
    if not number or not taught:
        return
    tab().asked(lambda: store.opened().editions.grow(number, lambda content: _grown(content, taught)), None)


def _grown(content: bytes, taught: tuple[Edition, ...]) -> Contents | None:
    grown = _together(content, taught)
    return None if grown is None else Contents(stored(grown), grown.kingdoms)


@lru_cache(maxsize=REMEMBERED)
def _together(content: bytes, taught: tuple[Edition, ...]) -> Edition | None:
    """A stored edition with what boards add to it, under its name.

    None where it is damaged, and where it was taught to another network and no board has taught this one.
    """
    try:
        before = restored(content)
    except EditionError:
        return None
    edition = reduce(add, taught, before)
    return replace(edition, name=before.name) if edition.network == identity("squares") else None


def _of_board(board: Board) -> Edition | None:
    if board.trust is not Trust.CHECKED or board.source is None:
        return None
    return taught_by(board.source, board.kingdom)


def named_tiles(table: Table) -> Named:
    """The names given to tiles on the boards of a table, and in earlier games of the table in play.

    Those of earlier games are missing while the store does not answer.
    """
    kept = tab().stored
    earlier = tab().asked(lambda: store.opened().lessons.find(kept.number), None) if kept else None
    return restored_or_nothing(earlier) + named_at(table)


def keep_named(table: Table) -> None:
    """Keep what was named at the table in play as it was before its boards were cleared."""
    kept, named = tab().stored, named_at(table)
    if kept is None or not len(named):
        return

    def add() -> None:
        store.opened().lessons.add(kept.number, lambda content: stored_named(restored_or_nothing(content) + named))

    tab().asked(add, None)


def known_tiles(table: Table) -> KnownTiles:
    """The knowledge of the tiles on the table in play, or on one that is opened next."""
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
    before = do_with_way_back(partial(next_game, over=over, played=datetime.now(UTC), by=own_seat())).before
    forget_attempts()
    keep_taught(before)
    keep_named(before)
