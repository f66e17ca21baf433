"""Helpers of store tests: two phones, servers on one database, raw queries."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import URL

from ui.store import Store, StoredTable
from ui.table.table import Table

ANAS_PHONE, BENS_PHONE = "a" * 22, "b" * 22

ROUNDS = int(os.environ.get("ROUNDS", "5"))  # of each race between servers
NOBODY = 65_534  # user id on Linux without any rights

NewServer = Callable[[URL], Store]

on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)


def save_table(store: Store, kept: StoredTable, mine: Table, phone: str = ANAS_PHONE) -> StoredTable:
    """Replace the stored table by another, as a phone."""
    return apply_change(store, kept, lambda _: mine, phone)


def apply_change(
    store: Store, kept: StoredTable, command: Callable[[Table], Table], phone: str = ANAS_PHONE
) -> StoredTable:
    """Apply a phone's command to the stored table."""
    after = store.change(kept.key, phone, lambda newest: command(newest.table))
    assert after is not None
    return after


def joins(store: Store, kept: StoredTable, phone: str, seat: int | None = None) -> None:
    """Have a phone join a table, and play a seat."""
    assert store.join(kept.key, phone)
    assert seat is None or store.claim_seat(kept.key, phone, seat)


def find(store: Store, key: str) -> StoredTable:
    kept = store.find(key)
    assert kept is not None
    return kept


def behind(store: Store, statement: str, **values: object) -> list[Any]:
    """Run a statement directly on the database and return its first column."""
    with store.engine.begin() as connection:
        done = connection.execute(text(statement), values)
        return list(done.scalars()) if done.returns_rows else []


def questions(store: Store) -> list[str]:
    """Record the statements that the database executes from now on."""
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    return asked


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Drop the rights of root, who may write everywhere, for the block."""
    me = os.geteuid()
    os.seteuid(me or NOBODY)
    try:
        yield
    finally:
        os.seteuid(me)
