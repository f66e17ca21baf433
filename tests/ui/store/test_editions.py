"""Stored editions: owned by one phone, used at its tables, and deleted some time after their owner."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.ui.factories import ANA
from tests.ui.store_helpers import BENS_PHONE, ROUNDS, behind, joins
from ui.store import Store, StoreError
from ui.store.codes import new_key
from ui.store.edition_store import MAX_EDITIONS, Contents
from ui.store.expiry import EXPIRES, TABLE_CHECK_INTERVAL


@pytest.fixture
def host() -> str:
    """The key of a phone that nobody knows yet."""
    return new_key()


def keep(store: Store, phone: str, name: str, content: bytes = b"looks") -> int:
    return store.editions.save(phone, name, lambda before: Contents((before or b"") + content, 1))


def names(store: Store, phone: str) -> list[str]:
    return [edition.name for edition in store.editions.list_own(phone)]


def test_edition_needs_a_visible_name(store: Store, host: str) -> None:
    keep(store, host, "O\u200burs")

    assert names(store, host) == ["Ours"]
    with pytest.raises(StoreError, match="needs a name"):
        keep(store, host, "\u3164")


def test_edition_grows_and_serves_only_its_phone(store: Store, elsewhere: Store, host: str) -> None:
    number = keep(store, host, "Ours", b"one")
    assert keep(store, host, "OURS", b" two") == number
    own, another = store.create(ANA, host), store.create(ANA, new_key())
    joins(store, another, host)

    assert elsewhere.editions.load(number) == b"one two"
    assert names(elsewhere, host) == ["Ours"]
    assert names(elsewhere, BENS_PHONE) == []
    assert [edition.number for edition in elsewhere.editions.list_at(own.number)] == [number]
    assert elsewhere.editions.list_at(another.number) == []


def test_new_table_uses_the_latest_or_chosen_edition(store: Store, host: str) -> None:
    first, second = keep(store, host, "A"), keep(store, host, "B")

    def usual() -> list[str]:
        return [edition.name for edition in store.editions.list_own(host) if edition.is_default]

    assert usual() == ["B"]
    for phone, chosen, then in ((host, first, ["A"]), (new_key(), second, ["A"]), (host, None, [])):
        store.editions.set_default(phone, chosen)
        assert usual() == then


def test_a_phone_has_so_many_editions_and_no_more(store: Store, host: str) -> None:
    for number in range(MAX_EDITIONS):
        keep(store, host, f"Box {number}")

    with pytest.raises(StoreError, match="Forget one"):
        keep(store, host, "One more")
    assert len(names(store, host)) == MAX_EDITIONS
    keep(store, host, "Box 0")  # a known one can be taught more


def test_an_edition_that_was_forgotten_does_not_grow(store: Store, host: str) -> None:
    number = keep(store, host, "Ours")
    store.editions.delete(new_key(), number)
    assert store.editions.load(number) is not None  # nobody but its owner forgets it
    store.editions.delete(host, number)

    store.editions.extend(number, lambda before: Contents(before + b" more", 2))

    assert store.editions.load(number) is None


def test_edition_expires_after_the_last_table_of_its_phone(store: Store, host: str) -> None:
    leaver, number = new_key(), keep(store, host, "Ours")
    abandoned = keep(store, leaver, "Theirs")
    store.create(ANA, host)
    assert store.expire() == 0
    assert names(store, leaver) == ["Theirs"]

    behind(store, "UPDATE editions SET touched = touched - :age", age=EXPIRES * 1.01)
    store.expire(time.time() + TABLE_CHECK_INTERVAL)

    assert store.editions.load(abandoned) is None
    assert store.editions.load(number) == b"looks"  # its phone has a table


def test_edition_taught_on_two_servers_at_once_is_one(store: Store, elsewhere: Store) -> None:
    for _ in range(ROUNDS):
        host, together = new_key(), Barrier(2)

        def teach(server: Store, host: str = host, together: Barrier = together) -> int:
            together.wait()
            return keep(server, host, "Ours", b"x")

        with ThreadPoolExecutor(2) as servers:
            numbers = list(servers.map(teach, (store, elsewhere)))

        assert len(set(numbers)) == 1
        assert names(store, host) == ["Ours"]
        assert store.editions.load(numbers[0]) == b"xx"
