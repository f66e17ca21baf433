"""A server is told of what other servers change, without asking for each of its phones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Thread

import pytest

from scoring import Castle
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, on_postgresql, saved
from ui.store import Store
from ui.store.changes import Changes, changes_of
from ui.table.table import Table

LONG = 20.0  # seconds, which no test waits


@pytest.fixture
def changes(store: Store) -> Iterator[Changes]:
    listening = changes_of(store.engine)
    yield listening
    listening.close()


def test_a_change_elsewhere_ends_the_wait(store: Store, elsewhere: Store, changes: Changes) -> None:
    kept = store.create(Table().with_player("Ana", Castle.BLUE), ANAS_PHONE)
    changes.wait(0.0)
    saving = Thread(target=saved, args=(elsewhere, kept, kept.table.with_player("Ben", Castle.PINK)))
    begun = time.monotonic()
    saving.start()

    told = changes.wait(LONG)

    saving.join()
    assert told is None or kept.number in told
    assert time.monotonic() - begun < LONG
    assert store.versions([kept.number]) == {kept.number: kept.version + 1}


def test_a_closed_table_ends_the_wait_and_has_no_version(store: Store, elsewhere: Store, changes: Changes) -> None:
    kept = store.create(Table(), ANAS_PHONE)
    changes.wait(0.0)
    elsewhere.close(kept.number)
    begun = time.monotonic()

    told = changes.wait(LONG)

    assert told is None or kept.number in told
    assert time.monotonic() - begun < LONG
    assert store.versions([kept.number]) == {}


@on_postgresql
def test_a_server_is_told_which_table_has_changed(store: Store, elsewhere: Store, changes: Changes) -> None:
    tables = [store.create(Table(), ANAS_PHONE) for _ in range(2)]
    saved(elsewhere, tables[1], Table(hide_scores=True))

    assert changes.wait(LONG) == {tables[1].number}
    assert changes.wait(0.0) == set()


def test_only_a_phone_of_the_table_may_follow_its_changes(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)

    assert store.seen_from(kept.key, ANAS_PHONE) == (kept.number, kept.version)
    assert store.seen_from(kept.key, BENS_PHONE) is None
    assert store.seen_from("z" * 22, ANAS_PHONE) is None
