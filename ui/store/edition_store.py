"""Stored editions that phones have taught."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from scoring.message import message
from ui.store.codes import hash_key
from ui.store.database import StoreError
from ui.store.rows import EDITIONS, PHONES
from ui.table.names import plain_name

MOST = 8  # editions of one phone
Connections = Callable[..., AbstractContextManager[Connection]]

_LISTED = (EDITIONS.c.number, EDITIONS.c.name, EDITIONS.c.kingdoms, EDITIONS.c.is_default)


@dataclass(frozen=True)
class KeptEdition:
    """A taught edition but for what its tiles look like; a phone's new tables use the ``is_default`` one."""

    number: int
    name: str
    kingdoms: int  # that were checked
    is_default: bool


class Contents(NamedTuple):
    """What the tiles of an edition look like, as the bytes of a file, and how many kingdoms were checked for it."""

    content: bytes
    kingdoms: int


class KeptEditions:
    """The editions in one database. Every method raises StoreError."""

    def __init__(self, reading: Connections, writing: Connections) -> None:
        self._reading, self._writing = reading, writing

    def of(self, phone: str) -> list[KeptEdition]:
        """List the editions of a phone by name."""
        with self._reading() as connection:
            return _list(connection, EDITIONS.c.phone == hash_key(phone))

    def at(self, table: int) -> list[KeptEdition]:
        """List the editions of a table's host by name."""
        host = select(PHONES.c.phone).where(PHONES.c.table == table, PHONES.c.host)
        with self._reading() as connection:
            return _list(connection, EDITIONS.c.phone.in_(host))

    def content(self, number: int) -> bytes | None:
        """Return the content of an edition; None if it was deleted."""
        with self._reading() as connection:
            found: bytes | None = connection.scalar(select(EDITIONS.c.content).where(EDITIONS.c.number == number))
            return found

    def keep(self, phone: str, name: str, taught: Callable[[bytes | None], Contents]) -> int:
        """Keep what ``taught`` makes of a phone's edition of that name, which becomes its usual one; its number.

        Raises StoreError also for a name that shows nothing, and where the phone has too many.
        """
        name = plain_name(name)
        if not name:
            raise StoreError(message("An edition needs a name."))
        with self._writing(exclusive_to=phone) as connection:
            own = select(EDITIONS).where(EDITIONS.c.phone == hash_key(phone)).with_for_update()
            there = connection.execute(own).all()
            before = next((row for row in there if row.name.casefold() == name.casefold()), None)
            if before is None and len(there) >= MOST:
                raise StoreError(message("{number} editions are kept already. Forget one of them.", number=len(there)))
            _choose(connection, phone, None)
            new = taught(before.content if before else None)._asdict() | {"is_default": True, "touched": time.time()}
            if before:
                connection.execute(update(EDITIONS).where(EDITIONS.c.number == before.number).values(new))
                return int(before.number)
            made = connection.execute(insert(EDITIONS).values(new | {"phone": hash_key(phone), "name": name}))
            return int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0

    def grow(self, number: int, taught: Callable[[bytes], Contents | None]) -> None:
        """Put what ``taught`` makes of an edition, if anything, in its place; nothing for one that was forgotten."""
        with self._writing() as connection:
            of_number = EDITIONS.c.number == number  # two phones that teach at once do so one after the other
            before = connection.scalar(select(EDITIONS.c.content).where(of_number).with_for_update())
            grown = None if before is None else taught(before)
            if grown is not None:
                new = grown._asdict() | {"touched": time.time()}
                connection.execute(update(EDITIONS).where(of_number).values(new))

    def choose(self, phone: str, number: int | None) -> None:
        """Let new tables of a phone begin with one of its editions, or with none."""
        with self._writing() as connection:
            _choose(connection, phone, number)

    def forget(self, phone: str, number: int) -> None:
        """Forget an edition of a phone."""
        with self._writing() as connection:
            connection.execute(delete(EDITIONS).where(EDITIONS.c.phone == hash_key(phone), EDITIONS.c.number == number))


def forget_abandoned(connection: Connection, before: float) -> int:
    """Forget the editions that were not taught since then, of phones that are at no table any more; how many."""
    unused = EDITIONS.c.phone.not_in(select(PHONES.c.phone))
    return connection.execute(delete(EDITIONS).where(EDITIONS.c.touched < before, unused)).rowcount


def _choose(connection: Connection, phone: str, number: int | None) -> None:
    of_phone = EDITIONS.c.phone == hash_key(phone)
    connection.execute(update(EDITIONS).where(of_phone).values(is_default=EDITIONS.c.number == number))


def _list(connection: Connection, where: ColumnElement[bool]) -> list[KeptEdition]:
    rows = connection.execute(select(*_LISTED).where(where).order_by(EDITIONS.c.name))
    return [KeptEdition(*row) for row in rows]
