"""A killed process leaves no copy of the tables behind, or one that the next run deletes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from scoring import Kingdom
from tests.ui.factories import ANA, EVENING
from tests.ui.served import CROWNSIGHT
from tests.ui.store_helpers import ANAS_PHONE
from ui.store import Store
from ui.store.backup import create_backup
from ui.store.database import FILE, backup_before_change, database_url, list_backups
from ui.system import UNFINISHED_FILE, write_whole_file
from ui.table.board import Board

TABLES = 150  # take long enough to be interrupted
TABLE = ANA.with_new_board(1, Board(Kingdom.parse("www/wCw/www"))).again(EVENING)


@pytest.fixture(scope="module")
def many_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a data folder with many tables."""
    folder = tmp_path_factory.mktemp("data")
    opened = Store(URL.create("sqlite", database=str(folder / FILE)))
    for _ in range(TABLES):
        opened.create(TABLE, ANAS_PHONE)
    opened.engine.dispose()
    return folder


@pytest.fixture
def folder(many_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an empty folder for backups, beside a database with many tables."""
    shutil.copytree(many_tables, tmp_path / "data")
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "data"))
    (backups := tmp_path / "backups").mkdir()
    return backups


def kill_once(is_time: Callable[[], bool], *arguments: str, **environment: str) -> None:
    """Run ``crownsight`` and kill it as soon as ``is_time``."""
    with subprocess.Popen(
        [*CROWNSIGHT, *arguments], env={**os.environ, **environment}, stdout=subprocess.DEVNULL
    ) as process:
        while not is_time():
            assert process.poll() is None, "ended before it was killed"
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL


def test_backup_after_a_killed_one_leaves_one_file(folder: Path) -> None:
    kill_once(lambda: any(folder.iterdir()), "backup", str(folder / "monday.sqlite3"))
    assert not (folder / "monday.sqlite3").exists()

    tuesday = folder / "tuesday.sqlite3"
    assert create_backup(Store(database_url()), tuesday) == TABLES
    assert list(folder.iterdir()) == [tuesday]


def test_killed_restore_leaves_no_copy(folder: Path, tmp_path: Path) -> None:
    create_backup(Store(database_url()), folder / "b.sqlite3")
    (temporary := tmp_path / "tmp").mkdir()
    target = tmp_path / "other"
    names = {"CROWNSIGHT_DATA": str(target), "TMPDIR": str(temporary)}

    kill_once((target / FILE).exists, "restore", str(folder / "b.sqlite3"), **names)

    assert list(temporary.iterdir()) == []


def test_copy_before_an_update_deletes_an_unfinished_one(folder: Path) -> None:
    file = Path(str(database_url().database))
    backup_before_change(file, "0001")
    [copy] = list_backups(file)
    (copy.parent / UNFINISHED_FILE).write_bytes(b"half")

    backup_before_change(file, "0002")

    assert sorted(copy.parent.iterdir()) == list_backups(file)


def test_two_writers_in_one_folder_take_turns(tmp_path: Path) -> None:
    writing = """
import sys
from pathlib import Path
from ui.system import write_whole_file
for number in range(50):
    with write_whole_file(Path(sys.argv[1]) / f"{sys.argv[2]}-{number}") as new:
        for _ in range(10):
            with new.open("a") as part:
                part.write(sys.argv[2])
"""
    writers = [subprocess.Popen([sys.executable, "-c", writing, str(tmp_path), name]) for name in "ab"]

    assert [writer.wait() for writer in writers] == [0, 0]
    written = list(tmp_path.iterdir())
    assert len(written) == 100
    assert all(file.read_text() == file.name[0] * 10 for file in written)


def test_failed_write_keeps_the_former_file(tmp_path: Path) -> None:
    (file := tmp_path / "box.json").write_text("former")

    with pytest.raises(ZeroDivisionError), write_whole_file(file) as new:
        new.write_text(f"half, {1 / 0}")

    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(file, "former")]
