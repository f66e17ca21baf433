"""A damaged file takes no saves: it is named, left as it is, and a backup takes its place when somebody says so.

Tables of an older form are copied before they are brought up to date; those of a newer one are left alone.
"""

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
from tests.ui.store_helpers import ANAS_PHONE, NewServer, found
from ui import store
from ui.cli import main
from ui.store import Store, StoreError
from ui.store.backup import back_up
from ui.store.database import FILE, KEPT_COPIES, MIGRATIONS, DamagedError, copies, database_url, keep_copy, revisions
from ui.table.board import Board

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
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the tables of this test: Ana's, with a kingdom."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "own"))
    tables = Store(database_url())
    tables.create(TABLE, ANAS_PHONE)
    tables.engine.dispose()
    return tmp_path / "own" / FILE


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
    damage: Callable[[bytes], bytes], file: Path, tmp_path: Path, new_server: NewServer, terminal: Terminal
) -> None:
    opened, backup = new_server(database_url()), tmp_path / "backup.sqlite3"
    back_up(opened, backup)
    opened.engine.dispose()
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)

    with pytest.raises(StoreError, match="crownsight restore"):
        store.opened()
    status, told, _ = terminal.run("restore", str(backup))

    assert status == 0
    [kept] = file.parent.glob("tables.sqlite3.damaged-*")
    assert str(kept) in told
    assert kept.read_bytes() == damaged
    assert [one.table for one in store.opened().tables_of(ANAS_PHONE)] == [TABLE]


@pytest.mark.parametrize(("before", "after"), [('"Ana"', b'"Ann"'), ('"Zoe"', b'"Zoo"')], ids=["table", "game"])
def test_a_changed_letter_is_found_and_the_last_good_version_comes_from_a_backup(
    before: str, after: bytes, file: Path, tmp_path: Path, new_server: NewServer
) -> None:
    opened, backup = new_server(database_url()), tmp_path / "backup.sqlite3"
    played = replace(TABLE, games=(one_game(1, name="Zoe"),))
    kept, sound = opened.create(played, ANAS_PHONE), opened.create(TABLE.without_player(1), ANAS_PHONE)
    back_up(opened, backup)
    opened.engine.dispose()
    file.write_bytes(renamed(file.read_bytes(), before, after))

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


# --- Of another form


FOLLOWING = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.add_column("health", sa.Column("more", sa.Integer()))
"""


@pytest.fixture
def following(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one form more than that of the file."""
    assert file.exists()
    migrations = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, migrations)
    (migrations / "versions" / "0002_more.py").write_text(FOLLOWING)
    monkeypatch.setattr("ui.store.database.MIGRATIONS", migrations)


def form(file: Path, new: str = "") -> str:
    """The form of a file, changed first where another is given."""
    with closing(sqlite3.connect(file)) as connection:
        if new:
            connection.execute("UPDATE alembic_version SET version_num = ?", (new,))
            connection.commit()
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found)


def opens() -> None:
    Store(database_url()).engine.dispose()


def test_tables_of_a_newer_version_are_refused_with_a_sentence_and_left_alone(file: Path) -> None:
    form(file, "9999")

    with pytest.raises(StoreError, match="kept by a newer Crownsight"):
        opens()

    assert form(file) == "9999"
    assert copies(file) == []


@pytest.mark.usefixtures("following")
def test_older_tables_are_copied_once_for_their_owner_alone_before_they_are_updated_and_come_back_from_there(
    file: Path, terminal: Terminal
) -> None:
    opens()
    opens()  # up to date by then

    (copy,) = copies(file)
    assert (form(copy), form(file)) == ("0001", "0002")
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.parent.stat().st_mode & 0o077 == 0

    file.unlink()
    assert terminal.run("restore", str(copy)) == (0, "Tables brought back: 1\n", "")
    assert (form(copy), form(file)) == ("0001", "0002")
    assert copies(file) == [copy]


def test_the_last_three_copies_are_kept(file: Path) -> None:
    for number in range(KEPT_COPIES + 2):
        keep_copy(file, f"{number:04}")

    assert [copy.stem[-4:] for copy in copies(file)] == ["0002", "0003", "0004"]


@pytest.mark.usefixtures("following")
def test_tables_that_cannot_be_copied_are_not_changed(file: Path) -> None:
    (file.parent / "before-update").write_text("no folder")

    with pytest.raises(StoreError, match="could not be copied first"):
        opens()

    assert form(file) == "0001"


def test_a_table_that_is_forgotten_is_in_no_copy(file: Path, terminal: Terminal) -> None:
    keep_copy(file, "0001")
    with closing(sqlite3.connect(file)) as connection:
        (key,) = connection.execute("SELECT key FROM tables").fetchone()

    assert terminal.run("forget", key)[0] == 0

    assert copies(file) == []
