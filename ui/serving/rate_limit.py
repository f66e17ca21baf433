"""Rate limits: how often one household, and all together, may try a code or send a photo."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Lock
from typing import Protocol

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
            now = self._clock()
            own = self._fresh(self._times.pop(name, deque()))
            own.append(now)
            self._times[name] = own  # the last in the order
            self._fresh(self._all).append(now)
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


class Waits(Protocol):
    """How long each name has to wait after what went wrong, wherever that is counted."""

    def wait(self, name: str) -> float:
        """Seconds that this name still has to wait; 0 if it need not."""

    def failed(self, name: str) -> None:
        """Count one failure more."""


class Backoff:
    """How long each name has to wait after what went wrong: not at all at first, then longer every time.

    Each is counted for itself, so that no address waits for what another did. One that has been calm for ``longest``
    seconds begins anew.
    """

    def __init__(
        self, free: int, first: float, grows: float, longest: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._free, self._first, self._grows, self._longest, self._clock = free, first, grows, longest, clock
        self._failures: dict[str, tuple[int, float]] = {}  # how many, and when the last was
        self._lock = Lock()

    def wait(self, name: str) -> float:
        """Seconds that this name still has to wait; 0 if it need not."""
        with self._lock:
            number, last = self._known(name)
            return max(0.0, last + self._pause(number) - self._clock())

    def failed(self, name: str) -> None:
        """Count one failure more."""
        with self._lock:
            number, _ = self._known(name)
            self._failures.pop(name, None)
            self._failures[name] = (number + 1, self._clock())  # the last in the order
            while len(self._failures) > MOST_NAMES:
                del self._failures[next(iter(self._failures))]

    def _known(self, name: str) -> tuple[int, float]:
        number, last = self._failures.get(name, (0, self._clock()))
        return (0, last) if self._clock() - last >= self._longest else (number, last)

    def _pause(self, number: int) -> float:
        beyond = number - self._free
        return 0.0 if beyond < 0 else min(self._longest, self._first * self._grows ** min(beyond, 60))


PHOTOS = Limit(each=limits.ADDRESS_PHOTOS, together=limits.PHOTOS, seconds=limits.PHOTO_SECONDS)


def counted_wrong_codes() -> Backoff:
    """A new count of wrong codes, within the limits."""
    return Backoff(limits.FREE_GUESSES, limits.FIRST_WAIT_SECONDS, limits.WAIT_GROWS, limits.LONGEST_WAIT_SECONDS)


class WrongCodes:
    """Who has tried wrong codes: counted in this process, or by the first for all workers."""

    counted: Waits = counted_wrong_codes()
