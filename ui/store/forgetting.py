"""A table forgotten from the command line: in the usual file by SQLite alone, which is there at once."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from ui.settings import DATABASE
from ui.store.codes import code_in, is_key
from ui.store.faults import StoreError, explained
from ui.store.sqlite_file import PATIENCE, copies, own_file, prepare, revisions, set_up


def forget(typed: str) -> bool:
    """Forget the table with this code or key, however old the code; whether there was one. Raises StoreError.

    What was copied before updates goes with it, since the table may be in there.
    """
    forgotten = _forgotten_where_it_is(typed)
    if forgotten:
        for copy in copies(own_file()):
            copy.unlink(missing_ok=True)
    return forgotten


def _forgotten_where_it_is(typed: str) -> bool:
    file = own_file()
    if os.environ.get(DATABASE) or not file.exists():
        return _by_the_store(typed)
    try:
        prepare(file)
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
            set_up(connection)
            if _revision(connection) == revisions()[-1]:
                return _forgotten(connection, typed)
    except (sqlite3.Error, OSError) as fault:
        raise StoreError(explained(fault, Path(file).parent)) from fault
    return _by_the_store(typed)


def _by_the_store(typed: str) -> bool:
    from ui.store.store import opened  # slow to import

    return opened().forget(typed)


def _revision(connection: sqlite3.Connection) -> str | None:
    """The revision of the database, as Alembic noted it; None for one without tables."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    return found


def _forgotten(connection: sqlite3.Connection, typed: str) -> bool:
    """All that belongs to the table goes with its row: foreign keys cascade."""
    code = code_in(typed)
    key = typed if is_key(typed) else ""
    deleted = connection.execute("DELETE FROM tables WHERE code = ? OR key = ?", (code, key))
    return deleted.rowcount > 0
