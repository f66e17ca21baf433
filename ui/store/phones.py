"""The phones at a table: its host, its guests, and the seat that each plays.

A guest plays the seat it added, or takes one that no phone plays. Whoever lost or dropped the cookie is another phone:
so a seat that was merely taken gives no right to it, or one guest after the other could send everybody away.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ui.store.codes import hashed
from ui.store.rows import PhoneRow, TableRow
from ui.table.table import Table


@dataclass(frozen=True)
class Phone:
    """What one phone is at one table; ``added`` says that it brought the player of its seat there itself."""

    host: bool
    seat: int | None
    added: bool = False


def phone_row(session: Session, number: int, phone: str) -> PhoneRow | None:
    """What is kept of a phone at a table, None if it never sat down."""
    return session.get(PhoneRow, (number, hashed(phone)))


def seats_played(session: Session, number: int) -> frozenset[int]:
    """The seats at a table that a phone plays as its own."""
    seats = session.scalars(select(PhoneRow.seat).where(PhoneRow.table == number, PhoneRow.seat.is_not(None)))
    return frozenset(seat for seat in seats if seat is not None)


def sit_down(session: Session, number: int, phone: str, seat: int | None) -> None:
    """Put a phone at a table, and with a player whom no phone plays yet."""
    session.scalar(select(TableRow.number).where(TableRow.number == number).with_for_update())  # one after the other
    row = phone_row(session, number, phone)
    if row is None:
        row = PhoneRow(table=number, phone=hashed(phone), host=False, seat=None, added=False)
        session.add(row)
    if seat is not None and seat not in seats_played(session, number):
        row.seat, row.added = seat, False


def follow(session: Session, number: int, row: PhoneRow | None, before: Table, after: Table) -> None:
    """Note what a phone's change means for who plays what.

    A seat that has left is nobody's, whoever gets its number next; the first player whom a guest adds is its own.
    """
    gone, new = before.names.keys() - after.names.keys(), after.names.keys() - before.names.keys()
    if gone:
        of_gone = (PhoneRow.table == number, PhoneRow.seat.in_(gone))
        session.execute(update(PhoneRow).where(*of_gone).values(seat=None, added=False))
    if row and not row.host and row.seat is None and len(new) == 1:
        (row.seat,), row.added = new, True
