"""Backups that no program of ours has written: damaged files, and databases with other things in them."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random

from sqlalchemy.engine import URL

from scoring import Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from tests.ui.hostile.texts import KINGDOM, VALUES, twisted
from tests.vision.photo.hostile_photos import TO_ANY_FILE
from ui.store.codes import checksum, new_key
from ui.store.store import Store
from ui.table.board import Board
from ui.table.table import Table

BOARD = Board(Kingdom.parse(KINGDOM))
TABLE = Table().with_player("Ana", Castle.BLUE).with_new_board(1, BOARD).again(EVENING).with_new_board(1, BOARD)
PARTS = (
    "tables",
    "phones",
    "games",
    "results",
    "photos",
    "learnt",
    "editions",
    "corrections",
    "health",
    "alembic_version",
)


@cache
def whole() -> bytes:
    """A backup of two tables."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables"
        tables = Store(URL.create("sqlite", database=str(file)))
        for _ in range(2):
            tables.create(TABLE, new_key())
        tables.engine.dispose()
        return file.read_bytes()


def backup(random: Random) -> bytes:
    """A backup, damaged as a file or changed as a database."""
    if random.random() < 0.5:
        return random.choice(TO_ANY_FILE)(random, whole(), "")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables"
        file.write_bytes(whole())
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            for _ in range(random.choice((1, 1, 3))):
                with suppress(sqlite3.Error, OverflowError, TypeError, ValueError):  # no further after some changes
                    _change(random, database)
        return file.read_bytes()


def _change(random: Random, database: sqlite3.Connection) -> None:
    part = random.choice(PARTS)
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({part})")]
    column, pick = random.choice(columns or ["gone"]), random.random()
    if pick < 0.3:
        (text,) = database.execute("SELECT text FROM tables").fetchone()
        other = json.dumps(twisted(random, json.loads(text)))
        database.execute("UPDATE tables SET checksum = ?, text = ?", [checksum(other), other])
    elif pick < 0.7:
        value = random.choice([one for one in VALUES if not isinstance(one, list | dict)])
        database.execute(f'UPDATE {part} SET "{column}" = ?', [value])
    elif pick < 0.8:
        database.execute(f'ALTER TABLE {part} RENAME COLUMN "{column}" TO another')
    elif pick < 0.9:
        database.execute(f"DROP TABLE {part}")
    else:
        database.execute(f"ALTER TABLE {part} RENAME TO another")
        database.execute(f"CREATE VIEW {part} AS SELECT * FROM another, another AS again")
