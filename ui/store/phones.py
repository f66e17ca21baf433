"""Phones at a table: host, guests, claimed seats, and idempotency keys of requests.

A guest has the seat it added, or claims a free one. A phone without its cookie is a new phone, so a claimed seat gives
no right to remove its player: otherwise one guest after another could remove everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from ui.store.codes import hash_key
from ui.store.rows import PHONES, REQUESTS
from ui.table.table import Table

# Built once: every tap uses them, and building them took longer than running them.
_HERE = select(PHONES.c.host, PHONES.c.seat, PHONES.c.added).where(
    PHONES.c.table == bindparam("number"), PHONES.c.phone == bindparam("hashed")
)
_NOTED = select(REQUESTS.c.key).where(REQUESTS.c.table == bindparam("table"), REQUESTS.c.key == bindparam("key"))
_NOTE = insert(REQUESTS)


@dataclass(frozen=True)
class Phone:
    """The role of a phone at a table; ``added``: it added the player of its seat."""

    host: bool
    seat: int | None
    added: bool = False


def find_phone(connection: Connection, number: int, phone: str) -> Phone | None:
    """Return the role of a phone at a table; None if it has not joined it."""
    row = connection.execute(_HERE, {"number": number, "hashed": hash_key(phone)}).first()
    return None if row is None else Phone(row.host, row.seat, row.added)


def find_claimed_seats(connection: Connection, number: int) -> frozenset[int]:
    """Return the seats of a table that phones have claimed."""
    return frozenset(
        connection.scalars(select(PHONES.c.seat).where(PHONES.c.table == number, PHONES.c.seat.is_not(None)))
    )


def add_phone(connection: Connection, number: int, phone: str, *, host: bool) -> None:
    """Add a phone to a table that it has not joined."""
    new = {"table": number, "phone": hash_key(phone), "host": host, "seat": None, "added": False}
    connection.execute(insert(PHONES).values(new))


class Revoke(Enum):
    """Phones whose access to a table ends with a change that removes players."""

    NOBODY = "nobody"
    REMOVED = "removed"  # those that play a removed seat
    ALL_WITHOUT_SEAT = "all without seat"  # those as well that play no seat


class PhoneCount(NamedTuple):
    """Number of phones that have joined a table, and of the guests among them that play no seat."""

    joined: int
    without_seat: int


def count_phones(connection: Connection, number: int) -> PhoneCount:
    """Return how many phones have joined a table."""
    without_seat = func.count().filter(PHONES.c.seat.is_(None), PHONES.c.host.is_(False))
    counted = select(func.count(), without_seat).where(PHONES.c.table == number)
    return PhoneCount(*connection.execute(counted).one())


def sync_seats(
    connection: Connection, number: int, phone: str, before: Table, after: Table, revoke: Revoke = Revoke.NOBODY
) -> bool:
    """Update the claimed seats after a phone's change; return whether other phones lost their access.

    A removed seat belongs to no phone any more. The first player whom a guest adds is its own. The host's phone and the
    one that makes the change keep their access.
    """
    gone, new = before.names.keys() - after.names.keys(), after.names.keys() - before.names.keys()
    revoked = 0
    if gone:
        of_table, is_gone = PHONES.c.table == number, PHONES.c.seat.in_(gone)
        if revoke is not Revoke.NOBODY:
            lost = or_(is_gone, PHONES.c.seat.is_(None)) if revoke is Revoke.ALL_WITHOUT_SEAT else is_gone
            others = (PHONES.c.host.is_(False), PHONES.c.phone != hash_key(phone))
            revoked = connection.execute(delete(PHONES).where(of_table, lost, *others)).rowcount
        connection.execute(update(PHONES).where(of_table, is_gone).values(seat=None, added=False))
    here = find_phone(connection, number, phone) if len(new) == 1 else None
    if here and not here.host and here.seat is None:
        claim_seat(connection, number, phone, *new, added=True)
    return revoked > 0


def claim_seat(connection: Connection, number: int, phone: str, seat: int, *, added: bool = False) -> None:
    """Assign a seat to a phone; ``added``: the phone added its player."""
    this = update(PHONES).where(PHONES.c.table == number, PHONES.c.phone == hash_key(phone))
    connection.execute(this.values(seat=seat, added=added))


def record_request(connection: Connection, table: int, request: str) -> bool:
    """Store the idempotency key of a request; return False if it was carried out before."""
    this = {"table": table, "key": request}
    if connection.scalar(_NOTED, this):
        return False
    connection.execute(_NOTE, this)
    return True
