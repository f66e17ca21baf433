"""How the served app treats the process it runs in."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ui.server import SELDOM, collect_seldom


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


def test_all_of_the_memory_is_looked_through_less_often_and_what_is_young_as_before() -> None:
    young, middle, seldom_by_itself = gc.get_threshold()

    collect_seldom()

    assert gc.get_threshold() == (young, middle, SELDOM)
    assert seldom_by_itself < SELDOM
