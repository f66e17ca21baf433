"""Back-off after wrong codes: seconds until the next try, for each client_network, whose address its pages are told."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from secrets import token_hex
from threading import Lock

ADDRESS_HEADER = (
    f"x-crownsight-address-{token_hex(8)}"  # header of a page's connection; no phone can know it, and send its own
)
FREE_GUESSES = 3  # wrong codes of an address after which it waits; two that cost nothing: misheard, mistyped
FIRST_WAIT_SECONDS = 60.0  # after the third; every further one costs WAIT_GROWS times as long
WAIT_GROWS = 4.0  # times
LONGEST_WAIT_SECONDS = 10_800.0  # three hours, as long as a code is fresh: at most 7 guesses of an address in that time
MOST_NAMES = 10_000  # that are told apart; the counts of those longest silent are dropped


def client_network(address: str) -> str:
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
            beyond = len(failures) - self._free
            pause = 0.0 if beyond < 0 else min(self._longest, self._first * self._grows ** min(beyond, 60))
            wait = failures[-1] + pause - now if failures else 0.0
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


WRONG_CODES = Backoff(FREE_GUESSES, FIRST_WAIT_SECONDS, WAIT_GROWS, LONGEST_WAIT_SECONDS)
