"""The queue of photos to be read: a bounded number at a time, first come, first served."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoring.errors import CrownsightError
from scoring.message import message

NOTIFIED_EVERY = 1.0  # seconds between two calls of ``waiting``, which raises for a phone that has gone away


class QueueFull(CrownsightError):  # noqa: N818 - the name says all that an ending would
    """Too many photos wait already; the message says to come back."""


class PhotoQueue:
    """First come, first served, ``at_once`` at a time."""

    def __init__(self, at_once: int, longest: int) -> None:
        self._at_once, self._longest = at_once, longest
        self._inside = 0
        self._waiting: list[object] = []
        self._moved = threading.Condition()

    @contextmanager
    def turn(self, waiting: Callable[[int], None]) -> Iterator[None]:
        """A turn; ``waiting`` is called with the place in the queue, 1 for the next, when it changes and once a second.

        An exception from ``waiting`` leaves the queue. Raises QueueFull.
        """
        self._wait(waiting)
        try:
            yield
        finally:
            with self._moved:
                self._inside -= 1
                self._moved.notify_all()

    def _wait(self, waiting: Callable[[int], None]) -> None:
        mine = object()
        with self._moved:
            if len(self._waiting) >= self._longest:
                raise QueueFull(message("Very many photos are being read here just now. Try again in a minute."))
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
                self._inside += 1
                self._moved.notify_all()
            return place

    def _ahead(self, mine: object) -> int:
        free = self._at_once - self._inside
        return max(0, self._waiting.index(mine) + 1 - free)
