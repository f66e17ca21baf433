"""Quotas, shared among addresses: of connections, open pages and pages that listen."""

from __future__ import annotations

from collections import Counter


class Quota:
    """How many of ``together`` places are taken, by address.

    ``each`` is the share of an address, which it may exceed while less than half of all places are taken: a hall whose
    phones have one address has room, and a stranger leaves the other half to everybody else.
    """

    def __init__(self, each: int, together: int) -> None:
        self._each, self._together = each, together
        self._taken: Counter[str] = Counter()

    @property
    def are_all_taken(self) -> bool:
        """Whether none is left for anybody."""
        return self._taken.total() >= self._together

    def are_taken_for(self, address: str) -> bool:
        """Whether none is left for an address."""
        is_share_taken = self._taken[address] >= self._each
        return self.are_all_taken or (is_share_taken and self._taken.total() >= self._together // 2)

    def take(self, address: str) -> None:
        """Count one more."""
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        """Count one less."""
        self._taken -= Counter([address])  # keeps none at zero
