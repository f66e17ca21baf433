"""A cache whose entries last as long as the photo they were made from is in memory."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
V = TypeVar("V")


class WeakCache(Generic[K, V]):
    """What was derived from a value, by the value's identity; for values that compare by identity."""

    def __init__(self) -> None:
        self._entries: WeakKeyDictionary[K, V] = WeakKeyDictionary()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[K], V]) -> V:
        """The entry of a value, made if there is none; two threads that ask at once may both make it."""
        with self._lock:
            entry = self._entries.get(key)
        if entry is None:
            entry = make(key)
            self.put(key, entry)
        return entry

    def put(self, key: K, entry: V) -> None:
        """Keep an entry that was made already."""
        with self._lock:
            self._entries[key] = entry
