"""Quotas, shared among addresses: of connections, open pages and pages that listen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable


class Quota:
    """How many of ``together`` places are taken, by address.

    ``each`` is the share of an address, which it may exceed while less than half of all places are taken: a hall whose
    phones have one address has room, and a stranger leaves the other half to everybody else. From three quarters on an
    address gets a ``few`` places, so that those who hold none find some, however many addresses take their share; the
    last tenth is for those who are at a table: a few for each of the phones ``at_table`` that it counts at an address,
    and for one address a quarter of them, since anybody may sit down at a table of their own.
    """

    def __init__(self, each: int, together: int, few: int, at_table: Callable[[str], int] = lambda _: 0) -> None:
        self._each, self._together, self._few, self._at_table = each, together, few, at_table
        self._taken: Counter[str] = Counter()
        self._last: Counter[str] = Counter()  # of these, from the last tenth

    @property
    def are_all_taken(self) -> bool:
        """Whether none is left for anybody."""
        return self._taken.total() >= self._together

    def are_taken_for(self, address: str) -> bool:
        """Whether none is left for an address."""
        return self._taken[address] >= self._most(address)

    def _most(self, address: str) -> int:
        taken, together = self._taken.total(), self._together
        if taken >= together or (self._are_last and self._last[address] >= max(self._few, together // 40)):
            return 0
        if taken < together // 2:
            return together
        if taken < together * 3 // 4:
            return self._each
        of_phones = self._few * self._at_table(address)
        return of_phones if self._are_last else max(self._few, of_phones)

    @property
    def _are_last(self) -> bool:
        return self._taken.total() >= self._together * 9 // 10

    def take(self, address: str) -> None:
        """Count one more."""
        if self._are_last:
            self._last[address] += 1
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        """Count one less."""
        self._taken -= Counter([address])  # keeps none at zero
        self._last -= Counter([address])
