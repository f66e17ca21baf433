"""All tables and editions in one file, and back: a SQLite file of the same form, whatever database they lie in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.engine import URL

from scoring.message import message
from ui.store.database import clearly
from ui.store.faults import StoreError
from ui.store.game_rows import sum_up
from ui.store.rows import CORRECTIONS, EDITIONS, GAMES, LEARNT, PHONES, PHOTOS, TABLES
from ui.store.store import Store
from ui.store.table_cache import stored_table
from ui.table.codec import FormatError

_OF_A_TABLE = (PHONES, GAMES, PHOTOS, LEARNT, CORRECTIONS)
_SUMMED_UP = dict.fromkeys(("number", "dynasty", "played"))  # made again from the games: a backup may say anything


def back_up(store: Store, file: Path) -> int:
    """Copy every table into a new file that its owner alone can read; how many. Raises StoreError."""
    if file.exists():
        raise StoreError(message("{file} exists already; choose a new name for the backup.", file=str(file)))
    try:
        file.touch(mode=0o600)
    except OSError as fault:
        raise StoreError(
            message("{file} cannot be written to: {reason}.", file=str(file), reason=str(fault.strerror))
        ) from fault
    with _in_file(file) as backup:
        return _copy(store, backup)


def bring_back(store: Store, file: Path) -> int:
    """Add the tables of a backup that are not there, or damaged there; how many. Raises StoreError."""
    if not file.is_file():
        raise StoreError(message("{file} is not a file.", file=str(file)))
    with _in_file(file) as backup:
        return _copy(backup, store)


def is_backup(file: Path) -> bool:
    """Whether a file can be read as a backup."""
    if not file.is_file():
        return False
    try:
        with _in_file(file):
            return True
    except StoreError:
        return False


@contextmanager
def _in_file(file: Path) -> Iterator[Store]:
    backup = Store(URL.create("sqlite", database=str(file)))
    try:
        yield backup
    finally:
        backup.engine.dispose()


def _copy(source: Store, target: Store) -> int:
    """Copy in one transaction, so that an interrupted copy leaves nothing half done."""
    added = 0
    with (
        clearly(target.url),
        source.engine.connect() as reading,
        target.engine.execution_options(begin="BEGIN IMMEDIATE").begin() as writing,
    ):
        there = {row.key: row for row in writing.execute(select(TABLES.c.key, TABLES.c.number, TABLES.c.version))}
        for row in reading.execute(select(TABLES)):
            now = there.get(row.key)
            if now and (_is_whole(writing, now.number) or not _is_whole(reading, row.number)):
                continue
            if now:
                writing.execute(delete(TABLES).where(TABLES.c.number == now.number))
            values = {name: value for name, value in row._mapping.items() if name != "number"}
            values |= {"code": None, "code_until": 0.0, "version": max(row.version, now.version + 1 if now else 0)}
            number = writing.execute(insert(TABLES).values(values)).inserted_primary_key
            _copy_parts(reading, writing, row.number, number[0] if number else 0)
            added += 1
        _copy_editions(reading, writing)
        sum_up(writing)
    return added


def _is_whole(connection: Connection, number: int) -> bool:
    """Whether a table and its games are as they were written."""
    row = connection.execute(select(TABLES).where(TABLES.c.number == number)).one()
    try:
        stored_table(connection, row)
    except FormatError:
        return False
    return True


def _copy_editions(reading: Connection, writing: Connection) -> None:
    """Copy the editions under the numbers by which tables name them."""
    there = set(writing.scalars(select(EDITIONS.c.number)))
    for row in reading.execute(select(EDITIONS)).mappings():
        if row["number"] not in there:
            writing.execute(insert(EDITIONS).values(dict(row)))


def _copy_parts(reading: Connection, writing: Connection, old: int, new: int) -> None:
    for part in _OF_A_TABLE:
        for row in reading.execute(select(part).where(part.c.table == old)).mappings():
            values = dict(row) | {"table": new} | (_SUMMED_UP if part is GAMES else {})
            if part is CORRECTIONS:
                del values["number"]
            writing.execute(insert(part).values(values))
