"""Requests of phones, each carried out once: a phone that heard no answer sends the same one again."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, insert, select

from ui.store.rows import REQUESTS

REMEMBERED = 7 * 86_400  # seconds: a phone that slept for days sends what it still holds


def is_new(connection: Connection, table: int, key: str) -> bool:
    """Whether a request for a table, by the key that its phone made for it, was not carried out before; notes it."""
    if connection.scalar(select(REQUESTS.c.key).where(REQUESTS.c.table == table, REQUESTS.c.key == key)):
        return False
    now = time.time()
    connection.execute(delete(REQUESTS).where(REQUESTS.c.table == table, REQUESTS.c.at < now - REMEMBERED))
    connection.execute(insert(REQUESTS).values(table=table, key=key, at=now))
    return True
