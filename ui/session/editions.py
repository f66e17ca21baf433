"""The edition of the tiles on the table in play: what it was taught, and what checked boards add to that.

A player has looked at every square of a board that is checked, so that each crop of its photo is known for what it is.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, reduce
from operator import add
from threading import Thread

from ui import store
from ui.photos.taught import taught_by
from ui.session.tab import tab
from ui.store import StoreError
from ui.store.editions import Contents
from ui.table.board import Board, Trust
from ui.table.table import Table
from vision.networks import identity
from vision.squares.edition import Edition
from vision.squares.edition_file import EditionError, restored, stored

REMEMBERED = 8  # editions that are not put together again: fitting the head of one takes a second


def edition_of(table: Table) -> Edition | None:
    """The taught edition that lies on a table, with what the game under way adds to it.

    None where none is chosen, where it was forgotten or taught to another network, and while the store does not answer.
    """
    number = table.tiles.taught
    try:
        content = store.opened().editions.content(number) if number else None
    except StoreError as fault:
        tab().in_trouble(fault)
        return None
    if content is None:
        return None
    return _together(content, () if table.recorded is not None else taught_at(table))


def taught_at(table: Table) -> tuple[Edition, ...]:
    """What each checked board of the game under way at a table teaches."""
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
    try:
        store.opened().editions.grow(number, lambda content: _grown(content, taught))
    except StoreError as fault:
        tab().in_trouble(fault)


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
