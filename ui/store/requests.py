"""Requests of phones, each carried out once: a phone that heard no answer sends the same one again."""

from __future__ import annotations

import time

from sqlalchemy import Connection, bindparam, delete, insert, select

from ui.store.rows import REQUESTS

REMEMBERED = 7 * 86_400  # seconds: a phone that slept for days sends what it still holds

# Built once: of what a request costs, building its statements was the larger part.
_NOTED = select(REQUESTS.c.key).where(REQUESTS.c.table == bindparam("table"), REQUESTS.c.key == bindparam("key"))
_NOTE = insert(REQUESTS)


def is_new(connection: Connection, table: int, key: str) -> bool:
    """Whether a request for a table, by the key that its phone made for it, was not carried out before; notes it."""
    this = {"table": table, "key": key}
    if connection.scalar(_NOTED, this):
        return False
    connection.execute(_NOTE, this | {"at": time.time()})
    return True


def forget_old(connection: Connection, table: int) -> None:
    """Drop the requests for a table that no phone sends again."""
    connection.execute(delete(REQUESTS).where(REQUESTS.c.table == table, REQUESTS.c.at < time.time() - REMEMBERED))
