"""Lessons of tables: what was said of squares that the reader did not know.

Numbers too large to be written with every tap, so that they are stored apart from the tables' texts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Connection, insert, select, update

from ui.store.rows import LEARNT, TABLES

Connections = Callable[[], AbstractContextManager[Connection]]


class KeptLessons:
    """What the tables of one database have taught. Every method raises StoreError."""

    def __init__(self, reading: Connections, writing: Connections) -> None:
        self._reading, self._writing = reading, writing

    def find(self, table: int) -> bytes | None:
        """What a table has taught, None before its first lesson."""
        with self._reading() as connection:
            return _lessons(connection, table)

    def add(self, table: int, taught: Callable[[bytes | None], bytes]) -> None:
        """Put what ``taught`` makes of the lessons so far in their place; nothing for a table that is gone."""
        with self._writing() as connection:
            of_table = select(TABLES.c.number).where(TABLES.c.number == table).with_for_update()
            if connection.scalar(of_table) is None:  # two phones that learn at once do so one after the other
                return
            before = _lessons(connection, table)
            content = taught(before)
            if before is None:
                connection.execute(insert(LEARNT).values(table=table, content=content))
            else:
                connection.execute(update(LEARNT).where(LEARNT.c.table == table).values(content=content))


def _lessons(connection: Connection, table: int) -> bytes | None:
    found: bytes | None = connection.scalar(select(LEARNT.c.content).where(LEARNT.c.table == table))
    return found
