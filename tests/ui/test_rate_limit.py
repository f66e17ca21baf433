"""How often something may be done, and by whom it is counted."""

from __future__ import annotations

import pytest

from ui.rate_limit import Limit, household


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
def test_an_address_is_counted_as_far_as_a_phone_cannot_choose_it(address: str, counted_as: str) -> None:
    assert household(address) == counted_as


def test_each_has_a_number_and_all_together_another() -> None:
    now = [0.0]
    limit = Limit(each=2, together=3, seconds=60, clock=lambda: now[0])
    limit.count("Ana")
    limit.count("Ana")

    assert limit.reached("Ana")
    assert not limit.reached("Ben")
    limit.count("Ben")
    assert limit.reached("Cora")
    now[0] = 61
    assert not limit.reached("Ana")
