"""Killed, locked out, or with a wrong clock: what was acknowledged is there, and the next save goes on by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL, make_url

from scoring import Kingdom
from tests.ui.postgres import Postgres, running
from ui.store import Kept, Store
from ui.table import Board, Colour, Table

PHONE = "k" * 22
TABLE = Table().with_player("Ana", Colour.BLUE).with_new_board(1, Board(Kingdom.parse("www/wCw/www"), by_hand=True))
SAVES, MOST_A_LIFE = 200, 9
YEAR = 365 * 86_400.0

# Every line on its input is one life: a process that corrects a square again and again until it is killed.
LIVES = """
import os, sys
from dataclasses import replace
from sqlalchemy.engine import make_url
from scoring import Square, Terrain
from ui.store import Store
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
        land = Terrain.LAKE if board.revision % 2 else Terrain.FOREST
        board = replace(board, kingdom=board.kingdom.with_square(0, 0, Square(land)), revision=board.revision + 1)
        kept = store.save(kept, kept.table.with_board(1, board), sys.argv[3])
        os.write(1, f"{os.getpid()} {board.revision}\\n".encode())  # all of a line or nothing, even when killed
"""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running() as started:
        yield started


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """A database of either kind."""
    if request.param == "sqlite":
        return URL.create("sqlite", database=str(tmp_path / "tables.sqlite3"))
    return make_url(request.getfixturevalue("postgres").url).set(drivername="postgresql+psycopg")


@contextmanager
def opened(url: URL) -> Iterator[Store]:
    store = Store(url)
    try:
        yield store
    finally:
        store.engine.dispose()


def revision(store: Store, kept: Kept) -> int:
    now = store.find(kept.key)
    assert now is not None
    board = now.table.seats[0].board
    assert board is not None
    return board.revision


def test_200_saves_with_kill_9_at_random_moments_lose_nothing_and_leave_nothing_half_done(url: URL) -> None:
    chance, last, lives = Random(9), 0, 0
    with opened(url) as store:
        kept = store.create(TABLE, PHONE)
        command = [sys.executable, "-c", LIVES, url.render_as_string(hide_password=False), kept.key, PHONE]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as living:
            assert living.stdin is not None
            assert living.stdout is not None
            while last < SAVES:
                lives += 1
                living.stdin.write("live\n")
                living.stdin.flush()
                for _ in range(chance.randint(1, MOST_A_LIFE)):
                    life, last = (int(word) for word in living.stdout.readline().split())
                time.sleep(chance.uniform(0.0, 0.01))  # somewhere in the middle of the next
                os.kill(life, signal.SIGKILL)
                while (said := living.stdout.readline().split()) != ["dead"]:
                    last = int(said[-1])

                now = revision(store, kept)
                assert now - last in (0, 1)  # the very last may be saved and not yet said
                assert len(store.corrections(kept.number)) == now
                assert store.version(kept.number) == 1 + now
                last = now
            living.stdin.close()
        if url.drivername == "sqlite":
            with store.engine.connect() as connection:
                assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
    print(f"{last} saves, {lives} kills")  # pytest -rP shows it
    assert lives > SAVES / (2 * MOST_A_LIFE)


@pytest.mark.parametrize("later", [-40 * YEAR, YEAR])
def test_a_clock_set_to_another_year_loses_nothing(url: URL, later: float, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(url) as store:
        kept = store.create(TABLE, PHONE)
        code = store.code(kept.number) or ""
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + later)

        again = store.save(kept, kept.table.with_player("Ben", Colour.GREEN), PHONE)
        assert store.expire() == 0
        assert again is not None
        assert store.find(kept.key) == again
        assert kept.key in [one.key for one in store.tables_of(PHONE)]
        assert store.key_for(store.code(kept.number) or "") == kept.key
        assert (store.key_for(code) == kept.key) == (later < 0)  # a code of last year opens nothing

        monkeypatch.undo()
        assert store.save(again, replace(again.table, hide_scores=True), PHONE) is not None
        assert store.expire() == 0
        assert store.key_for(store.code(kept.number) or "") == kept.key


# Opened as an ordinary user, since root writes everywhere; once before, so that all is loaded that only root may read.
ORDINARY = """
import os, sys
from sqlalchemy.engine import make_url
from ui.store import Store, StoreError
from ui.table import Table
Store(make_url("sqlite://"))
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for _ in sys.stdin:
    try:
        store = Store(make_url(sys.argv[1]))
        print("kept", store.create(Table(), "p" * 22).version, flush=True)
    except StoreError as fault:
        print(fault, flush=True)
"""


def test_a_folder_that_cannot_be_written_to_is_named_and_used_once_it_can(tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)  # pytest's folders are for their owner alone
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    closed.chmod(0o555)
    command = [sys.executable, "-c", ORDINARY, f"sqlite:///{closed}/tables.sqlite3"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ordinary:
        assert ordinary.stdin is not None
        assert ordinary.stdout is not None

        def said() -> str:
            ordinary.stdin.write("open\n")  # type: ignore[union-attr]
            ordinary.stdin.flush()  # type: ignore[union-attr]
            return str(ordinary.stdout.readline())  # type: ignore[union-attr]

        assert f"The folder {closed} cannot be written to. Change its rights" in said()
        closed.chmod(0o777)
        assert said() == "kept 1\n"
        ordinary.stdin.close()
