"""Lessons of tables: numbers too large to be written with every tap, stored apart from the tables' texts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import select
from sqlalchemy.orm import Session

from ui.store.rows import LearntRow, TableRow

PIECES = "pieces"  # kinds of things to learn: how the pieces of Kingdoms look ...
SQUARES = "squares"  # ... and what was misread of Kingdomino's squares
Sessions = Callable[[], AbstractContextManager[Session]]


class KeptLessons:
    """What the tables of one database have taught, by table and kind. Every method raises StoreError."""

    def __init__(self, reading: Sessions, writing: Sessions) -> None:
        self._reading, self._writing = reading, writing

    def find(self, table: int, kind: str) -> bytes | None:
        """What a table has taught of a kind, None before its first lesson."""
        with self._reading() as session:
            return session.scalar(select(LearntRow.content).where(LearntRow.table == table, LearntRow.kind == kind))

    def add(self, table: int, kind: str, taught: Callable[[bytes | None], bytes]) -> None:
        """Put what ``taught`` makes of the lessons so far in their place; nothing for a table that is gone."""
        with self._writing() as session:
            of_table = select(TableRow.number).where(TableRow.number == table).with_for_update()
            if session.scalar(of_table) is None:  # two phones that learn at once do so one after the other
                return
            row = session.get(LearntRow, (table, kind))
            if row is None:
                session.add(LearntRow(table=table, kind=kind, content=taught(None)))
            else:
                row.content = taught(row.content)
