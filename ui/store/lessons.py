"""Lessons of tables: numbers too large to be written with every tap, stored apart from the tables' texts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import ColumnElement, Connection, insert, select, update

from ui.store.rows import LEARNT, TABLES

NAMED = "named"  # a kind of things to learn: what was said of squares that the reader did not know
Connections = Callable[[], AbstractContextManager[Connection]]


class KeptLessons:
    """What the tables of one database have taught, by table and kind. Every method raises StoreError."""

    def __init__(self, reading: Connections, writing: Connections) -> None:
        self._reading, self._writing = reading, writing

    def find(self, table: int, kind: str) -> bytes | None:
        """What a table has taught of a kind, None before its first lesson."""
        with self._reading() as connection:
            return _lessons(connection, table, kind)

    def add(self, table: int, kind: str, taught: Callable[[bytes | None], bytes]) -> None:
        """Put what ``taught`` makes of the lessons so far in their place; nothing for a table that is gone."""
        with self._writing() as connection:
            of_table = select(TABLES.c.number).where(TABLES.c.number == table).with_for_update()
            if connection.scalar(of_table) is None:  # two phones that learn at once do so one after the other
                return
            before = _lessons(connection, table, kind)
            content = taught(before)
            if before is None:
                connection.execute(insert(LEARNT).values(table=table, kind=kind, content=content))
            else:
                connection.execute(update(LEARNT).where(*_of(table, kind)).values(content=content))


def _lessons(connection: Connection, table: int, kind: str) -> bytes | None:
    found: bytes | None = connection.scalar(select(LEARNT.c.content).where(*_of(table, kind)))
    return found


def _of(table: int, kind: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return LEARNT.c.table == table, LEARNT.c.kind == kind
