"""Deletion of what nobody has used for long: tables, photos and editions.

A clock may be wrong: only what was due at the previous check is deleted, and no fresh table if the clock has jumped.
"""

from __future__ import annotations

from sqlalchemy import Column, Connection, delete, func, select, update

from ui.store.edition_store import delete_abandoned
from ui.store.rows import HEALTH, PHOTOS, TABLES

DAY = 86_400  # seconds
EXPIRES = 400 * DAY  # seconds after the last change: a table that plays once a year is still there
# Minimum seconds between two expiry checks; only what both find expired is deleted.
TABLE_CHECK_INTERVAL, PHOTO_CHECK_INTERVAL = 7 * DAY, DAY
CLOCK_JUMP = 100 * DAY  # a longer gap between two checks may mean that the clock was set


def delete_photos(connection: Connection, now: float) -> None:
    """Delete the photos that were expired at the previous check."""
    due = _record_check(connection, HEALTH.c.photos_looked, now, PHOTO_CHECK_INTERVAL)
    if due is not None:
        connection.execute(delete(PHOTOS).where(PHOTOS.c.until < due))


def delete_tables_and_editions(connection: Connection, now: float) -> tuple[int, int]:
    """Delete the tables and editions that were expired at the previous check; return the numbers of both."""
    due = _record_check(connection, HEALTH.c.tables_looked, now, TABLE_CHECK_INTERVAL)
    if due is None:
        return 0, 0
    latest = connection.scalar(select(func.max(TABLES.c.touched))) or 0.0
    before = min(due, latest + EXPIRES / 2) - EXPIRES  # a clock set to another year deletes no fresh table
    tables = connection.execute(delete(TABLES).where(TABLES.c.touched < before)).rowcount
    return tables, delete_abandoned(connection, before)


def _record_check(connection: Connection, column: Column[float], now: float, apart: int) -> float | None:
    """Record an expiry check at ``now``; return the time of the previous check.

    None, without recording, if the previous check is too recent; None also if the clock may have been set since.
    """
    looked = connection.scalar(select(column))
    if looked is not None and looked <= now < looked + apart:
        return None
    connection.execute(update(HEALTH).values({column: now}))
    return looked if looked is not None and looked <= now < looked + CLOCK_JUMP else None
