"""Backups: one SQLite file of the same schema with all tables and editions, from and into any database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Row, delete, func, insert, or_, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scoring.message import message
from ui.store.codes import is_key
from ui.store.database import (
    READ_ERRORS,
    DamagedError,
    StoreError,
    is_intact,
    open_engine,
    open_read_only,
    translate_db_errors,
)
from ui.store.game_rows import parse_table_row, rebuild_summaries
from ui.store.rows import EDITIONS, GAMES, PHONES, PHOTOS, PREVIOUS_KEYS, TABLES
from ui.store.store import Store
from ui.system import write_whole_file
from ui.table.strict_json import FormatError

Transactions = Callable[[], AbstractContextManager[Connection]]

MAX_VERSION = 2**31 - 2**20  # the column holds 2**31 - 1; the rest is for changes to come
MAX_TIME = 2.0**33  # seconds since 1970: the year 2242

ROWS_AT_ONCE = 100  # copied by one statement: others wait for the transaction; photos take 30 MB meanwhile
_PARTS_OF_TABLE = (PREVIOUS_KEYS, PHONES, GAMES, PHOTOS)
_NO_SUMMARY = dict.fromkeys(("number", "dynasty", "played"))  # rebuilt from the games: the file may have been changed


def create_backup(store: Store, file: Path) -> int | None:
    """Copy all tables into a new file that only its owner can read; return how many, or None if there are none.

    Raises:
        StoreError: the file exists, or could not be written completely; then there is no file.
    """
    _refuse_existing(file)
    with translate_db_errors(store.url), store.engine.connect() as reading:
        if _is_empty(reading):
            return None
    try:
        with write_whole_file(file) as new:
            _refuse_existing(file)
            number = _write_backup(store, new)
    except (StoreError, SQLAlchemyError, sqlite3.Error, OSError) as error:
        if isinstance(error, StoreError) and error.__cause__ is None:
            raise
        cause = error.__cause__ if isinstance(error, StoreError) else error
        reason = str(getattr(cause, "orig", None) or getattr(cause, "strerror", None) or cause).splitlines()[0]
        raise StoreError(message("{file} was not written: {reason}.", file=str(file), reason=reason)) from error
    return number


@contextmanager
def open_backup(file: Path) -> Iterator[Engine]:
    """Open a migrated copy of a backup, without writing to the backup itself.

    Raises:
        StoreError: the file is not a backup, or is damaged.
    """
    if not file.is_file():
        raise StoreError(message("{file} is not a file.", file=str(file)))
    no_backup = StoreError(message("{file} is no backup of tables, or it is damaged.", file=str(file)))
    with closing(sqlite3.connect("", check_same_thread=False)) as copy:  # on disk, and deleted with the connection
        try:
            with open_read_only(file) as original:
                if not _is_backup(original):
                    raise no_backup
                original.backup(copy)
        except READ_ERRORS as error:
            raise no_backup from error
        try:
            engine = open_engine(URL.create("sqlite"), journal="MEMORY", connection=copy)
        except DamagedError as damaged:
            raise no_backup from damaged
        try:
            with translate_db_errors(engine.url), engine.connect() as reading:
                if _is_empty(reading):
                    raise StoreError(message("{file} holds no table.", file=str(file)))
            yield engine
        finally:
            engine.dispose()


class BackupContent(NamedTuple):
    """Number of tables in a backup that a store lacks or has damaged, that it has, and whose fields are impossible."""

    missing: int
    known: int
    implausible: int


def compare_backup(backup: Engine, store: Store) -> BackupContent:
    """Return what a backup would add, without adding it. Raises StoreError."""
    with translate_db_errors(store.url), backup.connect() as reading, store.reads.connect() as there:
        rows = reading.execute(select(TABLES)).all()
        plausible = [row for row in rows if _is_plausible(row)]
        missing = sum(_is_missing(reading, there, row) for row in plausible)
    return BackupContent(missing, len(plausible) - missing, len(rows) - len(plausible))


def restore_backup(backup: Engine, store: Store) -> int:
    """Add the tables that the store lacks or has damaged; return how many. Raises StoreError."""
    return _copy_tables(backup, store.transaction)


def _refuse_existing(file: Path) -> None:
    if file.exists():
        raise StoreError(message("{file} exists already; choose a new name for the backup.", file=str(file)))


def _write_backup(store: Store, file: Path) -> int:
    """Write the tables into a file, flush it to disk and verify it; return how many."""
    engine = open_engine(URL.create("sqlite", database=str(file)), journal="MEMORY")  # no journal file beside it
    try:
        with engine.begin() as writing:
            number = _copy_tables(store.reads, lambda: nullcontext(writing))
    finally:
        engine.dispose()
    with file.open("rb+") as complete:
        os.fsync(complete.fileno())
    with open_read_only(file) as written:
        (found,) = written.execute("SELECT COUNT(*) FROM tables").fetchone()
        if not _is_backup(written) or found != number:
            raise sqlite3.DatabaseError("what was written cannot be read")
    return number


def _is_empty(connection: Connection) -> bool:
    return not any(connection.scalar(select(func.count()).select_from(part)) for part in (TABLES, EDITIONS))


def _is_backup(connection: sqlite3.Connection) -> bool:
    """Return True if a file is intact and has our tables, and no views or triggers, which we never make."""
    found = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    names = {name for kind, name in found if kind == "table"}
    has_more = any(kind in ("view", "trigger") for kind, _name in found)
    return {"alembic_version", TABLES.name} <= names and not has_more and is_intact(connection)


def _copy_tables(source: Engine, begin: Transactions) -> int:
    """Copy tables and editions, each table in a transaction of its own, between which others write; return how many.

    An interrupted copy leaves complete tables; the next one adds the others.
    """
    added = 0
    with source.connect() as reading:
        for number in reading.scalars(select(TABLES.c.number)).all():
            with begin() as writing:
                added += _copy_table(reading, writing, number)
        with begin() as writing:
            _copy_editions(reading, writing)
    done: tuple[int, int] | None = (0, 0)
    while done:
        with begin() as writing:
            done = rebuild_summaries(writing, done)
    return added


def _copy_table(reading: Connection, writing: Connection, number: int) -> bool:
    """Copy a table unless it is there and intact; return whether it was copied.

    A previous key of either side identifies the table, too.
    """
    row = reading.execute(select(TABLES).where(TABLES.c.number == number)).one()
    if not _is_plausible(row) or not _is_missing(reading, writing, row):
        return False
    before = _previous_keys(reading, number)
    now = _find_any(writing, row.key, *before)
    if now:
        writing.execute(delete(TABLES).where(TABLES.c.number == now.number))
    values = {name: value for name, value in row._mapping.items() if name != "number"}
    values |= {"code": None, "code_until": 0.0, "version": max(row.version, now.version + 1 if now else 0)}
    key = values["key"] = now.key if now and now.key not in before else row.key
    made = writing.execute(insert(TABLES).values(values)).inserted_primary_key
    copied = made[0] if made else 0
    _copy_parts(reading, writing, number, copied)
    if key != row.key:
        writing.execute(insert(PREVIOUS_KEYS).values(key=row.key, table=copied))
    return True


def _is_plausible(row: Row[Any]) -> bool:
    """Return whether the fields of a table have the types and ranges that the app writes; SQLite takes any."""
    times = (row.created, row.touched)
    return (
        isinstance(row.version, int)
        and 1 <= row.version <= MAX_VERSION
        and isinstance(row.key, str)
        and is_key(row.key)
        and isinstance(row.text, str)
        and isinstance(row.checksum, str)
        and all(isinstance(time, int | float) and 0 <= time <= MAX_TIME for time in times)
    )


def _is_missing(reading: Connection, there: Connection, row: Row[Any]) -> bool:
    """Return True if a table of a backup is not there, or is damaged there and readable in the backup."""
    now = _find_any(there, row.key, *_previous_keys(reading, row.number))
    return now is None or (not _is_readable(there, now.number) and _is_readable(reading, row.number))


def _previous_keys(connection: Connection, number: int) -> Sequence[str]:
    return connection.scalars(select(PREVIOUS_KEYS.c.key).where(PREVIOUS_KEYS.c.table == number)).all()


def _find_any(connection: Connection, *keys: str) -> Row[Any, Any, Any] | None:
    """Return the table that has, or had, the first of these keys that any has."""
    table = select(TABLES.c.key, TABLES.c.number, TABLES.c.version)
    for key in keys:
        previous = select(PREVIOUS_KEYS.c.table).where(PREVIOUS_KEYS.c.key == key)
        found = connection.execute(table.where(or_(TABLES.c.key == key, TABLES.c.number.in_(previous)))).first()
        if found:
            return found
    return None


def _is_readable(connection: Connection, number: int) -> bool:
    """Return True if a table and its games can be parsed."""
    row = connection.execute(select(TABLES).where(TABLES.c.number == number)).one()
    try:
        parse_table_row(connection, row)
    except FormatError:
        return False
    return True


def _copy_editions(reading: Connection, writing: Connection) -> None:
    there = set(writing.scalars(select(EDITIONS.c.number)))
    for row in reading.execute(select(EDITIONS)).mappings():
        if row["number"] not in there:
            writing.execute(insert(EDITIONS).values(dict(row)))


def _copy_parts(reading: Connection, writing: Connection, old: int, new: int) -> None:
    for part in _PARTS_OF_TABLE:
        kept = [PHOTOS.c.until.is_(None)] if part is PHOTOS else []  # no photos of games in play
        asked = select(part).where(part.c.table == old, *kept)
        changed = {"table": new} | (_NO_SUMMARY if part is GAMES else {})
        for rows in reading.execute(asked).mappings().partitions(ROWS_AT_ONCE):
            writing.execute(insert(part), [dict(row) | changed for row in rows])
