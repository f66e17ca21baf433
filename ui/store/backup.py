"""All tables and editions in one file, and back: a SQLite file of the same form, whatever database they lie in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, func, insert, or_, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scoring.message import message
from ui.store.database import UNREADABLE, DamagedError, StoreError, clearly, is_whole, opened_engine
from ui.store.game_rows import stored_table, sum_up
from ui.store.rows import EDITIONS, GAMES, LEARNT, PHONES, PHOTOS, PREVIOUS_KEYS, TABLES
from ui.store.store import Store
from ui.table.converter import FormatError

Transactions = Callable[[], AbstractContextManager[Connection]]

_OF_A_TABLE = (PREVIOUS_KEYS, PHONES, GAMES, PHOTOS, LEARNT)
_SUMMED_UP = dict.fromkeys(("number", "dynasty", "played"))  # made again from the games: a backup may say anything


def back_up(store: Store, file: Path) -> int:
    """Copy every table into a new file that its owner alone can read, whole or not at all; how many.

    Raises StoreError.
    """
    if file.exists():
        raise StoreError(message("{file} exists already; choose a new name for the backup.", file=str(file)))
    with clearly(store.url), store.engine.connect() as reading:
        if _holds_nothing(reading):
            raise StoreError(message("There is no table to copy: {file} was not written.", file=str(file)))
    try:
        with _beside(file) as new:
            number = _written(store, new)
            new.replace(file)
    except (StoreError, SQLAlchemyError, sqlite3.Error, OSError) as fault:
        said = fault.__cause__ if isinstance(fault, StoreError) else fault
        reason = str(getattr(said, "orig", None) or getattr(said, "strerror", None) or said).splitlines()[0]
        raise StoreError(message("{file} was not written: {reason}.", file=str(file), reason=reason)) from fault
    return number


@contextmanager
def opened_backup(file: Path) -> Iterator[Engine]:
    """A copy of a backup in today's form; the file is only read. Raises StoreError for what is none, by its name."""
    if not file.is_file():
        raise StoreError(message("{file} is not a file.", file=str(file)))
    no_backup = StoreError(message("{file} is no backup of tables, or it is damaged.", file=str(file)))
    with TemporaryDirectory(prefix="crownsight-") as folder:
        copy = Path(folder) / file.name
        try:
            with _only_reading(file) as given, closing(sqlite3.connect(copy)) as target:
                if not _is_of_tables(given):
                    raise no_backup
                given.backup(target)
        except UNREADABLE as fault:
            raise no_backup from fault
        try:
            engine = opened_engine(_address(copy))
        except DamagedError as damaged:
            raise no_backup from damaged
        try:
            with clearly(engine.url), engine.connect() as reading:
                if _holds_nothing(reading):
                    raise StoreError(message("{file} holds no table.", file=str(file)))
            yield engine
        finally:
            engine.dispose()


def bring_back(backup: Engine, store: Store) -> int:
    """Add the tables of a backup that are not there, or damaged there; how many. Raises StoreError."""
    return _copy(backup, store.transaction)


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file in the folder of one, for its owner alone; it is gone afterwards unless it was renamed."""
    handle, name = mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _written(store: Store, file: Path) -> int:
    """Write the tables into a file, flush it and read it as ``bring_back`` would; how many."""
    engine = opened_engine(_address(file), journal="MEMORY")  # nothing beside the file
    try:
        with engine.begin() as writing:
            number = _copy(store.reads, lambda: nullcontext(writing))
    finally:
        engine.dispose()
    with file.open("rb+") as whole:
        os.fsync(whole.fileno())
    with _only_reading(file) as written:
        (found,) = written.execute("SELECT COUNT(*) FROM tables").fetchone()
        if not _is_of_tables(written) or found != number:
            raise sqlite3.DatabaseError("what was written cannot be read")
    return number


@contextmanager
def _only_reading(file: Path) -> Iterator[sqlite3.Connection]:
    """An SQLite file that is not written to; without a log beside it, nothing is made beside it either."""
    log = file.with_name(f"{file.name}-wal")
    how = "mode=ro" if log.exists() else "immutable=1"
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True)) as connection:
        yield connection


def _holds_nothing(connection: Connection) -> bool:
    return not any(connection.scalar(select(func.count()).select_from(part)) for part in (TABLES, EDITIONS))


def _is_of_tables(connection: sqlite3.Connection) -> bool:
    """True if a file is whole, and has tables under the names of ours."""
    named = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {"alembic_version", TABLES.name} <= named and is_whole(connection)


def _address(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _copy(source: Engine, begin: Transactions) -> int:
    """Copy tables and editions, each table in a transaction of its own, between which others write; return how many.

    An interrupted copy leaves whole tables; the next one adds the others.
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
            done = sum_up(writing, done)
    return added


def _copy_table(reading: Connection, writing: Connection, number: int) -> bool:
    """Copy a table unless it is there and intact; return whether it was copied.

    It is there, too, where either side knows it by a key that it had before a phone was removed.
    """
    row = reading.execute(select(TABLES).where(TABLES.c.number == number)).one()
    before = reading.scalars(select(PREVIOUS_KEYS.c.key).where(PREVIOUS_KEYS.c.table == number)).all()
    now = _find_any(writing, row.key, *before)
    if now and (_is_whole(writing, now.number) or not _is_whole(reading, number)):
        return False
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


def _find_any(connection: Connection, *keys: str) -> Row[Any, Any, Any] | None:
    """Return the table that has, or had, the first of these keys that any has."""
    table = select(TABLES.c.key, TABLES.c.number, TABLES.c.version)
    for key in keys:
        previous = select(PREVIOUS_KEYS.c.table).where(PREVIOUS_KEYS.c.key == key)
        found = connection.execute(table.where(or_(TABLES.c.key == key, TABLES.c.number.in_(previous)))).first()
        if found:
            return found
    return None


def _is_whole(connection: Connection, number: int) -> bool:
    row = connection.execute(select(TABLES).where(TABLES.c.number == number)).one()
    try:
        stored_table(connection, row)
    except FormatError:
        return False
    return True


def _copy_editions(reading: Connection, writing: Connection) -> None:
    there = set(writing.scalars(select(EDITIONS.c.number)))
    for row in reading.execute(select(EDITIONS)).mappings():
        if row["number"] not in there:
            writing.execute(insert(EDITIONS).values(dict(row)))


def _copy_parts(reading: Connection, writing: Connection, old: int, new: int) -> None:
    for part in _OF_A_TABLE:
        kept = [PHOTOS.c.until.is_(None)] if part is PHOTOS else []  # those of the game in play are in no backup
        for row in reading.execute(select(part).where(part.c.table == old, *kept)).mappings():
            values = dict(row) | {"table": new} | (_SUMMED_UP if part is GAMES else {})
            writing.execute(insert(part).values(values))
