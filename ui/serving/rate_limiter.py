"""Rate limiter for join codes: seconds until the next attempt, by network, and one budget for all networks together."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from secrets import token_hex
from threading import Lock

ADDRESS_HEADER = (
    f"x-crownsight-address-{token_hex(8)}"  # header of a page's connection; no phone can know it, and send its own
)
FREE_GUESSES = 3  # wrong codes of a network after which it waits; two that cost nothing: misheard, mistyped
FREE_GUESSES_OF_SITE = 30  # of the networks of one site together, which one person may have
FIRST_WAIT_SECONDS = 60.0  # after those; every further one costs WAIT_GROWS times as long
WAIT_GROWS = 4.0  # times
LONGEST_WAIT_SECONDS = 10_800.0  # three hours, as long as a code is fresh: at most 7 guesses of a network in that time
BUDGET = {False: 1_000, True: 500}  # wrong codes in three hours of all networks, by whether they had a right one before
MAX_KNOWN_NETWORKS = 10_000  # networks that had a right code, the latest


def client_network(address: str) -> str:
    """Return the name to count an address by; of IPv6 its first 64 bits, since a phone chooses the others at will."""
    return _network(address, 32, 64) or address


def client_site(address: str) -> str | None:
    """Return the name of all networks that a person may have together: 24 bits of IPv4, 48 of IPv6."""
    return _network(address, 24, 48)


def _network(address: str, bits: int, bits_of_ipv6: int) -> str | None:
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    rest = found.max_prefixlen - (bits_of_ipv6 if isinstance(found, IPv6Address) else bits)
    return str(type(found)(int(found) >> rest << rest))


class RateLimiter:
    """Counts wrong codes of each network, of its site, and of all together.

    Each waits for itself: not at all at first, then longer with every wrong code. A count is dropped after three calm
    hours, and never while it still waits. The budget bounds how many there are: beyond it a network waits until the
    earliest wrong code is three hours old. Networks that had a right code have a budget of their own, which strangers
    cannot use up.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: OrderedDict[str, list[float]] = OrderedDict()  # when each was, by name; the calmest first
        self._all: dict[bool, deque[float]] = {known: deque() for known in BUDGET}  # when each was
        self._known: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def attempt(self, address: str) -> float:
        """Count an attempt as failed and return 0; or return the seconds to wait, and count none.

        One step, so that no hundred attempts at once find that nothing failed yet.
        """
        with self._lock:
            now, limits = self._clock(), _limits(address)
            self._drop_calm(now)
            wait = max(self._wait(name, free, now) for name, free in limits.items())
            spent, most = self._spent(address)
            if len(spent) >= most:
                wait = max(wait, spent[0] + LONGEST_WAIT_SECONDS - now)
            if wait > 0:
                return wait
            for name in limits:
                self._failures.setdefault(name, []).append(now)
                self._failures.move_to_end(name)
            spent.append(now)
            return 0.0

    def refund(self, address: str, *, was_right: bool = False) -> None:
        """Take back the last attempt of an address, which did not fail after all."""
        with self._lock:
            for name in _limits(address):
                failures = self._failures.get(name, [])
                del failures[-1:]
                if not failures:
                    self._failures.pop(name, None)
            spent, _ = self._spent(address)
            if spent:
                spent.pop()
            if was_right:
                self._known[client_network(address)] = None
                self._known.move_to_end(client_network(address))
                while len(self._known) > MAX_KNOWN_NETWORKS:
                    self._known.popitem(last=False)

    def _spent(self, address: str) -> tuple[deque[float], int]:
        """Return the wrong codes of all networks that count together with this one, and how many there may be."""
        is_known = client_network(address) in self._known
        return self._all[is_known], BUDGET[is_known]

    def _wait(self, name: str, free: int, now: float) -> float:
        failures = self._failures.get(name, [])
        if failures and now - failures[-1] >= LONGEST_WAIT_SECONDS:
            failures = self._failures.pop(name)[:0]
        beyond = len(failures) - free
        if beyond < 0:
            return 0.0
        return failures[-1] + min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * WAIT_GROWS ** min(beyond, 60)) - now

    def _drop_calm(self, now: float) -> None:
        for spent in self._all.values():
            while spent and now - spent[0] >= LONGEST_WAIT_SECONDS:
                spent.popleft()
        while self._failures:
            name, failures = next(iter(self._failures.items()))
            if now - failures[-1] < LONGEST_WAIT_SECONDS:
                break
            del self._failures[name]


def _limits(address: str) -> dict[str, int]:
    """Return the names that an address is counted by, each with its free wrong codes."""
    site = client_site(address)
    return ({f"site {site}": FREE_GUESSES_OF_SITE} if site else {}) | {client_network(address): FREE_GUESSES}


JOIN_CODE_LIMITER = RateLimiter()
