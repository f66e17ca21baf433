"""Polling for new versions of tables, once for all phones of this server."""

from __future__ import annotations

import time
from functools import cache
from threading import Lock

from sqlalchemy import select

from ui.store.database import StoreError, clearly
from ui.store.rows import TableRow
from ui.store.store import Store, opened

FRESH = 0.25  # seconds that an answer of the database is good for
LOOKED_AT = 30.0  # seconds after which nobody looks at a table any more


class VersionPoll:
    """The versions of the tables at which phones of this server look; one question for all of them."""

    def __init__(self, store: Store, fresh: float = FRESH) -> None:
        self._store, self._fresh = store, fresh
        self._looked: dict[int, float] = {}  # when somebody last looked at a table
        self._versions: dict[int, int] = {}
        self._asked = 0.0
        self._fault: StoreError | None = None
        self._lock = Lock()

    def version(self, number: int) -> int | None:
        """The version of a table, at most FRESH seconds old; None if it is gone. Raises StoreError."""
        with self._lock:
            new = number not in self._looked
            self._looked[number] = time.monotonic()
            if new or time.monotonic() - self._asked > self._fresh:
                self._ask()
            if self._fault:
                raise self._fault
            return self._versions.get(number)

    def _ask(self) -> None:
        """Ask for every table that is looked at; who waited for a silent database need not ask it again at once."""
        now = time.monotonic()
        self._looked = {number: when for number, when in self._looked.items() if now - when < LOOKED_AT}
        wanted = select(TableRow.number, TableRow.version).where(TableRow.number.in_(self._looked))
        try:
            with clearly(self._store.url), self._store.engine.connect() as connection:
                self._versions = {number: version for number, version in connection.execute(wanted)}
            self._fault = None
        except StoreError as fault:
            self._fault = fault
        self._asked = time.monotonic()


@cache
def _lookout(store: Store) -> VersionPoll:
    return VersionPoll(store)


def latest_version(number: int) -> int | None:
    """The version of a table as all phones of this server are told it; None if it is gone. Raises StoreError."""
    return _lookout(opened()).version(number)
