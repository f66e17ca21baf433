"""The queue of photos to be read: a bounded number at a time, first come, first served."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoring.message import CrownsightError, message

NOTIFIED_EVERY = 1.0  # seconds between two calls of ``waiting``, which raises for a phone that has gone away


class QueueFull(CrownsightError):  # noqa: N818 - the name says all that an ending would
    """Too many photos wait already; the message says to come back."""


class PhotoQueue:
    """``at_once`` photos at a time, and ``longest`` that wait."""

    def __init__(self, at_once: int, longest: int) -> None:
        self._free, self._longest = at_once, longest
        self._waiting: list[object] = []  # as they came
        self._moved = threading.Condition()

    @contextmanager
    def turn(self, waiting: Callable[[int], None]) -> Iterator[None]:
        """A turn; ``waiting`` is called with the place in the queue, 1 for the next, when it changes and once a second.

        An exception from ``waiting`` leaves the queue. Raises QueueFull.
        """
        self._wait(waiting, object())
        try:
            yield
        finally:
            with self._moved:
                self._free += 1
                self._moved.notify_all()

    def _wait(self, waiting: Callable[[int], None], mine: object) -> None:
        with self._moved:
            if not self._free and len(self._waiting) >= self._longest:
                raise QueueFull(message("Too many photos are being read right now. Try again in a minute."))
            self._waiting.append(mine)
        try:
            while (place := self._place(mine)) > 0:
                waiting(place)
                with self._moved:
                    if self._ahead(mine) == place:
                        self._moved.wait(NOTIFIED_EVERY)
        finally:
            with self._moved:
                if mine in self._waiting:
                    self._waiting.remove(mine)
                self._moved.notify_all()

    def _place(self, mine: object) -> int:
        """The place in the queue; 0 with a turn, which it takes at once."""
        with self._moved:
            place = self._ahead(mine)
            if place == 0:
                self._waiting.remove(mine)
                self._free -= 1
            return place

    def _ahead(self, mine: object) -> int:
        return max(0, self._waiting.index(mine) + 1 - self._free)
