"""Phones at tables are known for an evening, by the address that they have."""

from __future__ import annotations

from ui.serving import limits
from ui.serving.at_tables import PhonesAtTables

HALL = "198.51.100.7"


def test_each_phone_that_was_seen_at_a_table_counts_once() -> None:
    phones = PhonesAtTables()
    for phone in ("Ana's", "Ben's", "Ana's"):
        phones.seen(HALL, phone)

    assert phones.number(HALL) == 2
    assert phones.number("203.0.113.9") == 0


def test_a_phone_that_was_not_seen_for_an_evening_does_not_count() -> None:
    now = [0.0]
    phones = PhonesAtTables(clock=lambda: now[0])
    phones.seen(HALL, "Ana's")
    now[0] = limits.SEATED_SECONDS / 2
    phones.seen(HALL, "Ben's")
    now[0] = limits.SEATED_SECONDS

    assert phones.number(HALL) == 1


def test_no_address_makes_itself_more_phones_than_a_hall_has() -> None:
    phones = PhonesAtTables()
    for number in range(3 * limits.ADDRESS_SEATED):
        phones.seen(HALL, str(number))

    assert phones.number(HALL) == limits.ADDRESS_SEATED
