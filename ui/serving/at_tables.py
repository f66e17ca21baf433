"""Who is at a table already: when many strangers come at once, these are let in before others."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from ui.serving import limits
from ui.serving.rate_limit import MOST_NAMES


class PhonesAtTables:
    """The phones seen at tables in the last hours, by address, in the memory of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._phones: dict[str, dict[str, float]] = {}  # by address: when each phone was last seen
        self._lock = Lock()

    def seen(self, address: str, phone: str) -> None:
        """Note that a phone at that address is at a table; of more than counted ones the first is forgotten."""
        with self._lock:
            phones = self._phones.pop(address, {})
            phones.pop(phone, None)
            phones[phone] = self._clock()
            while len(phones) > limits.ADDRESS_SEATED:
                del phones[next(iter(phones))]
            self._phones[address] = phones  # the last in the order
            while len(self._phones) > MOST_NAMES:
                del self._phones[next(iter(self._phones))]

    def number(self, address: str) -> int:
        """How many phones at that address are at a table."""
        with self._lock:
            since = self._clock() - limits.SEATED_SECONDS
            return sum(seen > since for seen in self._phones.get(address, {}).values())


AT_TABLES = PhonesAtTables()  # of this process
