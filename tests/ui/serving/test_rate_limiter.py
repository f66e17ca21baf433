"""The rate limiter delays an address after wrong join codes, and no other."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from streamlit.testing.v1 import AppTest

from tests.ui.event_loop import outcome
from tests.ui.phone import fill, press, words
from ui.serving import rate_limiter
from ui.serving.headers import PhoneCookieMiddleware
from ui.serving.rate_limiter import RateLimiter, client_network, client_site
from ui.session import members
from ui.store.codes import CONSONANTS, DIGITS, FRESH, SYLLABLES, VOWELS


@pytest.mark.parametrize(
    ("address", "network", "site"),
    [
        ("198.51.100.7", "198.51.100.7", "198.51.100.0"),
        ("::ffff:198.51.100.7", "198.51.100.7", "198.51.100.0"),  # to a server that listens at ::
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::"),
        ("fe80::1%eth0", "fe80::", "fe80::"),
        ("unknown", "unknown", None),
    ],
)
def test_address_counts_for_its_network_and_site(address: str, network: str, site: str | None) -> None:
    assert (client_network(address), client_site(address)) == (network, site)


HOME = "203.0.113.9"
Attempts = Iterable[str]


class Clock:
    """The seconds that a limiter is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limiter(clock: Clock) -> RateLimiter:
    return RateLimiter(clock)


def count_allowed(limiter: RateLimiter, addresses: Attempts) -> int:
    """Return how many of these attempts need not wait."""
    return sum(not limiter.attempt(address) for address in addresses)


def test_pauses_grow_after_the_free_codes(limiter: RateLimiter, clock: Clock) -> None:
    pauses = []
    for _ in range(rate_limiter.FREE_GUESSES + 5):
        pauses.append(limiter.attempt(HOME))
        clock.now += pauses[-1]
        if pauses[-1]:
            assert limiter.attempt(HOME) == 0
    free, longer = pauses[: rate_limiter.FREE_GUESSES], pauses[rate_limiter.FREE_GUESSES :]

    assert free == [0.0] * rate_limiter.FREE_GUESSES
    assert longer == [60.0, 240.0, 960.0, 3840.0, 10800.0]


def test_guessers_do_not_delay_others(limiter: RateLimiter) -> None:
    for number in range(250):
        limiter.attempt(f"198.51.{number}.1")
        limiter.attempt("192.0.2.1")

    assert limiter.attempt("192.0.2.1") > 0
    assert limiter.attempt(HOME) == 0


def test_concurrent_guesses_are_all_counted(limiter: RateLimiter) -> None:
    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(limiter.attempt, [HOME] * 50))

    assert waits.count(0) == rate_limiter.FREE_GUESSES


def test_right_code_does_not_reset_the_counter(limiter: RateLimiter) -> None:
    assert count_allowed(limiter, [HOME] * (rate_limiter.FREE_GUESSES - 1)) == rate_limiter.FREE_GUESSES - 1
    for _ in range(5):
        assert limiter.attempt(HOME) == 0
        limiter.refund(HOME, was_right=True)

    assert count_allowed(limiter, [HOME] * 2) == 1


def test_networks_of_one_site_share_a_limit(limiter: RateLimiter) -> None:
    networks = (f"2001:db8:1:{number:x}::1" for number in range(2_000))

    assert count_allowed(limiter, networks) == rate_limiter.FREE_GUESSES_OF_SITE
    assert limiter.attempt("2001:db8:2::1") == 0


@pytest.mark.parametrize("is_known", [False, True], ids=["strangers", "known"])
def test_all_networks_together_have_a_budget(limiter: RateLimiter, clock: Clock, is_known: bool) -> None:
    networks = [f"2001:db8:{number:x}::1" for number in range(2_000)]
    for network in networks if is_known else []:  # of their own tables
        limiter.attempt(network)
        limiter.refund(network, was_right=True)

    assert count_allowed(limiter, networks) == rate_limiter.BUDGET[is_known]
    clock.now = FRESH
    assert limiter.attempt(networks[0]) == 0


def test_known_network_may_join_when_strangers_are_limited(limiter: RateLimiter) -> None:
    limiter.attempt(HOME)
    limiter.refund(HOME, was_right=True)
    count_allowed(limiter, (f"2001:db8:{number:x}::1" for number in range(2_000)))

    assert limiter.attempt("192.0.2.1") > 0
    assert limiter.attempt(HOME) == 0


def test_counts_that_wait_are_not_dropped(limiter: RateLimiter) -> None:
    while not limiter.attempt(HOME):
        pass
    count_allowed(limiter, (f"2001:db8:{number:x}::1" for number in range(3_000)))

    assert limiter.attempt(HOME) > 0


def test_any_number_of_networks_hits_a_table_once_in_1900() -> None:
    fresh_tables, codes = 12, (len(CONSONANTS) * len(VOWELS)) ** SYLLABLES * len(DIGITS) ** 2

    assert sum(rate_limiter.BUDGET.values()) * fresh_tables / codes <= 1 / 1_900


def test_counter_resets_after_the_longest_pause(limiter: RateLimiter, clock: Clock) -> None:
    count_allowed(limiter, [HOME] * 10)
    clock.now = rate_limiter.LONGEST_WAIT_SECONDS

    assert count_allowed(limiter, [HOME] * 10) == rate_limiter.FREE_GUESSES


@pytest.fixture(autouse=True)
def of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own counters."""
    monkeypatch.setattr(members, "JOIN_CODE_LIMITER", RateLimiter())


def test_page_says_that_too_many_codes_were_wrong(app: AppTest) -> None:
    for _ in range(rate_limiter.FREE_GUESSES + 1):
        press(fill(app.run(), "Join a table (enter code)", "AAA-AAA"), "Join")

    assert "Too many wrong codes" in words(app)


def test_page_gets_its_address_in_a_secret_header() -> None:
    passed_on = list[Scope]()

    async def note(scope: Scope, _receive: Receive, _send: Send) -> None:
        passed_on.append(scope)

    async def nobody(*_: object) -> Any:
        raise AssertionError

    scope = {"type": "websocket", "client": ("198.51.100.7", 50_000), "headers": [(b"x-crownsight-address", b"mine")]}
    outcome(PhoneCookieMiddleware(note)(scope, nobody, nobody))

    [(_, mine), (name, address)] = passed_on[0]["headers"]
    assert (mine, address) == (b"mine", b"198.51.100.7")
    assert len(name) > len("x-crownsight-address") + 10
