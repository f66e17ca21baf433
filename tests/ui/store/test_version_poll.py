"""One question to the store for all phones of a server that look at tables."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, event

from ui.store import Store
from ui.store.version_poll import VersionPoll
from ui.table.finished import Colour
from ui.table.table import Table

ANA, BEN = ("phone-of-ana", "phone-of-ben")


def a_store(folder: Path) -> Store:
    return Store(URL.create("sqlite", database=str(folder / "tables.sqlite3")))


def test_a_change_elsewhere_is_noticed(tmp_path: Path) -> None:
    here, elsewhere = a_store(tmp_path), a_store(tmp_path)
    kept = here.create(Table().with_player("Ana", Colour.BLUE), ANA)
    assert VersionPoll(here).version(kept.number) == kept.version

    elsewhere.save(kept, kept.table.with_player("Ben", Colour.PINK), ANA)

    assert VersionPoll(here).version(kept.number) == kept.version + 1


def test_a_table_that_is_gone_has_no_version(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    kept = store.create(Table(), ANA)
    store.close(kept.number)

    assert VersionPoll(store).version(kept.number) is None


def test_many_phones_ask_the_database_once(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    tables = [store.create(Table(), phone) for phone in (ANA, BEN)]
    lookout = VersionPoll(store, fresh=3600)
    for kept in tables:
        lookout.version(kept.number)
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))

    for _ in range(50):
        for kept in tables:
            lookout.version(kept.number)

    assert asked == []
