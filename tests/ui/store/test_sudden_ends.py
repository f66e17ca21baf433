"""Killed processes, wrong clocks and missing permissions lose nothing that was acknowledged."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from scoring import Kingdom, Terrain
from scoring.castle import Castle
from tests.ui.factories import ANA, EVENING, reading_of
from tests.ui.store_helpers import NewServer, as_ordinary_user, behind, find, on_sqlite, save_table
from ui.store import Store, StoreError
from ui.store.database import inspect_database
from ui.table.board import Board
from ui.table.photo_reading import PhotoReading, Picture

PHONE = "k" * 22
BOARD = Board(Kingdom.parse("www/wCw/www"), by_hand=True)
TABLE = ANA.with_new_board(1, BOARD).again(EVENING).with_new_board(1, BOARD)
SAVES, MOST_A_LIFE = 200, 9
YEAR = 365 * 86_400.0

OTHERS_AT_WORK = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'
"""

# For each line on stdin, fork a process that corrects a square again and again until it is killed.
LIVES = """
import os, sys
from dataclasses import replace
from sqlalchemy.engine import make_url
from scoring import Square, Terrain
from ui.store import Store
from ui.store.codes import new_key
Store(make_url(sys.argv[1])).engine.dispose()  # what that loads is loaded once, not in every life
for _ in sys.stdin:
    life = os.fork()
    if life:
        os.waitpid(life, 0)
        print("dead", flush=True)
        continue
    store = Store(make_url(sys.argv[1]))
    kept = store.find(sys.argv[2])
    while True:
        board = kept.table.seats[0].board
        land = Terrain.LAKE if kept.version % 2 else Terrain.FOREST
        board = replace(board, kingdom=board.kingdom.with_square(0, 0, Square(land)))
        kept = store.change(kept.key, sys.argv[3], lambda _: kept.table.with_board(1, board), request=new_key())
        os.write(1, f"{os.getpid()} {kept.version - 1}\\n".encode())  # all of a line or nothing, even when killed
"""


def wait_for_idle_server(store: Store) -> None:
    """Wait until PostgreSQL has finished the statements of dead clients, which may still commit. SQLite has none."""
    if store.url.drivername == "sqlite":
        return
    with store.engine.connect() as asking:
        asking = asking.execution_options(isolation_level="AUTOCOMMIT")
        while asking.execute(text(OTHERS_AT_WORK)).scalar_one():
            time.sleep(0.01)


def test_200_saves_with_kill_9_lose_nothing(store: Store) -> None:
    chance, last, lives = Random(9), 0, 0
    kept = store.create(TABLE, PHONE)
    command = [sys.executable, "-c", LIVES, store.url.render_as_string(hide_password=False), kept.key, PHONE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as living:
        assert living.stdin is not None
        assert living.stdout is not None
        while last < SAVES:
            lives += 1
            living.stdin.write("live\n")
            living.stdin.flush()
            for _ in range(chance.randint(1, MOST_A_LIFE)):
                life, last = (int(word) for word in living.stdout.readline().split())
            time.sleep(chance.uniform(0.0, 0.01))  # in the middle of the next save
            os.kill(life, signal.SIGKILL)
            while (said := living.stdout.readline().split()) != ["dead"]:
                last = int(said[-1])

            wait_for_idle_server(store)
            table = find(store, kept.key).table
            now = (store.version(kept.number, PHONE) or 0) - 1
            assert now - last in (0, 1)  # the last may be saved but not yet reported
            assert table.games == TABLE.games
            assert behind(store, "SELECT count(*) FROM requests") == [now]
            assert table.seats[0].board
            assert table.seats[0].board.kingdom[0, 0].terrain is (Terrain.FOREST, Terrain.LAKE)[now % 2]
            last = now
        living.stdin.close()
    if store.url.drivername == "sqlite":
        assert behind(store, "PRAGMA integrity_check") == ["ok"]
    print(f"{last} saves, {lives} kills")  # pytest -rP shows it
    assert lives > SAVES / (2 * MOST_A_LIFE)


@pytest.mark.parametrize("later", [-40 * YEAR, YEAR])
def test_clock_set_to_another_year_loses_nothing(store: Store, later: float, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = store.create(TABLE, PHONE)
    code = store.renew_code(kept.key, PHONE) or ""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + later)

    again = store.change(kept.key, PHONE, lambda _: kept.table.with_player("Ben", Castle.GREEN))
    assert store.expire() == 0
    assert again is not None
    assert store.find(kept.key) == again
    assert kept.key in [one.key for one in store.find_tables(PHONE)]
    assert store.find_key(store.renew_code(kept.key, PHONE) or "") == kept.key
    assert (store.find_key(code) == kept.key) == (later < 0)  # a code of last year opens nothing
    shown_then = store.renew_code(kept.key, PHONE) or ""

    monkeypatch.undo()
    assert store.find_key(shown_then) is None  # as for one that was shown too long ago
    assert store.change(again.key, PHONE, lambda _: replace(again.table, hide_scores=True)) is not None
    assert store.expire() == 0
    assert store.find_key(store.renew_code(kept.key, PHONE) or "") == kept.key


def test_wrong_clock_deletes_no_table_and_no_photo(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """One tap and a restart two years ahead, and a table made twenty years ago by a clock that lost its battery."""
    photographed = Board(BOARD.kingdom, source=PhotoReading.of(reading_of(BOARD.kingdom), Picture(b"jpeg", 8, 8, 1.0)))
    tables = [store.create(TABLE.with_new_board(1, photographed), PHONE) for _ in range(3)]
    now = time.time()
    store.expire()

    for leap in (2 * YEAR, -20 * YEAR):
        monkeypatch.setattr(time, "time", lambda leap=leap: now + leap)
        save_table(store, tables[0], replace(tables[0].table, hide_scores=leap > 0), PHONE)
        tables.append(store.create(TABLE, PHONE))
        for start in (0, 60, 3600):
            store.expire(now + leap + start)
    for hours in (0, 1, 2):
        store.expire(now + 3600 * hours)

    assert inspect_database(store.url).photos == 3
    assert len(store.versions([one.number for one in tables])) == len(tables)


@pytest.fixture
def read_only() -> Iterator[Path]:
    """Create a read-only folder outside those of pytest, which other users may not enter."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        yield folder


def test_read_only_folder_is_named_and_used_once_writable(read_only: Path, new_server: NewServer) -> None:
    new_server(make_url("sqlite://"))  # loads what only root may read
    url = make_url(f"sqlite:///{read_only}/tables.sqlite3")

    refused = f"The folder {read_only} cannot be written to. Change its permissions"
    with as_ordinary_user(), pytest.raises(StoreError, match=re.escape(refused)):
        new_server(url)
    read_only.chmod(0o777)
    with as_ordinary_user():
        assert new_server(url).create(TABLE, PHONE).version == 1


@on_sqlite
def test_save_is_on_disk_before_it_returns(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    sync = os.fsync

    def record(number: int) -> None:
        written.append(Path(f"/proc/self/fd/{number}").readlink().name)
        sync(number)

    monkeypatch.setattr(os, "fsync", record)

    store.create(TABLE, PHONE)

    assert [file.partition(".")[2] for file in written] == ["sqlite3-wal"]
