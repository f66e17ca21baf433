"""Backups edited by hand: valid parts are restored, the rest is refused or counted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.cli.terminal import Terminal
from tests.ui.factories import ANA
from tests.ui.store_helpers import ANAS_PHONE
from ui.store import Store
from ui.store.backup import create_backup
from ui.store.database import database_url


@pytest.fixture
def backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of two tables; there is none where it is restored."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "before"))
    opened, file = Store(database_url()), tmp_path / "backup.sqlite3"
    for _ in range(2):
        opened.create(ANA, ANAS_PHONE)
    create_backup(opened, file)
    opened.engine.dispose()
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "after"))
    return file


def change(backup: Path, *statements: str) -> str:
    with closing(sqlite3.connect(backup)) as crafted, crafted:
        for statement in statements:
            crafted.execute(statement)
    return str(backup)


@pytest.mark.parametrize(
    "field",
    [
        "version = 'x'",
        "version = 9223372036854775807",
        "version = 0",
        "touched = 9e999",
        "created = 'once'",
        "key = 'short'",
        "text = x'00ff'",
    ],
)
def test_table_with_impossible_fields_is_left_out(field: str, backup: Path, terminal: Terminal) -> None:
    file = change(backup, f"UPDATE tables SET {field} WHERE number = (SELECT min(number) FROM tables)")

    status, told, _ = terminal.run("restore", file)

    assert status == 0
    assert told.splitlines() == [
        "Tables restored: 1 (already there: 0)",
        "Tables skipped because a field has an impossible value: 1",
    ]


MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 1 AS 'table', i AS board FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        ("DROP TABLE photos", f"CREATE VIEW photos AS {MANY}"),
        ("CREATE TRIGGER more AFTER INSERT ON phones BEGIN DELETE FROM games; END",),
    ],
    ids=["endless view", "trigger"],
)
def test_backup_with_a_view_or_trigger_is_none(statements: tuple[str, ...], backup: Path, terminal: Terminal) -> None:
    assert "is no backup of tables" in terminal.refusal("restore", change(backup, *statements))
