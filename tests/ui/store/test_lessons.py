"""What a table has taught is kept with it, apart from its text."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from scoring.castle import Castle
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, found
from ui.store import Store
from ui.store.backup import back_up, bring_back, opened_backup
from ui.table.table import Table

TABLE = Table().with_player("Ana", Castle.BLUE)


def test_what_a_table_has_taught_adds_up_apart_from_its_text(store: Store, elsewhere: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    assert store.lessons.find(kept.number) is None

    store.lessons.add(kept.number, lambda _: b"one")
    store.lessons.add(kept.number, lambda known: (known or b"") + b" two")

    assert elsewhere.lessons.find(kept.number) == b"one two"
    assert store.version(kept.number, ANAS_PHONE) == 1
    other = store.create(TABLE, BENS_PHONE)
    assert store.lessons.find(other.number) is None


def test_a_closed_table_takes_all_that_it_taught_with_it(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    store.lessons.add(kept.number, lambda _: b"one")

    store.close(kept.number)
    store.lessons.add(kept.number, lambda _: b"too late")

    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM learnt")).scalar() == 0


def test_a_backup_brings_back_the_table_and_what_it_taught(store: Store, tmp_path: Path) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    store.lessons.add(kept.number, lambda _: b"one")
    assert back_up(store, tmp_path / "backup") == 1
    store.close(kept.number)

    with opened_backup(tmp_path / "backup") as backup:
        assert bring_back(backup, store) == 1

    again = found(store, kept.key)
    assert again.table == TABLE
    assert store.lessons.find(again.number) == b"one"
