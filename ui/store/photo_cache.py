"""Photos of boards in memory: bounded in bytes and in time."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from ui.table.source import Source

MOST_BYTES = 100_000_000  # about 100 boards
STRAIGHT = 80_000  # bytes of the view from straight above, which is remembered as long as the photo is
HOURS = 12


class PhotoCache:
    """What boards were read from, by table and board number; what was longest unused makes room.

    After HOURS without being kept anew a photo is gone.
    """

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[int, int], tuple[float, Source]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def keep(self, table: int, board: int, source: Source) -> None:
        """Keep what a board was read from."""
        with self._lock:
            self._drop((table, board))
            self._held[table, board] = (time.monotonic(), source)
            self._bytes += _size(source)
            while self._bytes > MOST_BYTES:
                self._drop(next(iter(self._held)))

    def find(self, table: int, board: int) -> Source | None:
        """What a board was read from; None if it is not in memory any more."""
        with self._lock:
            kept, source = self._held.get((table, board), (0.0, None))
            if source is None:
                return None
            if kept < time.monotonic() - HOURS * 3600:
                self._drop((table, board))
                return None
            self._held.move_to_end((table, board))
            return source

    def forget(self, table: int) -> None:
        """Drop every photo of a table."""
        with self._lock:
            for key in [key for key in self._held if key[0] == table]:
                self._drop(key)

    def _drop(self, key: tuple[int, int]) -> None:
        _, dropped = self._held.pop(key, (0.0, None))
        if dropped is not None:
            self._bytes -= _size(dropped)


def _size(source: Source) -> int:
    return len(source.picture.jpeg) + STRAIGHT
