"""Token buckets: so many at once, so many a second, and never more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.serving.token_bucket import TokenBucket, TokenBuckets

steps = st.lists(st.floats(0, 5), max_size=80)  # seconds between two askings


@given(steps, st.floats(0.5, 20), st.integers(1, 30))
def test_never_more_goes_through_than_burst_and_rate_allow(waits: list[float], rate: float, burst: int) -> None:
    now = [0.0]
    bucket = TokenBucket(rate, burst, lambda: now[0])
    through = []
    for wait in waits:
        now[0] += wait
        if bucket.take_now():
            through.append(now[0])

    for first, start in enumerate(through):
        for last in range(first, len(through)):
            assert last - first + 1 <= burst + rate * (through[last] - start) + 1e-6


@given(steps, st.floats(0.5, 20), st.integers(1, 30))
def test_who_waits_as_told_comes_no_sooner_than_allowed(waits: list[float], rate: float, burst: int) -> None:
    now = [0.0]
    bucket = TokenBucket(rate, burst, lambda: now[0])
    for number, wait in enumerate(waits):
        now[0] += wait
        assert now[0] + bucket.take() >= (number + 1 - burst) / rate - 1e-6


def test_after_a_pause_the_burst_is_there_again() -> None:
    now = [0.0]
    bucket = TokenBucket(1, 3, lambda: now[0])

    assert [bucket.take_now() for _ in range(4)] == [True, True, True, False]
    now[0] = 3
    assert bucket.full
    assert [bucket.take_now() for _ in range(4)] == [True, True, True, False]


def test_each_name_has_its_own_bucket_and_what_is_full_is_forgotten() -> None:
    now = [0.0]
    buckets = TokenBuckets(1, 2, most=3, clock=lambda: now[0])

    assert buckets.of("Ana").take_now()
    assert buckets.of("Ana").take_now()
    assert not buckets.of("Ana").take_now()
    assert buckets.of("Ben").take_now()
    now[0] = 10
    for name in ("Cora", "Dev", "Eve", "Fay"):
        buckets.of(name).take_now()
    assert len(buckets._buckets) <= 3
