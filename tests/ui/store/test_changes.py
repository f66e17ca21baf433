"""A change of this process is told at once to those who wait for it; one of another process is seen by the version."""

from __future__ import annotations

import time
from threading import Thread

from scoring import Castle
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, saved
from ui.store import Store
from ui.table.table import Table

LONG = 20.0  # seconds, which no test waits


def test_a_change_of_this_process_ends_the_wait(store: Store) -> None:
    kept = store.create(Table().with_player("Ana", Castle.BLUE), ANAS_PHONE)
    known = store.changes.wait(0, 0.0)
    saving = Thread(target=saved, args=(store, kept, kept.table.with_player("Ben", Castle.PINK)))
    begun = time.monotonic()
    saving.start()

    assert store.changes.wait(known, LONG) > known

    saving.join()
    assert time.monotonic() - begun < LONG
    assert store.versions([kept.number]) == {kept.number: kept.version + 1}


def test_what_another_process_changes_and_closes_is_seen_by_the_version(store: Store, elsewhere: Store) -> None:
    kept, closed = store.create(Table(), ANAS_PHONE), store.create(Table(), ANAS_PHONE)
    saved(elsewhere, kept, Table(hide_scores=True))
    elsewhere.close(closed.number)

    assert store.versions([kept.number, closed.number]) == {kept.number: kept.version + 1}


def test_only_a_phone_of_the_table_may_follow_its_changes(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)

    assert store.seen_from(kept.key, ANAS_PHONE) == (kept.number, kept.version)
    assert store.seen_from(kept.key, BENS_PHONE) is None
    assert store.seen_from("z" * 22, ANAS_PHONE) is None


def test_who_is_told_of_a_version_that_it_has_passed_keeps_the_latest(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)
    after = saved(store, kept, Table(hide_scores=True))

    assert store.at_least(after.number, kept.version) == after


def test_a_table_that_no_page_holds_between_two_taps_is_at_hand_until_it_is_closed(store: Store) -> None:
    number = store.create(Table(), ANAS_PHONE).number
    assert store.table_cache.since(number, 1) is not None

    store.close(number)

    assert store.table_cache.since(number, 1) is None
