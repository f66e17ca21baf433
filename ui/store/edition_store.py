"""Editions that phones have taught, in the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from scoring.message import message
from ui.store.codes import hash_key
from ui.store.database import StoreError
from ui.store.rows import EDITIONS, PHONES
from ui.table.names import plain_name

MAX_EDITIONS = 8  # of one phone
Connections = Callable[..., AbstractContextManager[Connection]]

_LISTED = (EDITIONS.c.number, EDITIONS.c.name, EDITIONS.c.kingdoms, EDITIONS.c.is_default)


@dataclass(frozen=True)
class StoredEdition:
    """A taught edition without its tiles; new tables of its phone begin with the ``is_default`` one."""

    number: int
    name: str
    kingdoms: int  # that were checked
    is_default: bool


class Contents(NamedTuple):
    """The taught tiles of an edition as the bytes of a file, and the number of kingdoms that were checked for them."""

    content: bytes
    kingdoms: int


class EditionStore:
    """The taught editions in one database. Every method raises StoreError."""

    def __init__(self, reading: Connections, writing: Connections) -> None:
        self._reading, self._writing = reading, writing

    def list_own(self, phone: str) -> list[StoredEdition]:
        """List the editions of a phone by name."""
        with self._reading() as connection:
            return _list(connection, EDITIONS.c.phone == hash_key(phone))

    def list_at(self, table: int) -> list[StoredEdition]:
        """List the editions of a table's host by name."""
        host = select(PHONES.c.phone).where(PHONES.c.table == table, PHONES.c.host)
        with self._reading() as connection:
            return _list(connection, EDITIONS.c.phone.in_(host))

    def load(self, number: int) -> bytes | None:
        """Return the content of an edition; None if it was deleted."""
        with self._reading() as connection:
            return connection.scalar(select(EDITIONS.c.content).where(EDITIONS.c.number == number))

    def save(self, phone: str, name: str, merge: Callable[[bytes | None], Contents]) -> int:
        """Store an edition of a phone, which becomes its default, and return its number.

        Args:
            phone: The key of the phone.
            name: The name; an edition of that name is replaced.
            merge: Returns what to store, given the content of that edition.

        Raises:
            StoreError: Also for an invisible name, and for more than MAX_EDITIONS.
        """
        name = plain_name(name)
        if not name:
            raise StoreError(message("An edition needs a name."))
        with self._writing(exclusive_to=phone) as connection:
            rows = connection.execute(
                select(EDITIONS).where(EDITIONS.c.phone == hash_key(phone)).with_for_update()
            ).all()
            before = next((row for row in rows if row.name.casefold() == name.casefold()), None)
            if before is None and len(rows) >= MAX_EDITIONS:
                raise StoreError(message("{number} editions are kept already. Forget one of them.", number=len(rows)))
            _set_default(connection, phone, None)
            values = _to_values(merge(before.content if before else None)) | {"is_default": True}
            if before:
                connection.execute(update(EDITIONS).where(EDITIONS.c.number == before.number).values(values))
                return int(before.number)
            made = connection.execute(insert(EDITIONS).values(values | {"phone": hash_key(phone), "name": name}))
            return int(made.inserted_primary_key[0]) if made.inserted_primary_key else 0

    def extend(self, number: int, merge: Callable[[bytes], Contents | None]) -> None:
        """Replace the content of an edition by what ``merge`` returns, if anything; do nothing if it was deleted."""
        with self._writing() as connection:
            row = EDITIONS.c.number == number
            before = connection.scalar(select(EDITIONS.c.content).where(row).with_for_update())  # one phone at a time
            contents = None if before is None else merge(before)
            if contents is not None:
                connection.execute(update(EDITIONS).where(row).values(_to_values(contents)))

    def set_default(self, phone: str, number: int | None) -> None:
        """Let new tables of a phone begin with one of its editions, or with none."""
        with self._writing() as connection:
            _set_default(connection, phone, number)

    def delete(self, phone: str, number: int) -> None:
        """Delete an edition of a phone."""
        with self._writing() as connection:
            connection.execute(delete(EDITIONS).where(EDITIONS.c.phone == hash_key(phone), EDITIONS.c.number == number))


def delete_abandoned(connection: Connection, before: float) -> int:
    """Delete the editions not taught since a time, of phones that are at no table any more; return their number."""
    unused = EDITIONS.c.phone.not_in(select(PHONES.c.phone))
    return connection.execute(delete(EDITIONS).where(EDITIONS.c.touched < before, unused)).rowcount


def _to_values(contents: Contents) -> dict[str, Any]:
    return contents._asdict() | {"touched": time.time()}


def _set_default(connection: Connection, phone: str, number: int | None) -> None:
    of_phone = EDITIONS.c.phone == hash_key(phone)
    connection.execute(update(EDITIONS).where(of_phone).values(is_default=EDITIONS.c.number == number))


def _list(connection: Connection, where: ColumnElement[bool]) -> list[StoredEdition]:
    rows = connection.execute(select(*_LISTED).where(where).order_by(EDITIONS.c.name))
    return [StoredEdition(*row) for row in rows]
