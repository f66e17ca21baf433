"""A hall behind one router has room, and a stranger keeps nobody out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.serving.quota import Quota

SHARE, ALL = 3, 12
HALL, STRANGER, GUEST = "198.51.100.7", "203.0.113.9", "192.0.2.4"


def taken_by(places: Quota, address: str) -> int:
    """How many an address gets that takes as many as it can."""
    taken = 0
    while not places.are_taken_for(address):
        places.take(address)
        taken += 1
    return taken


def test_one_address_has_half_of_all_while_nobody_else_is_there() -> None:
    assert taken_by(Quota(SHARE, ALL), HALL) == ALL // 2


def test_once_half_is_taken_each_has_its_share() -> None:
    places = Quota(SHARE, ALL)

    assert [taken_by(places, one) for one in (STRANGER, HALL, GUEST)] == [ALL // 2, SHARE, SHARE]
    assert places.are_all_taken


def test_a_place_that_is_left_is_free() -> None:
    places = Quota(SHARE, ALL)
    taken_by(places, HALL)
    places.leave(HALL)

    assert not places.are_taken_for(HALL)


@given(before=st.lists(st.sampled_from([HALL, STRANGER])))
def test_a_guest_finds_a_place_whatever_two_others_do(before: list[str]) -> None:
    places = Quota(SHARE, ALL)
    for address in before:
        if not places.are_taken_for(address):
            places.take(address)

    assert taken_by(places, GUEST) >= SHARE
