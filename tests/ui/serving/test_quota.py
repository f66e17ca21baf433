"""A hall behind one router has room, and a stranger keeps nobody out."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from ui.serving import limits
from ui.serving.quota import Quota

SHARE, FEW, ALL = 6, 1, 40
HALL, STRANGER, GUEST = "198.51.100.7", "203.0.113.9", "192.0.2.4"


def quota(at_table: Callable[[str], int] = lambda _: 0) -> Quota:
    """Places for these tests."""
    return Quota(SHARE, ALL, FEW, at_table)


def taken_by(places: Quota, address: str) -> int:
    """How many an address gets that takes as many as it can."""
    taken = 0
    while not places.are_taken_for(address):
        places.take(address)
        taken += 1
    return taken


def test_one_address_has_half_of_all_while_nobody_else_is_there() -> None:
    assert taken_by(quota(), HALL) == ALL // 2


def test_once_half_is_taken_each_has_its_share() -> None:
    places = quota()

    assert [taken_by(places, one) for one in (STRANGER, HALL, GUEST)] == [ALL // 2, SHARE, ALL // 4 - SHARE]


def test_newcomers_find_a_place_among_twenty_strangers() -> None:
    places = Quota(limits.ADDRESS_PAGES, limits.PAGES, limits.FEW_PAGES)
    for number in range(20):
        taken_by(places, f"stranger {number}")
    newcomers = [taken_by(places, f"newcomer {number}") for number in range(5)]

    assert newcomers == [limits.FEW_PAGES] * 5


def test_the_last_places_are_for_those_who_are_at_a_table() -> None:
    places = quota(at_table=lambda address: 2 if address == GUEST else 0)
    for number in range(100):
        taken_by(places, f"stranger {number}")

    assert taken_by(places, "newcomer") == 0
    assert taken_by(places, GUEST) == FEW
    assert not places.are_all_taken


def test_an_address_at_a_table_of_its_own_leaves_most_of_the_last_places_to_others() -> None:
    places = Quota(limits.ADDRESS_PAGES, limits.PAGES, limits.FEW_PAGES, at_table=lambda _: limits.ADDRESS_SEATED)
    before = limits.PAGES * 9 // 10
    for number in range(before):
        places.take(f"one of many {number}")

    assert taken_by(places, STRANGER) == limits.PAGES // 40
    assert taken_by(places, GUEST) == limits.PAGES // 40


def test_a_place_of_the_last_is_had_again_by_who_has_left_it() -> None:
    places = quota(at_table=lambda address: 1 if address == GUEST else 0)
    for number in range(100):
        taken_by(places, f"stranger {number}")
    taken_by(places, GUEST)
    places.leave(GUEST)

    assert taken_by(places, GUEST) == FEW


def test_a_place_that_is_left_is_free() -> None:
    places = quota()
    taken_by(places, HALL)
    places.leave(HALL)

    assert not places.are_taken_for(HALL)


@given(before=st.lists(st.sampled_from([HALL, STRANGER])))
def test_a_guest_finds_a_place_whatever_two_others_do(before: list[str]) -> None:
    places = quota()
    for address in before:
        if not places.are_taken_for(address):
            places.take(address)

    assert taken_by(places, GUEST) >= FEW
