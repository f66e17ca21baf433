"""Damaged database files, and migration of older and newer schemas."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.engine import URL

from scoring import Kingdom
from tests.ui.cli.terminal import Terminal
from tests.ui.factories import ANA, one_game
from tests.ui.store_helpers import ANAS_PHONE, NewServer, find
from ui import store
from ui.cli import main
from ui.store import Store, StoreError
from ui.store.backup import create_backup
from ui.store.database import (
    FILE,
    MAX_BACKUPS,
    MIGRATIONS,
    DamagedError,
    backup_before_change,
    database_url,
    list_backups,
    list_revisions,
)
from ui.system import UNFINISHED_FILE
from ui.table.board import Board

TABLE = ANA.with_new_board(1, Board(Kingdom.parse("www/wCw/www")))
TRIES = 40
SCHEMA = 12_288  # bytes at the beginning of a file, where its tables are described


def thirty_tables(url: URL, new_server: NewServer) -> tuple[Path, list[str]]:
    """Return a closed file with thirty tables, and their keys."""
    opened = new_server(url)
    keys = [opened.create(TABLE, ANAS_PHONE).key for _ in range(30)]
    opened.engine.dispose()
    return Path(str(url.database)), keys


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_random_damage_is_detected_or_harmless(url: URL, new_server: NewServer) -> None:
    """A file is refused as damaged, or each of its tables is readable or refused as damaged."""
    file, keys = thirty_tables(url, new_server)
    whole = file.read_bytes()
    refused = 0
    for seed in range(TRIES):
        chance, damaged = Random(seed), bytearray(whole)
        for _ in range(30):
            damaged[chance.randrange(SCHEMA if seed % 2 else len(damaged))] = chance.randrange(256)
        file.write_bytes(damaged)
        try:
            opened = new_server(url)
        except DamagedError:
            refused += 1
            assert file.read_bytes() == bytes(damaged)
            continue
        assert all(is_readable_or_refused(opened, key) for key in keys)
        opened.engine.dispose()
    assert refused >= TRIES // 2


def test_row_longer_than_memory_counts_as_damage(tmp_path: Path) -> None:
    """One page of 512 bytes with a row whose length says 2**64 - 1."""
    page = bytearray(512)
    page[:24] = b"SQLite format 3\0" + bytes([2, 0, 0, 0, 0, 64, 32, 32])
    page[100], page[103:105], page[108:110] = 13, (1).to_bytes(2), (400).to_bytes(2)
    page[400:409] = b"\xff" * 9
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(page)

    with pytest.raises(DamagedError):
        Store(URL.create("sqlite", database=str(file)))


def is_readable_or_refused(opened: Store, key: str) -> bool:
    try:
        opened.find(key)
    except StoreError as named:
        return "damaged" in str(named)
    return True


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a closed file with one table."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "own"))
    tables = Store(database_url())
    tables.create(TABLE, ANAS_PHONE)
    tables.engine.dispose()
    return tmp_path / "own" / FILE


def replace_text(contents: bytes, before: str, after: bytes) -> bytes:
    """Replace a text by as many bytes wherever it occurs; SQLite detects nothing."""
    assert len(before) == len(after)
    assert before.encode() in contents
    return contents.replace(before.encode(), after)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "the first page is empty": lambda contents: contents[:100] + bytes(300) + contents[400:],
    "the schema is not UTF-8": lambda contents: replace_text(
        contents, "CREATE TABLE tables", b"CREATE TABL\xff tables"
    ),
    "a table has another name": lambda contents: replace_text(contents, "CREATE TABLE phones", b"CREATE TABLE phOnez"),
    "a column has another name": lambda contents: replace_text(contents, "code_until", b"code_antil"),
    "the revision is not UTF-8": lambda contents: replace_text(contents, list_revisions()[-1], b"\xff\x00z?"),
    "the revision is unknown": lambda contents: replace_text(contents, list_revisions()[-1], b"0000"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_restore_quarantines_the_damaged_file(
    damage: Callable[[bytes], bytes], file: Path, tmp_path: Path, new_server: NewServer, terminal: Terminal
) -> None:
    opened, backup = new_server(database_url()), tmp_path / "backup.sqlite3"
    create_backup(opened, backup)
    opened.engine.dispose()
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)

    with pytest.raises(StoreError, match="crownsight restore"):
        store.get_store()
    status, told, _ = terminal.run("restore", str(backup))

    assert status == 0
    [kept] = file.parent.glob("tables.sqlite3.damaged-*")
    assert str(kept) in told
    assert kept.read_bytes() == damaged
    assert [one.table for one in store.get_store().find_tables(ANAS_PHONE)] == [TABLE]


@pytest.mark.parametrize(("before", "after"), [('"Ana"', b'"Ann"'), ('"Zoe"', b'"Zoo"')], ids=["table", "game"])
def test_restore_replaces_a_table_with_a_changed_letter(
    before: str, after: bytes, file: Path, tmp_path: Path, new_server: NewServer
) -> None:
    opened, backup = new_server(database_url()), tmp_path / "backup.sqlite3"
    played = replace(TABLE, games=(one_game(1, name="Zoe"),))
    kept, sound = opened.create(played, ANAS_PHONE), opened.create(TABLE.without_player(1), ANAS_PHONE)
    create_backup(opened, backup)
    opened.engine.dispose()
    file.write_bytes(replace_text(file.read_bytes(), before, after))

    opened = new_server(database_url())
    with pytest.raises(StoreError, match="This table is damaged"):
        opened.find(kept.key)
    assert find(opened, sound.key).table == sound.table
    assert main(["restore", str(backup)]) == 0
    back = find(opened, kept.key)
    assert back.table == played
    assert back.version > kept.version
    assert main(["restore", str(backup)]) == 0
    assert find(opened, kept.key).number == back.number


# --- Other schemas


NEXT_MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.add_column("health", sa.Column("more", sa.Integer()))
"""


@pytest.fixture
def next_migration(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a migration that the file lacks."""
    assert file.exists()
    migrations = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, migrations)
    (migrations / "versions" / "0002_more.py").write_text(NEXT_MIGRATION)
    monkeypatch.setattr("ui.store.database.MIGRATIONS", migrations)


def schema(file: Path, new: str = "") -> str:
    """Return the schema revision of a file, after changing it to ``new`` if given."""
    with closing(sqlite3.connect(file)) as connection:
        if new:
            connection.execute("UPDATE alembic_version SET version_num = ?", (new,))
            connection.commit()
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found)


def open_and_close() -> None:
    Store(database_url()).engine.dispose()


def test_newer_schema_is_refused_and_not_changed(file: Path) -> None:
    schema(file, "9999")

    with pytest.raises(StoreError, match="kept by a newer Crownsight"):
        open_and_close()

    assert schema(file) == "9999"
    assert list_backups(file) == []


@pytest.mark.usefixtures("next_migration")
def test_migration_makes_one_private_backup_to_restore_from(file: Path, terminal: Terminal) -> None:
    open_and_close()
    open_and_close()  # already migrated

    (copy,) = list_backups(file)
    assert (schema(copy), schema(file)) == ("0001", "0002")
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.parent.stat().st_mode & 0o077 == 0

    file.unlink()
    assert terminal.run("restore", str(copy)) == (0, "Tables restored: 1 (already there: 0)\n", "")
    assert (schema(copy), schema(file)) == ("0001", "0002")
    assert list_backups(file) == [copy]


def test_last_three_backups_are_kept(file: Path) -> None:
    for number in range(MAX_BACKUPS + 2):
        backup_before_change(file, f"{number:04}")

    assert [copy.stem[-4:] for copy in list_backups(file)] == ["0002", "0003", "0004"]


@pytest.mark.usefixtures("next_migration")
def test_failed_backup_prevents_migration(file: Path) -> None:
    (file.parent / "before-update").write_text("no folder")

    with pytest.raises(StoreError, match="could not be copied first"):
        open_and_close()

    assert schema(file) == "0001"


def test_forget_deletes_backups_before_migration(file: Path, terminal: Terminal) -> None:
    backup_before_change(file, "0001")
    (folder := list_backups(file)[0].parent).joinpath(UNFINISHED_FILE).touch()
    with closing(sqlite3.connect(file)) as connection:
        (key,) = connection.execute("SELECT key FROM tables").fetchone()

    assert terminal.run("forget", key)[0] == 0

    assert list(folder.iterdir()) == []
