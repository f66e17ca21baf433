"""Token buckets: how fast something may go on, and how much at once."""

from __future__ import annotations

import time
from collections.abc import Callable


class TokenBucket:
    """``burst`` tokens at first, ``rate`` more a second up to that number; one is taken each time."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._counted = burst, clock()

    def take(self, tokens: float = 1) -> float:
        """Take so many tokens; returns the seconds to wait until they are available, 0 if they are now."""
        self._fill()
        self._tokens -= tokens
        return max(0.0, -self._tokens / self._rate)

    def take_now(self) -> bool:
        """Take a token if there is one."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long: a new bucket would be the same."""
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._counted) * self._rate)
        self._counted = now


class TokenBuckets:
    """A bucket for each name; those that are full are forgotten."""

    def __init__(
        self, rate: float, burst: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: dict[str, TokenBucket] = {}

    def of(self, name: str) -> TokenBucket:
        """The bucket of that name; of more than ``most`` names, those longest unused are forgotten too."""
        bucket = self._buckets.pop(name, None) or TokenBucket(self._rate, self._burst, self._clock)
        self._buckets[name] = bucket  # the last in the order
        while len(self._buckets) > self._most or self._first_is_full(bucket):
            del self._buckets[next(iter(self._buckets))]
        return bucket

    def _first_is_full(self, asked: TokenBucket) -> bool:
        first = next(iter(self._buckets.values()))
        return first is not asked and first.full
