"""Rate limits: how often one household, and all together, may try a code, send a photo or open a table."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Lock

from ui.serving import limits

MOST_NAMES = 10_000  # that are told apart; the counts of those longest silent are dropped


class Limit:
    """So many times in so many seconds, for each name and for all together; counted in this server's memory."""

    def __init__(self, each: int, together: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._each, self._together, self._seconds, self._clock = each, together, seconds, clock
        self._times: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()
        self._lock = Lock()

    def reached(self, name: str) -> bool:
        """Whether this name, or all together, have had their number."""
        with self._lock:
            own = self._fresh(self._times.get(name, deque()))
            return len(own) >= self._each or len(self._fresh(self._all)) >= self._together

    def count(self, name: str) -> None:
        """Count one time more."""
        with self._lock:
            self._add(name, 1)

    def take(self, name: str, number: int = 1) -> bool:
        """Count so many times more, in one step; False, and none counted, where that is too many."""
        with self._lock:
            own, all_ = self._fresh(self._times.get(name, deque())), self._fresh(self._all)
            if len(own) + number > self._each or len(all_) + number > self._together:
                return False
            self._add(name, number)
            return True

    def _add(self, name: str, number: int) -> None:
        now = self._clock()
        own = self._fresh(self._times.pop(name, deque()))
        own.extend([now] * number)
        self._times[name] = own  # the last in the order
        self._fresh(self._all).extend([now] * number)
        while len(self._times) > MOST_NAMES:
            del self._times[next(iter(self._times))]

    def forget(self) -> None:
        """Begin to count anew."""
        with self._lock:
            self._times.clear()
            self._all.clear()

    def _fresh(self, times: deque[float]) -> deque[float]:
        while times and times[0] <= self._clock() - self._seconds:
            times.popleft()
        return times


def household(address: str) -> str:
    """The name to count an address by; of IPv6 its first 64 bits, since a phone chooses the others at will."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64)
    return str(found)


class Backoff:
    """How long each name has to wait after what went wrong: not at all at first, then longer every time.

    Each is counted for itself, so that no address waits for what another did. One that has been calm for ``longest``
    seconds begins anew.
    """

    def __init__(
        self, free: int, first: float, grows: float, longest: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._free, self._first, self._grows, self._longest, self._clock = free, first, grows, longest, clock
        self._failures: dict[str, list[float]] = {}  # when each was
        self._lock = Lock()

    def guess(self, name: str) -> float:
        """Count a try as failed; 0, or the seconds that this name still has to wait, and then none is counted.

        One step, so that no hundred tries at once find that nothing failed yet.
        """
        with self._lock:
            failures, now = self._failures.pop(name, []), self._clock()
            if failures and now - failures[-1] >= self._longest:
                failures = []
            wait = failures[-1] + self._pause(len(failures)) - now if failures else 0.0
            if wait <= 0:
                failures.append(now)
            self._failures[name] = failures  # the last in the order
            while len(self._failures) > MOST_NAMES:
                del self._failures[next(iter(self._failures))]
            return max(0.0, wait)

    def was_right(self, name: str) -> None:
        """Take back the last try of a name, which did not fail after all."""
        with self._lock:
            failures = self._failures.get(name, [])
            del failures[-1:]
            if not failures:
                self._failures.pop(name, None)

    def _pause(self, number: int) -> float:
        beyond = number - self._free
        return 0.0 if beyond < 0 else min(self._longest, self._first * self._grows ** min(beyond, 60))


PHOTOS = Limit(each=limits.ADDRESS_PHOTOS, together=limits.PHOTOS, seconds=limits.PHOTO_SECONDS)
TABLES = Limit(each=limits.ADDRESS_TABLES, together=limits.NEW_TABLES, seconds=limits.HOUR)
GAMES = Limit(each=limits.ADDRESS_GAMES, together=limits.IMPORTED_GAMES, seconds=limits.HOUR)
WRONG_CODES = Backoff(limits.FREE_GUESSES, limits.FIRST_WAIT_SECONDS, limits.WAIT_GROWS, limits.LONGEST_WAIT_SECONDS)
