"""Fair queueing: runs of pages take turns, those at a table first, as they come; everybody else one at a time.

Python runs one thread at a time. With twenty runs side by side everybody waits for all of them, the server's own loop
too; with a few the wait is short, and it matters only who is next.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import exp

MEMORY = 10.0  # seconds after which a turn counts for 1/e of what it did
FORGOTTEN = 0.01  # turns: less than that is none


@dataclass(frozen=True, eq=False)
class _Waiting:
    connection: str
    address: str
    is_last: bool
    called: asyncio.Future[None]


class FairShare:
    """``at_once`` turns side by side, one of each connection: first those at a table, as they come.

    The others are last, with one turn at a time among them: the address that has had the fewest lately is next, and at
    one address the connection with the fewest. Last are addresses without anybody ``at_table``, and whatever has had
    more than ``usual`` turns lately for each of its phones there: an address, or one connection. A turn is over after
    ``longest`` seconds, one of the last after ``last_longest``: a page that reads a photo, or never begins, keeps
    nobody waiting.
    """

    def __init__(
        self,
        at_once: int,
        longest: float,
        last_longest: float,
        usual: float,
        at_table: Callable[[str], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once, self._usual, self._at_table, self._clock = at_once, usual, at_table, clock
        self._longest = {False: longest, True: last_longest}  # by whether it is last
        self._running: dict[str, tuple[_Waiting, asyncio.TimerHandle]] = {}  # by connection
        self._waiting: list[_Waiting] = []
        self._turns: dict[str, tuple[float, float]] = {}  # of an address or a connection: turns lately, counted when

    async def turn(self, connection: str, address: str) -> None:
        """Wait for a turn; a cancelled wait leaves the queue."""
        called = asyncio.get_running_loop().create_future()
        mine = _Waiting(connection, address, self._is_last(connection, address), called)
        self._waiting.append(mine)
        self._call()
        try:
            await mine.called
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                self.over(connection)
            raise

    def over(self, connection: str) -> None:
        """Give back the turn of a connection, if it has one."""
        if connection in self._running:
            self._running.pop(connection)[1].cancel()
            self._call()

    def _is_last(self, connection: str, address: str) -> bool:
        usual_there = self._usual * self._at_table(address)
        return self._lately(address) >= usual_there or self._lately(connection) >= self._usual

    def _call(self) -> None:
        """Give turns to those who are next."""
        while len(self._running) < self._at_once and (following := self._next()):
            self._waiting.remove(following)
            for name in (following.address, following.connection):
                self._turns[name] = (self._lately(name) + 1, self._clock())
            longest = self._longest[following.is_last]
            over = asyncio.get_running_loop().call_later(longest, self.over, following.connection)
            self._running[following.connection] = (following, over)
            following.called.set_result(None)
        if not self._waiting and not self._running:
            self._forget()

    def _next(self) -> _Waiting | None:
        ready = [one for one in self._waiting if one.connection not in self._running and not one.called.done()]
        first = next((one for one in ready if not one.is_last), None)
        if first or any(running.is_last for running, _ in self._running.values()):
            return first
        return min(ready, key=lambda one: (self._lately(one.address), self._lately(one.connection)), default=None)

    def _lately(self, name: str) -> float:
        """How many turns an address or a connection has had lately."""
        turns, counted = self._turns.get(name, (0.0, 0.0))
        return turns * exp((counted - self._clock()) / MEMORY)

    def _forget(self) -> None:
        self._turns = {name: held for name, held in self._turns.items() if self._lately(name) > FORGOTTEN}
