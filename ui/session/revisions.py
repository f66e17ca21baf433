"""Revisions of boards as one browser was shown them and sent them: optimistic concurrency between browser and server.

A browser sends the whole board after every change, with the revision that its changes are based on. Only what differs
from the board it sent last, or from the one it was shown, is its own change.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

MOST_SHOWN = 300  # boards


class Revised(Protocol):
    """A board with its number and the revision of it."""

    @property
    def number(self) -> int: ...

    @property
    def revision(self) -> int: ...


T = TypeVar("T", bound=Revised)


class ShownBoards:
    """The boards of one table as one browser knows them."""

    def __init__(self) -> None:
        self._last: tuple[int, Any] | None = None  # the revision its changes are based on, the board it sent
        self._shown: dict[tuple[int, int], Any] = {}

    def show(self, board: Revised) -> None:
        """Remember a board as the browser is shown it."""
        self._shown[board.number, board.revision] = board
        while len(self._shown) > MOST_SHOWN:
            del self._shown[next(iter(self._shown))]

    def receive(self, sent: T, base: int) -> T | None:
        """What a board that this browser sent is to be compared with, None if that is not known; remembers the board.

        ``base`` is the revision that its changes began with.
        """
        known = self._last is not None and self._last[1].number == sent.number and self._last[0] == base
        before: T | None = self._last[1] if self._last and known else self._shown.get((sent.number, base))
        self._last = (base, sent)
        return before

    def revision(self, board: Revised) -> int:
        """The last revision of a board that this browser sent, or that it was shown first."""
        if self._last and self._last[1].number == board.number:
            sent: int = self._last[1].revision
            return sent
        return min((revision for number, revision in self._shown if number == board.number), default=board.revision)
