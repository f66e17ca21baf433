"""A damaged file takes no saves: it is named, left as it is, and a backup takes its place when somebody says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.engine import URL

from scoring import Kingdom
from scoring.castle import Castle
from tests.ui.cli.terminal import Terminal
from tests.ui.kept_tables import ANAS_PHONE, NewServer, found
from tests.ui.laid import ANA
from ui import store
from ui.cli import main
from ui.store import Store, StoreError
from ui.store.backup import back_up
from ui.store.database import DamagedError, database_url, revisions
from ui.table.board import Board
from ui.table.table import Table

TABLE = ANA.with_new_board(1, Board(Kingdom.parse("www/wCw/www")))
TRIES = 40
SCHEMA = 12_288  # bytes at the beginning of a file, where its tables are described


def filled(url: URL, new_server: NewServer) -> tuple[Path, list[str]]:
    """A file with thirty tables, closed, and their keys."""
    opened = new_server(url)
    keys = [opened.create(TABLE, ANAS_PHONE).key for _ in range(30)]
    opened.engine.dispose()
    return Path(str(url.database)), keys


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_thirty_random_bytes_are_found_or_do_no_harm(url: URL, new_server: NewServer) -> None:
    """What a file opens with is readable, table by table, or named as damaged; no save goes into a broken page."""
    file, keys = filled(url, new_server)
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
        assert all(is_read_or_named(opened, key) for key in keys)
        opened.engine.dispose()
    assert refused >= TRIES // 2


def test_a_file_whose_lengths_ask_for_more_memory_than_there_is_counts_as_damaged(tmp_path: Path) -> None:
    """One page of 512 bytes, on which one row says that it has 2**64 - 1."""
    page = bytearray(512)
    page[:24] = b"SQLite format 3\0" + bytes([2, 0, 0, 0, 0, 64, 32, 32])
    page[100], page[103:105], page[108:110] = 13, (1).to_bytes(2), (400).to_bytes(2)
    page[400:409] = b"\xff" * 9
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(page)

    with pytest.raises(DamagedError):
        Store(URL.create("sqlite", database=str(file)))


def is_read_or_named(opened: Store, key: str) -> bool:
    try:
        opened.find(key)
    except StoreError as named:
        return "damaged" in str(named)
    return True


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the tables of this test alone."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "here"))
    return tmp_path / "here" / "tables.sqlite3"


def renamed(contents: bytes, before: str, after: bytes) -> bytes:
    """The file with other bytes, as many, wherever those stand; SQLite finds nothing amiss."""
    assert len(before) == len(after)
    assert before.encode() in contents
    return contents.replace(before.encode(), after)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "the first page is empty": lambda contents: contents[:100] + bytes(300) + contents[400:],
    "a description is no text": lambda contents: renamed(contents, "CREATE TABLE tables", b"CREATE TABL\xff tables"),
    "a table is called otherwise": lambda contents: renamed(contents, "CREATE TABLE phones", b"CREATE TABLE phOnez"),
    "a column is called otherwise": lambda contents: renamed(contents, "code_until", b"code_antil"),
    "no revision of ours": lambda contents: renamed(contents, revisions()[-1], b"\xff\x00z?"),
    "a revision that never was": lambda contents: renamed(contents, revisions()[-1], b"0000"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_restore_keeps_the_damaged_file_and_brings_the_tables_back(
    damage: Callable[[bytes], bytes],
    tables: Path,
    tmp_path: Path,
    new_server: NewServer,
    terminal: Terminal,
) -> None:
    opened, backup = new_server(database_url()), tmp_path / "backup.sqlite3"
    key = opened.create(TABLE, ANAS_PHONE).key
    back_up(opened, backup)
    opened.engine.dispose()
    damaged = damage(tables.read_bytes())
    tables.write_bytes(damaged)

    with pytest.raises(StoreError, match="crownsight restore"):
        store.opened()
    status, told, _ = terminal.run("restore", str(backup))

    assert status == 0
    [kept] = tables.parent.glob("tables.sqlite3.damaged-*")
    assert str(kept) in told
    assert kept.read_bytes() == damaged
    assert found(store.opened(), key).table == TABLE


@pytest.mark.parametrize(("before", "after"), [('"Ana"', b'"Ann"'), ('"Zoe"', b'"Zoo"')], ids=["table", "game"])
def test_a_changed_letter_is_found_and_the_last_good_version_comes_from_a_backup(
    before: str, after: bytes, tables: Path, tmp_path: Path, new_server: NewServer
) -> None:
    opened, backup = new_server(database_url()), tmp_path / "backup.sqlite3"
    over = Table().with_player("Zoe", Castle.PINK).with_new_board(1, Board(Kingdom.parse("w1w/Cf")))
    played = replace(TABLE, games=over.again(datetime(2026, 11, 21, tzinfo=UTC)).games)
    kept, sound = opened.create(played, ANAS_PHONE), opened.create(TABLE.without_player(1), ANAS_PHONE)
    back_up(opened, backup)
    opened.engine.dispose()
    tables.write_bytes(renamed(tables.read_bytes(), before, after))

    opened = new_server(database_url())
    with pytest.raises(StoreError, match="This table is damaged"):
        opened.find(kept.key)
    assert found(opened, sound.key).table == sound.table
    assert main(["restore", str(backup)]) == 0
    back = found(opened, kept.key)
    assert back.table == played
    assert back.version > kept.version
    assert main(["restore", str(backup)]) == 0
    assert found(opened, kept.key).number == back.number
