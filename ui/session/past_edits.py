"""Corrections of past games by the host of their table, whichever table is open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scoring.message import message
from ui import store
from ui.session.tab import TABLE_NOT_FOUND, tab
from ui.session.tab_state import PastEdit
from ui.store import StoredTable, StoreError
from ui.table.commands import Command, UndoEntry
from ui.table.game_edits import delete_game, rename_players, undo_edit
from ui.table.table import CompletedGame, Table, TableError


def is_host_of(table: int) -> bool:
    """Return whether this phone opened the table with that number."""
    here = tab().query_or(lambda db: db.phone(table, tab().phone), None)
    return here is not None and here.host


def rename(page: str, table: int, game: CompletedGame, names: Mapping[str, str]) -> None:
    """Rename players in one game, as its page showed it. Raises TableError."""
    entry = _change(table, partial(rename_players, seen=game, names=names))
    if entry.before != entry.after:
        tab().own.past_edit = PastEdit(page, table, entry, is_deletion=False)


def delete(page: str, table: int, game: CompletedGame) -> None:
    """Delete one game, as its page showed it. Raises TableError."""
    entry = _change(table, partial(delete_game, seen=game))
    tab().own.past_edit = PastEdit(page, table, entry, is_deletion=True)


def undo() -> None:
    """Undo the last correction. Raises TableError."""
    edit = tab().own.past_edit
    if edit:
        _change(edit.table, partial(undo_edit, edit=edit.change))
        tab().own.past_edit = None


def _change(number: int, command: Command) -> UndoEntry:
    """Change a table that this phone has opened, and return the table before and after. Raises TableError."""
    before: Table | None = None

    def apply(newest: StoredTable) -> Table:
        nonlocal before
        before = newest.table
        return command(before)

    try:
        here = store.get_store().phone(number, tab().phone)
        found = store.get_store().find_by_number(number, tab().phone) if here and here.host else None
        after = store.get_store().change(found.key, tab().phone, apply) if found else None
    except StoreError as fault:
        raise TableError(message("{why} Nothing was kept: press again.", why=fault.message)) from fault
    if after is None or before is None:
        raise TableError(TABLE_NOT_FOUND)
    return UndoEntry(before, after.table)
