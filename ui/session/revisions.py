"""What one browser has sent of a board and been shown of it, so that what it changed can be told from what others did.

A browser sends the whole board after every change, with the revision that its changes began with. Only what differs
from its last word, or from what it was shown, is its own.
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


class Heard:
    """The boards of one table in one browser."""

    def __init__(self) -> None:
        self._last: tuple[int, Any] | None = None  # the revision that its changes began with, the board as it sent it
        self._shown: dict[tuple[int, int], Any] = {}

    def show(self, board: Revised) -> None:
        """Remember a board as the browser is shown it."""
        self._shown[board.number, board.revision] = board
        while len(self._shown) > MOST_SHOWN:
            del self._shown[next(iter(self._shown))]

    def hear(self, sent: T, base: int) -> T | None:
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
