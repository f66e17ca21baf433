"""Queue of photos to read: some are read at a time, the others wait for a slot in the order in which they came."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoring.message import CrownsightError, message
from ui.system import Event, log_event
from vision.pipeline.reader import Progress

SLOTS = 2  # photos read at a time in this process; more would only slow each other
MAX_WAITING = 60  # photos; each is held in memory meanwhile
NOTIFY_SECONDS = 1.0  # between two calls of ``on_wait``, which raises for a phone that has gone away
WAITING = "waiting"  # the progress of a photo without a slot, with its position in the queue


class QueueFull(CrownsightError):  # noqa: N818 - the name says all that an ending would
    """Too many photos wait already; the message says to come back."""


class ReadingQueue:
    """Let ``slots`` photos be read at a time and ``max_waiting`` wait, first come, first served."""

    def __init__(self, slots: int, max_waiting: int) -> None:
        self._free_slots, self._max_waiting = slots, max_waiting
        self._waiting: list[object] = []  # tickets, the first to come first
        self._changed = threading.Condition()

    @contextmanager
    def hold_slot(self, on_wait: Callable[[int], None]) -> Iterator[None]:
        """Hold a slot during the block; wait for it first.

        ``on_wait`` is called with the position in the queue, 1 for the next, when it changes and once a second. If it
        raises, the photo leaves the queue. Raises QueueFull.
        """
        ticket = object()
        with self._changed:
            if not self._free_slots and len(self._waiting) >= self._max_waiting:
                raise QueueFull(message("Too many photos are being read right now. Try again in a minute."))
            self._waiting.append(ticket)
        try:
            while (position := self._try_to_start(ticket)) > 0:
                on_wait(position)
                with self._changed:
                    if self._find_position(ticket) == position:
                        self._changed.wait(NOTIFY_SECONDS)
        finally:
            with self._changed:
                if ticket in self._waiting:
                    self._waiting.remove(ticket)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._free_slots += 1
                self._changed.notify_all()

    def _try_to_start(self, ticket: object) -> int:
        """Take a slot if one is free for this ticket and return 0; else return its position in the queue."""
        with self._changed:
            position = self._find_position(ticket)
            if position == 0:
                self._waiting.remove(ticket)
                self._free_slots -= 1
            return position

    def _find_position(self, ticket: object) -> int:
        """Return the position in the queue, 1 for the next; 0 if a slot is free for this ticket."""
        return max(0, self._waiting.index(ticket) + 1 - self._free_slots)


_queue = ReadingQueue(SLOTS, MAX_WAITING)  # of this process


@contextmanager
def hold_reading_slot(progress: Progress) -> Iterator[None]:
    """Hold a slot of this process's queue during the block, and log the reading.

    ``progress`` gets ``waiting 3`` for the third in the queue. Raises QueueFull.
    """
    with log_event(Event.PHOTO_READ), _queue.hold_slot(lambda position: progress(f"{WAITING} {position}")):
        yield
