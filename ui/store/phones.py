"""Phones at a table: its host, guests, the seat each plays, and the requests that were carried out.

A guest plays the seat it added, or takes one that no phone plays. Whoever lost or dropped the cookie is another phone:
so a seat that was merely taken gives no right to it, or one guest after the other could send everybody away. A phone
that heard no answer sends its request again, which is carried out once.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from ui.store.codes import hashed
from ui.store.rows import PHONES, REQUESTS, TABLES
from ui.table.table import Table

# Built once: every tap asks, and building them was the larger part of what it cost.
_HERE = select(PHONES.c.host, PHONES.c.seat, PHONES.c.added).where(
    PHONES.c.table == bindparam("number"), PHONES.c.phone == bindparam("hashed")
)
_NOTED = select(REQUESTS.c.key).where(REQUESTS.c.table == bindparam("table"), REQUESTS.c.key == bindparam("key"))
_NOTE = insert(REQUESTS)


@dataclass(frozen=True)
class Phone:
    """What one phone is at one table; ``added`` says that it brought the player of its seat there itself."""

    host: bool
    seat: int | None
    added: bool = False


def phone_at(connection: Connection, number: int, phone: str) -> Phone | None:
    """The part of a phone at a table, None if it never sat down."""
    row = connection.execute(_HERE, {"number": number, "hashed": hashed(phone)}).first()
    return None if row is None else Phone(row.host, row.seat, row.added)


def seats_played(connection: Connection, number: int) -> frozenset[int]:
    """The seats at a table that a phone plays as its own."""
    return frozenset(
        connection.scalars(select(PHONES.c.seat).where(PHONES.c.table == number, PHONES.c.seat.is_not(None)))
    )


def sit_down(connection: Connection, number: int, phone: str, seat: int | None) -> None:
    """Put a phone at a table, and with a player whom no phone plays yet."""
    connection.scalar(select(TABLES.c.number).where(TABLES.c.number == number).with_for_update())  # one after another
    if phone_at(connection, number, phone) is None:
        come(connection, number, phone, host=False)
    if seat is not None and seat not in seats_played(connection, number):
        _play(connection, number, phone, seat, added=False)


def come(connection: Connection, number: int, phone: str, *, host: bool) -> None:
    """Put a phone at a table at which it was never."""
    new = {"table": number, "phone": hashed(phone), "host": host, "seat": None, "added": False}
    connection.execute(insert(PHONES).values(new))


def follow(
    connection: Connection, number: int, phone: str, before: Table, after: Table, *, sends_away: bool = False
) -> bool:
    """Note what a phone's change means for who plays what; whether it has sent other phones away.

    A seat that has left belongs to no phone any more; the first player whom a guest adds is its own. Where
    the change ``sends_away`` who has left, the phones that play those seats sit at the table no more, but the host's.
    """
    gone, new = before.names.keys() - after.names.keys(), after.names.keys() - before.names.keys()
    sent = 0
    if gone:
        of_gone = (PHONES.c.table == number, PHONES.c.seat.in_(gone))
        if sends_away:
            others = (PHONES.c.host.is_(False), PHONES.c.phone != hashed(phone))
            sent = connection.execute(delete(PHONES).where(*of_gone, *others)).rowcount
        connection.execute(update(PHONES).where(*of_gone).values(seat=None, added=False))
    here = phone_at(connection, number, phone) if len(new) == 1 else None
    if here and not here.host and here.seat is None:
        _play(connection, number, phone, *new, added=True)
    return sent > 0


def _play(connection: Connection, number: int, phone: str, seat: int, *, added: bool) -> None:
    this = update(PHONES).where(PHONES.c.table == number, PHONES.c.phone == hashed(phone))
    connection.execute(this.values(seat=seat, added=added))


def is_new(connection: Connection, table: int, request: str) -> bool:
    """Note a request for a table, by the key that its phone made for it; True if it was not carried out before."""
    this = {"table": table, "key": request}
    if connection.scalar(_NOTED, this):
        return False
    connection.execute(_NOTE, this)
    return True
