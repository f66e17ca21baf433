"""The queue of photos to be read: a bounded number at a time, senders in turn."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

from scoring.message import CrownsightError, message

NOTIFIED_EVERY = 1.0  # seconds between two calls of ``waiting``, which raises for a phone that has gone away


class QueueFull(CrownsightError):  # noqa: N818 - the name says all that an ending would
    """Too many photos wait already; the message says to come back."""


@dataclass(frozen=True, eq=False)
class _Waiting:
    sender: str


class PhotoQueue:
    """``at_once`` at a time, of each sender one: a sender's second photo comes after every other sender's first.

    So a sender of photos that take long leaves a turn to the next. Senders without a name are told apart.
    """

    def __init__(self, at_once: int, longest: int) -> None:
        self._at_once, self._longest = at_once, longest
        self._inside: Counter[str] = Counter()
        self._waiting: list[_Waiting] = []  # as they came
        self._turns: dict[str, int] = {}  # which turn was the last of each sender, since the queue was empty
        self._moved = threading.Condition()

    @contextmanager
    def turn(self, waiting: Callable[[int], None], sender: str = "") -> Iterator[None]:
        """A turn; ``waiting`` is called with the place in the queue, 1 for the next, when it changes and once a second.

        An exception from ``waiting`` leaves the queue. Raises QueueFull, at once or later: the photo that would be the
        last gives way to one of a sender with fewer.
        """
        sender = sender or uuid4().hex
        self._wait(waiting, _Waiting(sender))
        try:
            yield
        finally:
            with self._moved:
                self._inside -= Counter([sender])
                if not self._inside and not self._waiting:
                    self._turns.clear()
                self._moved.notify_all()

    def _wait(self, waiting: Callable[[int], None], mine: _Waiting) -> None:
        with self._moved:
            self._waiting.append(mine)
            if len(self._waiting) > self._longest:
                self._waiting.remove(self._in_order()[-1])
        try:
            while (place := self._place(mine)) > 0:
                waiting(place)
                with self._moved:
                    if mine in self._waiting and self._ahead(mine) == place:
                        self._moved.wait(NOTIFIED_EVERY)
        finally:
            with self._moved:
                if mine in self._waiting:
                    self._waiting.remove(mine)
                    self._moved.notify_all()

    def _place(self, mine: _Waiting) -> int:
        """The place in the queue; 0 with a turn, which it takes at once."""
        with self._moved:
            if mine not in self._waiting:
                raise QueueFull(message("Too many photos are being read right now. Try again in a minute."))
            place = self._ahead(mine)
            if place == 0:
                self._waiting.remove(mine)
                self._inside[mine.sender] += 1
                self._turns[mine.sender] = max(self._turns.values(), default=0) + 1
                self._moved.notify_all()
            return place

    def _ahead(self, mine: _Waiting) -> int:
        free = 0 if self._inside[mine.sender] else self._at_once - self._inside.total()
        return max(0, self._in_order().index(mine) + 1 - free)

    def _in_order(self) -> list[_Waiting]:
        """Who is next: by how many photos of the same sender are before, whose last turn was longest ago, who came."""
        before, ranked = Counter(self._inside), list[tuple[tuple[int, int], _Waiting]]()
        for one in self._waiting:
            ranked.append(((before[one.sender], self._turns.get(one.sender, 0)), one))
            before[one.sender] += 1
        return [one for _, one in sorted(ranked, key=lambda each: each[0])]
