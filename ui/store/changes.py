"""Waiting until tables have changed, in whichever process: once for all phones of a server."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, func, select

from ui.store.database import clearly, folder_of
from ui.store.faults import StoreError, explained

CHANNEL = "crownsight_tables"  # of PostgreSQL, on which servers tell each other that a table has changed
LOOK_EVERY = 0.1  # seconds between two looks at a file; one takes 20 µs


def tell_of_change(connection: Connection, table: int) -> None:
    """Notify listeners of a change of that table after the commit; an SQLite file counts its changes by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, str(table))))


class Changes(Protocol):
    """What tells that some table may have changed; one thread at a time asks it."""

    def wait(self, seconds: float) -> Collection[int] | None:
        """The numbers of the tables that have changed, as soon as there is one; None where it may be any.

        Empty after so many seconds without a change. Raises StoreError.
        """

    def close(self) -> None:
        """Let go of the database."""


class FileChanges:
    """Changes of an SQLite file, which counts what other connections have written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with _clearly(engine):
            self._connection = engine.raw_connection()
        self._seen = self._counted()

    def wait(self, seconds: float) -> Collection[int] | None:
        """Look at the count until it is another; it does not say of which tables."""
        until, before = time.monotonic() + seconds, self._seen
        while (now := self._counted()) == before and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
        self._seen = now
        return () if now == before else None

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()

    def _counted(self) -> int:
        with _clearly(self._engine), closing(self._connection.cursor()) as cursor:
            cursor.execute("PRAGMA data_version")
            (count,) = cursor.fetchone() or (0,)
        return int(count)


class ServerChanges:
    """Changes in PostgreSQL, which notifies those who listen."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with _clearly(engine):
            self._connection = engine.raw_connection()
            driver: Any = self._connection.driver_connection
            driver.autocommit = True
            driver.execute(f"LISTEN {CHANNEL}")
        self._driver = driver

    def wait(self, seconds: float) -> Collection[int] | None:
        """Wait for a notice, and take those that come with it."""
        with _clearly(self._engine):
            told = {notice.payload for notice in self._driver.notifies(timeout=seconds, stop_after=1)}
        return {int(number) for number in told} if all(map(str.isdecimal, told)) else None

    def close(self) -> None:
        """Hang up: nobody else is to have a connection that listens."""
        self._connection.invalidate()


def changes_of(engine: Engine) -> Changes:
    """What tells of changes in that database. Raises StoreError."""
    return ServerChanges(engine) if engine.url.drivername == "postgresql+psycopg" else FileChanges(engine)


@contextmanager
def _clearly(engine: Engine) -> Iterator[None]:
    """Raises what the driver says as a StoreError that a player understands."""
    try:
        with clearly(engine.url):
            yield
    except engine.dialect.loaded_dbapi.Error as fault:
        raise StoreError(explained(fault, folder_of(engine.url))) from fault
