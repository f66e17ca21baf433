"""The line of photos that wait to be read: a bounded number at a time, everybody else with an honest and fair place."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

from vision.photo.photo import PhotoError

LOOK_UP = 1.0  # seconds between two words to whoever waits: who has gone away is noticed so


@dataclass(frozen=True, eq=False)
class _Waiting:
    whose: str


class Line:
    """``at_once`` at a time, of each sender one: nobody's second photo goes before somebody else's first.

    So a sender of photos that take long leaves a turn to whoever comes next. Nameless senders are told apart.
    """

    def __init__(self, at_once: int, longest: int) -> None:
        self._at_once, self._longest = at_once, longest
        self._inside: Counter[str] = Counter()
        self._waiting: list[_Waiting] = []  # as they came
        self._turns: dict[str, int] = {}  # which turn was the last of each sender, since the line was empty
        self._moved = threading.Condition()

    @contextmanager
    def turn(self, waiting: Callable[[int], None], whose: str = "") -> Iterator[None]:
        """A turn; ``waiting`` hears the place in line, 1 for the next, when it changes and once a second.

        Whoever raises from ``waiting`` leaves the line. Raises PhotoError if the line is too long, then or later: the
        photo that would be the last gives way to one of a sender with fewer.
        """
        whose = whose or uuid4().hex
        self._wait(waiting, _Waiting(whose))
        try:
            yield
        finally:
            with self._moved:
                self._inside -= Counter([whose])
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
                        self._moved.wait(LOOK_UP)
        finally:
            with self._moved:
                if mine in self._waiting:
                    self._waiting.remove(mine)
                    self._moved.notify_all()

    def _place(self, mine: _Waiting) -> int:
        """The place in line; 0 with a turn, which it takes at once."""
        with self._moved:
            if mine not in self._waiting:
                raise PhotoError("Very many photos are being read here just now. Try again in a minute.")
            place = self._ahead(mine)
            if place == 0:
                self._waiting.remove(mine)
                self._inside[mine.whose] += 1
                self._turns[mine.whose] = max(self._turns.values(), default=0) + 1
                self._moved.notify_all()
            return place

    def _ahead(self, mine: _Waiting) -> int:
        free = 0 if self._inside[mine.whose] else self._at_once - self._inside.total()
        return max(0, self._in_order().index(mine) + 1 - free)

    def _in_order(self) -> list[_Waiting]:
        """Who is next: by how many photos of the same sender are before, whose last turn was longest ago, who came."""
        before, ranked = Counter(self._inside), list[tuple[tuple[int, int], _Waiting]]()
        for one in self._waiting:
            ranked.append(((before[one.whose], self._turns.get(one.whose, 0)), one))
            before[one.whose] += 1
        return [one for _, one in sorted(ranked, key=lambda each: each[0])]
