"""One question to the store for all phones of a server that look at tables."""

from __future__ import annotations

from scoring.castle import Castle
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, on_sqlite, questions
from ui.store import Store
from ui.store.version_poll import VersionPoll
from ui.table.table import Table

pytestmark = on_sqlite


def test_a_change_elsewhere_is_noticed(store: Store, elsewhere: Store) -> None:
    kept = store.create(Table().with_player("Ana", Castle.BLUE), ANAS_PHONE)
    assert VersionPoll(store).version(kept.number) == kept.version

    elsewhere.save(kept, kept.table.with_player("Ben", Castle.PINK), ANAS_PHONE)

    assert VersionPoll(store).version(kept.number) == kept.version + 1


def test_a_table_that_is_gone_has_no_version(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)
    store.close(kept.number)

    assert VersionPoll(store).version(kept.number) is None


def test_many_phones_ask_the_database_once(store: Store) -> None:
    tables = [store.create(Table(), phone) for phone in (ANAS_PHONE, BENS_PHONE)]
    poll = VersionPoll(store, fresh=3600)
    for kept in tables:
        poll.version(kept.number)
    asked = questions(store)

    for _ in range(50):
        for kept in tables:
            poll.version(kept.number)

    assert asked == []
