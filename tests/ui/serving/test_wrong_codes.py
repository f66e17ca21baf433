"""An address that tried wrong codes has to wait; no other does."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from streamlit.testing.v1 import AppTest

from tests.ui.event_loop import outcome
from tests.ui.phone import fill, press, words
from ui.serving import wrong_codes
from ui.serving.headers import PhoneCookie
from ui.serving.wrong_codes import Backoff, client_network
from ui.store.codes import CONSONANTS, DIGITS, FRESH, SYLLABLES, VOWELS


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),  # to a server that listens at ::
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
    ],
)
def test_address_counts_up_to_its_network(address: str, counted_as: str) -> None:
    assert client_network(address) == counted_as


def count_most_within(seconds: float, times: list[float]) -> int:
    """Return the most of these times in any span of so many seconds."""
    return max(sum(start <= one < start + seconds for one in times) for start in times)


def new_backoff(free: int = wrong_codes.FREE_GUESSES, clock: Callable[[], float] = time.monotonic) -> Backoff:
    """Return a counter with the settings of the app."""
    pauses = (wrong_codes.FIRST_WAIT_SECONDS, wrong_codes.WAIT_GROWS, wrong_codes.LONGEST_WAIT_SECONDS)
    return Backoff(free, *pauses, clock=clock)


def guess_as_often_as_allowed(seconds: float) -> list[float]:
    """Return when one address tries codes that waits no longer than it must."""
    now, times = 0.0, []
    counted = new_backoff(clock=lambda: now)
    while now < seconds:
        wait = counted.guess("a guesser")
        if not wait:
            times.append(now)
        now += wait
    return times


def test_pauses_grow_after_the_free_codes() -> None:
    times = guess_as_often_as_allowed(FRESH)
    pauses = [later - sooner for sooner, later in pairwise(times)]

    assert pauses[: wrong_codes.FREE_GUESSES - 1] == [0.0] * (wrong_codes.FREE_GUESSES - 1)
    assert all(longer > pause for pause, longer in pairwise(pauses[1:]))


def test_guessers_do_not_delay_others() -> None:
    counted = new_backoff()
    for number in range(500):
        counted.guess(f"guesser {number}")
        counted.guess("the same guesser")

    assert counted.guess("the same guesser") > 0
    assert counted.guess("a guest") == 0


def test_concurrent_guesses_are_all_counted() -> None:
    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(new_backoff().guess, ["a guesser"] * 50))

    assert waits.count(0) == wrong_codes.FREE_GUESSES


def test_right_code_does_not_reset_the_counter() -> None:
    counted = new_backoff(free=2)
    counted.guess("a guest")
    for _ in range(5):
        assert counted.guess("a guest") == 0
        counted.was_right("a guest")

    assert [counted.guess("a guest") > 0 for _ in range(2)] == [False, True]


def test_home_network_hits_a_table_once_in_1500() -> None:
    addresses, fresh_tables = 254, 12
    codes = (len(CONSONANTS) * len(VOWELS)) ** SYLLABLES * len(DIGITS) ** 2
    each = count_most_within(FRESH, guess_as_often_as_allowed(20 * FRESH))

    assert addresses * each * fresh_tables / codes <= 1 / 1_500


def test_counter_resets_after_the_longest_pause() -> None:
    now = 0.0
    counted = new_backoff(clock=lambda: now)
    for _ in range(10):
        counted.guess("a guest")
    now = wrong_codes.LONGEST_WAIT_SECONDS

    assert [counted.guess("a guest") for _ in range(wrong_codes.FREE_GUESSES)] == [0] * wrong_codes.FREE_GUESSES


def test_page_says_that_too_many_codes_were_wrong(app: AppTest) -> None:
    for _ in range(wrong_codes.FREE_GUESSES + 1):
        press(fill(app.run(), "Join with code", "AAA-AAA"), "Join")

    assert "Too many wrong codes" in words(app)


def test_page_gets_its_address_in_a_secret_header() -> None:
    passed_on = list[Scope]()

    async def note(scope: Scope, _receive: Receive, _send: Send) -> None:
        passed_on.append(scope)

    async def nobody(*_: object) -> Any:
        raise AssertionError

    scope = {"type": "websocket", "client": ("198.51.100.7", 50_000), "headers": [(b"x-crownsight-address", b"mine")]}
    outcome(PhoneCookie(note)(scope, nobody, nobody))

    [(_, mine), (name, address)] = passed_on[0]["headers"]
    assert (mine, address) == (b"mine", b"198.51.100.7")
    assert len(name) > len("x-crownsight-address") + 10
