"""A cache of what belongs to boards, by table and board number: bounded in bytes and in time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

HOURS = 12
T = TypeVar("T")


class BoardCache(Generic[T]):
    """Entries of at most ``most`` bytes together by ``size``; what was longest unused makes room.

    After HOURS without being kept anew an entry is gone.
    """

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._most, self._size = most, size
        self._held: OrderedDict[tuple[int, int], tuple[float, T]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def keep(self, table: int, board: int, entry: T) -> None:
        """Keep what belongs to a board."""
        with self._lock:
            self._drop((table, board))
            self._held[table, board] = (time.monotonic(), entry)
            self._bytes += self._size(entry)
            while self._bytes > self._most:
                self._drop(next(iter(self._held)))

    def find(self, table: int, board: int) -> T | None:
        """What belongs to a board; None if it is not in this memory any more."""
        with self._lock:
            kept, entry = self._held.get((table, board), (0.0, None))
            if entry is None:
                return None
            if kept < time.monotonic() - HOURS * 3600:
                self._drop((table, board))
                return None
            self._held.move_to_end((table, board))
            return entry

    def forget(self, table: int) -> None:
        """Drop all of a table."""
        with self._lock:
            for key in [key for key in self._held if key[0] == table]:
                self._drop(key)

    def _drop(self, key: tuple[int, int]) -> None:
        _, dropped = self._held.pop(key, (0.0, None))
        if dropped is not None:
            self._bytes -= self._size(dropped)
