"""A database file that is moved, replaced, removed or damaged in use loses nothing acknowledged."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.project import ROOT
from tests.ui.cli.terminal import Terminal
from tests.ui.factories import ANA
from tests.ui.store_helpers import ANAS_PHONE, behind, questions
from ui import store
from ui.store import Store, StoredTable, StoreError
from ui.store.backup import create_backup, open_backup, restore_backup
from ui.store.database import FILE, DamagedError, database_url
from ui.table.table import Table

TAPS = 5
PARTS = ("", "-wal", "-shm")  # of the name of the database's files
HOLDS = """
import sys
from ui.store import get_store
get_store()
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "own"))
    return tmp_path / "own" / FILE


@pytest.fixture
def kept(file: Path) -> StoredTable:
    """A table in the file that the server has open."""
    return store.get_store().create(ANA, ANAS_PHONE)


def parts(file: Path) -> list[Path]:
    return [part for ending in PARTS if (part := file.with_name(file.name + ending)).exists()]


def moves(file: Path) -> None:
    for part in parts(file):
        part.rename(part.with_name(f"moved-{part.name}"))


def moves_back(file: Path) -> None:
    for part in parts(file.with_name(f"moved-{file.name}")):
        part.rename(part.with_name(part.name.removeprefix("moved-")))


def removes(file: Path) -> None:
    for part in parts(file):
        part.unlink()


def replaces(file: Path) -> None:
    """Put a copy of some time before in the place of the file, as a person does."""
    copy = file.with_name("copy.sqlite3")
    shutil.copy(file, copy)
    moves(file)
    copy.replace(file)


def restores(file: Path) -> None:
    """Put the file aside and begin an empty one, as ``crownsight restore`` does."""
    moves(file)
    Store(database_url()).engine.dispose()


BLOWS: dict[str, Callable[[Path], object]] = {
    "moved": moves,
    "removed": removes,
    "without its folder": lambda file: shutil.rmtree(file.parent),
    "overwritten": lambda file: file.write_bytes(b""),
    "without its log": lambda file: file.with_name(f"{file.name}-wal").unlink(),
    "replaced": replaces,
    "restored": restores,
}
GONE = ("moved", "removed", "without its folder", "overwritten")


def renames(number: int, newest: StoredTable) -> Table:
    return replace(newest.table.with_name(1, f"Ana {number}"))


def taps(kept: StoredTable) -> list[str]:
    """Rename Ana repeatedly and return the names that were acknowledged."""
    acknowledged = []
    for number in range(TAPS):
        try:
            if after := store.get_store().change(kept.key, ANAS_PHONE, partial(renames, number)):
                acknowledged.append(after.table.seats[0].name)
        except StoreError:
            continue
    return acknowledged


def name_after_restart(file: Path, key: str) -> str | None:
    store.get_store().engine.dispose()
    if not file.exists():
        return None
    opened = Store(database_url())
    found = opened.find(key)
    opened.engine.dispose()
    return found.table.seats[0].name if found else None


@pytest.mark.parametrize("blow", BLOWS)
def test_acknowledged_taps_survive_a_restart(blow: str, file: Path, kept: StoredTable) -> None:
    assert taps(kept)
    BLOWS[blow](file)

    acknowledged = taps(kept)

    assert not acknowledged or name_after_restart(file, kept.key) == acknowledged[-1]


@pytest.mark.parametrize("blow", GONE)
def test_health_names_a_file_that_is_gone(blow: str, file: Path, kept: StoredTable) -> None:
    store.get_store().try_to_write()
    BLOWS[blow](file)

    with pytest.raises(StoreError, match=r"is gone|was overwritten"):
        store.get_store().try_to_write()
    assert kept


def test_file_that_is_put_back_is_used_again(file: Path, kept: StoredTable) -> None:
    moves(file)
    assert taps(kept) == []
    moves_back(file)

    assert len(taps(kept)) == TAPS
    assert name_after_restart(file, kept.key) == f"Ana {TAPS - 1}"


def test_replaced_file_is_opened_by_the_next_request(file: Path, kept: StoredTable) -> None:
    restores(file)

    assert store.get_store().find(kept.key) is None
    other = store.get_store().create(ANA, ANAS_PHONE)
    assert len(taps(other)) == TAPS
    assert name_after_restart(file, other.key) == f"Ana {TAPS - 1}"


# --- Damage that a request meets


@contextmanager
def damage_index(file: Path, name: str) -> Iterator[None]:
    """Overwrite the page of an index of a file that a server uses, for the block."""
    opened = store.get_store()
    [page] = behind(opened, "SELECT rootpage FROM sqlite_master WHERE name = :name", name=name)
    [size] = behind(opened, "PRAGMA page_size")
    opened.engine.dispose()  # nothing is in memory any more
    with file.open("rb+") as damaged:
        damaged.seek((page - 1) * size)
        before = damaged.read(size)
        damaged.seek(-size, os.SEEK_CUR)
        damaged.write(b"\xff" * size)
    yield
    opened.engine.dispose()
    with file.open("rb+") as mended:
        mended.seek((page - 1) * size)
        mended.write(before)


def test_health_fails_after_a_request_met_damage(
    file: Path, kept: StoredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = store.get_store()
    with damage_index(file, "ix_tables_touched"):
        with pytest.raises(DamagedError, match="Stop Crownsight"):
            opened.change(kept.key, ANAS_PHONE, partial(renames, 1))

        with pytest.raises(DamagedError):
            opened.try_to_write()
        assert taps(kept) == []

    monkeypatch.setattr("ui.store.file_guard.RECHECK_SECONDS", 0.0)
    opened.try_to_write()
    assert len(taps(kept)) == TAPS


def test_health_reads_the_file_once_a_minute(file: Path, kept: StoredTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.store.file_guard.QUICK_CHECK_SECONDS", 0.0)
    with damage_index(file, "ix_tables_touched"), pytest.raises(DamagedError):
        store.get_store().try_to_write()
    assert kept


# --- Restore beside a server


@contextmanager
def other_server() -> Iterator[None]:
    command = [sys.executable, "-c", HOLDS]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout
        assert server.stdin
        assert server.stdout.readline() == b"open\n"
        yield
        server.stdin.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no file that is open")
def test_restore_refuses_while_a_server_holds_the_damaged_file(file: Path, tmp_path: Path, terminal: Terminal) -> None:
    backup, opened = str(tmp_path / "backup.sqlite3"), Store(database_url())
    kept = opened.create(ANA, ANAS_PHONE)
    create_backup(opened, Path(backup))
    opened.engine.dispose()
    with other_server():
        intact = file.read_bytes()
        damaged = intact[:100] + bytes(300) + intact[400:]
        with file.open("rb+") as written:
            written.write(damaged)
        assert "Stop the server first" in terminal.refusal("restore", backup)
        assert file.read_bytes() == damaged

    assert terminal.run("restore", backup)[0] == 0
    assert Store(database_url()).find(kept.key)


def test_restore_lets_others_write_between_two_tables(file: Path, tmp_path: Path) -> None:
    opened, backup = Store(database_url()), tmp_path / "backup.sqlite3"
    for _ in range(TAPS):
        opened.create(ANA, ANAS_PHONE)
    create_backup(opened, backup)
    behind(opened, "DELETE FROM tables")
    asked = questions(opened)

    with open_backup(backup) as given:
        assert restore_backup(given, opened) == TAPS

    assert asked.count("BEGIN IMMEDIATE") > TAPS
    assert file.exists()
