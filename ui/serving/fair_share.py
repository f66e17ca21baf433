"""Fair queueing: runs of pages take turns as they come, an address that has had more than usual after the others.

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
    heavy: bool
    called: asyncio.Future[None]


class FairShare:
    """``at_once`` turns side by side: one of each connection, ``of_address`` of each address, one of all the heavy.

    Heavy are those beyond their own budget. Of those who wait, who came first is next while nobody has had more than
    ``usual`` turns lately; then the address with the fewest, and at one address the connection with the fewest. A turn
    is over after ``longest`` seconds, one of the heavy after ``heavy_longest``: a page that reads a photo, or never
    begins, keeps nobody waiting.
    """

    def __init__(
        self,
        at_once: int,
        of_address: int,
        longest: float,
        heavy_longest: float,
        usual: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once, self._of_address, self._usual, self._clock = at_once, of_address, usual, clock
        self._longest = {False: longest, True: heavy_longest}  # by whether it is heavy
        self._running: dict[str, tuple[_Waiting, asyncio.TimerHandle]] = {}  # by connection
        self._waiting: list[_Waiting] = []
        self._turns: dict[str, tuple[float, float]] = {}  # of an address or a connection: turns lately, counted when

    async def turn(self, connection: str, address: str, *, heavy: bool) -> None:
        """Wait for a turn; a cancelled wait leaves the queue."""
        mine = _Waiting(connection, address, heavy, asyncio.get_running_loop().create_future())
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

    def _call(self) -> None:
        """Give turns to those who are next."""
        while len(self._running) < self._at_once and (ready := [one for one in self._waiting if self._may(one)]):
            following = min(ready, key=lambda one: (one.heavy, self._beyond(one.address), self._beyond(one.connection)))
            self._waiting.remove(following)
            for name in (following.address, following.connection):
                self._turns[name] = (self._lately(name) + 1, self._clock())
            over = asyncio.get_running_loop().call_later(
                self._longest[following.heavy], self.over, following.connection
            )
            self._running[following.connection] = (following, over)
            following.called.set_result(None)
        if not self._waiting and not self._running:
            self._forget()

    def _may(self, one: _Waiting) -> bool:
        running = [other for other, _ in self._running.values()]
        if one.connection in self._running or one.called.done():
            return False
        if one.heavy and any(other.heavy for other in running):
            return False
        return sum(other.address == one.address for other in running) < self._of_address

    def _beyond(self, name: str) -> float:
        """How many turns more than usual an address or a connection has had lately."""
        return max(0.0, self._lately(name) - self._usual)

    def _lately(self, name: str) -> float:
        turns, counted = self._turns.get(name, (0.0, 0.0))
        return turns * exp((counted - self._clock()) / MEMORY)

    def _forget(self) -> None:
        self._turns = {name: held for name, held in self._turns.items() if self._lately(name) > FORGOTTEN}
