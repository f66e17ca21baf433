"""What a table has taught is kept with it, apart from its text."""

from __future__ import annotations

from scoring.castle import Castle
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE
from ui.store import Store
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
