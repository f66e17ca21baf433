"""Signal of committed changes, for threads that wait for the next one."""

from __future__ import annotations

from threading import Condition


class ChangeSignal:
    """Signal after every transaction that this process commits, also after one that changed nothing."""

    def __init__(self) -> None:
        self._counter = 0
        self._condition = Condition()

    def notify(self) -> None:
        """Wake the waiting threads after a commit."""
        with self._condition:
            self._counter += 1
            self._condition.notify_all()

    @property
    def counter(self) -> int:
        """Number of signals so far."""
        return self._counter

    def wait(self, known: int, seconds: float) -> int:
        """Return the counter as soon as it differs from ``known``, or after that many seconds."""
        with self._condition:
            self._condition.wait_for(lambda: self._counter != known, seconds)
            return self._counter
