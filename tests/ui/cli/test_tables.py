"""crownsight forget, backup and restore."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from scoring import Kingdom
from scoring.castle import Castle
from tests.sample_photos import KITCHEN
from tests.ui.cli.terminal import Terminal
from tests.ui.factories import ANA, EVENING
from tests.ui.import_samples import BG_STATS, make_bgstats_export
from tests.ui.store_helpers import joins, questions
from ui import store
from ui.cli import main
from ui.store import Revoke
from ui.store.codes import new_key
from ui.store.database import default_file
from ui.table.board import Board

LAID = ANA.with_new_board(1, Board(Kingdom.parse("w1w/Cf"))).again(EVENING)


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for backups; the data folder is beside it."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "here"))
    (folder := tmp_path / "given").mkdir()
    return folder


def without_ben(phone: str) -> tuple[store.StoredTable, Callable[[], store.StoredTable]]:
    """Create a table of Ana and Ben; return it and a function that removes Ben, which changes its key."""
    kept, ben = store.get_store().create(LAID.with_player("Ben", Castle.GREEN), phone), new_key()
    joins(store.get_store(), kept, ben, 3)

    def remove_ben() -> store.StoredTable:
        after = store.get_store().change(
            kept.key, phone, lambda now: now.table.without_player(3), revoke=Revoke.REMOVED
        )
        assert after is not None
        assert after.key != kept.key
        return after

    return kept, remove_ben


def test_forget_takes_code_or_previous_key(terminal: Terminal) -> None:
    before, remove_ben = without_ben(new_key())
    phone = new_key()
    renamed, there = remove_ben(), store.get_store().create(LAID, phone)
    code = store.get_store().renew_code(there.key, phone) or ""

    for name in (before.key, code.lower()):
        assert terminal.run("forget", name)[0] == 0

    assert [store.get_store().find(table.key) for table in (renamed, there)] == [None, None]
    assert "no table has this code" in terminal.refusal("forget", code)


def test_restore_knows_a_table_by_its_previous_key(tables: Path, terminal: Terminal) -> None:
    before, remove_ben = without_ben(phone := new_key())
    assert main(["backup", str(tables / "before.sqlite3")]) == 0
    after = remove_ben()
    assert main(["backup", str(tables / "after.sqlite3")]) == 0

    assert "Tables restored: 0 (already there: 1)" in terminal.run("restore", str(tables / "before.sqlite3"))[1]
    assert store.get_store().find(before.key) is None
    store.get_store().delete_table(after.key, phone)
    assert main(["restore", str(tables / "after.sqlite3")]) == 0
    back = store.get_store().find(before.key, phone)  # by the address that the phone has
    assert back is not None
    assert back.key == after.key


def test_restore_adds_missing_tables_and_keeps_others(tables: Path, terminal: Terminal) -> None:
    phone, file = new_key(), str(tables / "backup.sqlite3")
    gone, there = store.get_store().create(LAID, phone), store.get_store().create(LAID, phone)
    assert main(["backup", file]) == 0
    store.get_store().delete_table(gone.key, phone)
    changed = store.get_store().change(there.key, phone, lambda _: there.table.with_player("Ben", Castle.GREEN))

    assert "Tables restored: 1 (already there: 1)" in terminal.run("restore", file)[1]
    back = store.get_store().find(gone.key)
    assert back is not None
    assert back.table.games == LAID.games
    here = store.get_store().phone(back.number, phone)
    assert here is not None
    assert here.host
    assert changed is not None
    assert store.get_store().version(there.number, phone) == changed.version


def three_tables() -> list[str]:
    """Create three tables; return their keys."""
    return [store.get_store().create(LAID, new_key()).key for _ in range(3)]


def break_off(*_: object) -> None:
    raise KeyboardInterrupt


def test_backup_of_no_tables_succeeds_without_a_file(tables: Path, terminal: Terminal) -> None:
    said = f"Nothing to back up yet: no games are stored. {tables / 'b.bak'} was not written.\n"

    assert terminal.run("backup", str(tables / "b.bak")) == (0, said, "")
    assert list(tables.iterdir()) == []


def test_failed_backup_leaves_no_file(tables: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = ("backup", str(tables / "b.bak"))
    three_tables()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))  # of a file, in bytes
    try:
        assert "b.bak was not written" in terminal.refusal(*backup)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    monkeypatch.setattr("ui.store.backup._copy_parts", break_off)
    assert main(backup) != 0

    assert list(tables.iterdir()) == []


def test_backup_is_one_private_file_never_overwritten(tables: Path, terminal: Terminal) -> None:
    keys, file = three_tables(), tables / "b.bak"

    assert terminal.run("backup", str(file))[1] == f"Tables copied to {file}: 3\n"

    assert list(tables.iterdir()) == [file]
    assert file.stat().st_mode & 0o077 == 0
    assert "exists already" in terminal.refusal("backup", str(file))
    for key in keys:
        store.get_store().forget(key)
    moved = file.rename(tables / "moved.bak")
    assert terminal.run("restore", str(moved))[1] == "Tables restored: 3 (already there: 0)\n"


def of_another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE tables (number INTEGER PRIMARY KEY, legs INTEGER)")
        connection.execute("INSERT INTO tables VALUES (1, 4)")
        connection.commit()


def back_up(file: Path) -> None:
    first, *_ = three_tables()
    main(["backup", str(file)])
    store.get_store().forget(first)


def torso(file: Path) -> None:
    back_up(file)
    os.truncate(file, 4096)


GIVEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "a backup": (back_up, "Tables restored: 1 (already there: 2)\n"),
    "a text": (lambda file: file.write_text("minutes of the meeting\n" * 100), "b.bak is no backup"),
    "another program's file": (of_another_program, "b.bak is no backup"),
    "0 bytes": (Path.touch, "b.bak is no backup"),
    "a torso of 4 kB": (torso, "b.bak is no backup"),
    "a file of no table": (lambda file: store.Store(make_url(f"sqlite:///{file}")).engine.dispose(), "holds no table"),
}


@pytest.mark.parametrize(("made", "said"), GIVEN.values(), ids=GIVEN)
def test_restore_refuses_other_files_without_writing(
    made: Callable[[Path], object], said: str, tables: Path, terminal: Terminal
) -> None:
    made(file := tables / "b.bak")
    file.chmod(0o440)
    os.utime(file, (1_000_000_000, 1_000_000_000))
    before = file.read_bytes()

    status, out, err = terminal.run("restore", str(file))

    assert said in out + err
    assert (status, out == "") in ((0, False), (1, True))
    assert list(tables.iterdir()) == [file]
    assert (file.read_bytes(), file.stat().st_mode & 0o777, file.stat().st_mtime) == (before, 0o440, 1_000_000_000)


MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 1 AS 'table', i AS board FROM n"
CHANGES = {
    "a part is missing": "DROP TABLE phones",
    "a column is called otherwise": "ALTER TABLE games RENAME COLUMN text TO another",
    "a part is a view": "ALTER TABLE games RENAME TO other; CREATE VIEW games AS SELECT * FROM other, other AS again",
    "numbers are texts": "UPDATE games SET number = 'one', played = 'now'; UPDATE phones SET host = 'x'",
    "a key is none": "UPDATE tables SET key = x'ff00', code = '%' WHERE number = 1",
    "a table is another": """UPDATE tables SET text = '{"seats": [{}]}'""",
}


def change_backup(tables: Path, script: str) -> tuple[str, list[str]]:
    """Change a backup of three tables that are not here any more; return the file and their keys."""
    file, keys = tables / "b.bak", three_tables()
    main(["backup", str(file)])
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)
    for key in keys:
        store.get_store().forget(key)
    return str(file), keys


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_restore_takes_intact_tables_of_a_changed_backup(change: str, tables: Path, terminal: Terminal) -> None:
    file, keys = change_backup(tables, change)

    status, _, err = terminal.run("restore", file)

    assert (status, err.count("\n")) in ((0, 0), (1, 1))
    for key in keys:
        with suppress(store.StoreError):  # it is named as damaged
            store.get_store().find(key)


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
def test_table_with_impossible_fields_is_left_out(field: str, tables: Path, terminal: Terminal) -> None:
    file, _ = change_backup(tables, f"UPDATE tables SET {field} WHERE number = (SELECT min(number) FROM tables)")

    status, told, _ = terminal.run("restore", file)

    assert status == 0
    assert told.splitlines() == [
        "Tables restored: 2 (already there: 0)",
        "Tables skipped because a field has an impossible value: 1",
    ]


@pytest.mark.parametrize(
    "script",
    [
        f"DROP TABLE photos; CREATE VIEW photos AS {MANY}",
        "CREATE TRIGGER more AFTER INSERT ON phones BEGIN DELETE FROM games; END",
    ],
    ids=["endless view", "trigger"],
)
def test_backup_with_a_view_or_trigger_is_none(script: str, tables: Path, terminal: Terminal) -> None:
    assert "is no backup of tables" in terminal.refusal("restore", change_backup(tables, script)[0])


def test_restore_reads_the_log_beside_a_file(tables: Path, terminal: Terminal) -> None:
    keys = three_tables()
    for part in default_file().parent.glob(f"{default_file().name}*"):
        (tables / part.name).write_bytes(part.read_bytes())
    assert (tables / f"{default_file().name}-wal").stat().st_size
    for key in keys:
        store.get_store().forget(key)

    assert terminal.run("restore", str(tables / default_file().name)) == (
        0,
        "Tables restored: 3 (already there: 0)\n",
        "",
    )


def test_dry_run_counts_tables_and_adds_none(tables: Path, terminal: Terminal) -> None:
    back_up(file := tables / "b.bak")

    for _ in range(2):
        said = "Tables to restore: 1 (already there: 2)\n"
        assert terminal.run("restore", "--dry-run", str(file)) == (0, said, "")


def test_dry_run_counts_games_and_names_and_adds_none(tables: Path, terminal: Terminal) -> None:
    file = tables / "BGStatsExport.json"
    file.write_text(json.dumps(BG_STATS))

    for _ in range(2):
        said = "Games to import: 2 (already there: 0, skipped: 2)\nNames in them: 4\n"
        assert terminal.run("restore", "--dry-run", str(file)) == (0, said, "")


def test_bg_stats_games_are_added_once(tables: Path, terminal: Terminal) -> None:
    first, later = tables / "BGStatsExport.json", tables / "BGStatsExport 2.json"
    first.write_text(json.dumps(BG_STATS))
    there = {"Ana": 54, "Anonymous player": 54, "Anonymous player 2": 12}
    later.write_bytes(make_bgstats_export(("2024-02-03", {"Ana": 54, "Ben": 47}), ("2024-01-05", there)))

    said = [terminal.run("restore", str(file))[1] for file in (first, first, later)]

    assert [told.partition("\n")[0] for told in said] == [
        "Games imported: 2 (already there: 0, skipped: 2)",
        "Games imported: 0 (already there: 2, skipped: 2)",
        "Games imported: 1 (already there: 1, skipped: 0)",
    ]
    key = store.get_store().find_key(said[2].split()[-1].rstrip(".")) or ""
    joined, phone = store.get_store().find(key), new_key()
    assert joined is not None
    joins(store.get_store(), joined, phone)
    assert store.get_store().history.count_games(phone) == 3


OTHERS = {
    "a photo": (KITCHEN.read_bytes(), "is a photo; crownsight read"),
    "JSON": (b'{"plays": 3}', "is JSON of another program; restore takes a backup"),
    "an edition": (b'{"format": "crownsight edition 1"}', "crownsight read --tiles"),
    "Kingdoms": (b'{"kingdoms":1,"players":[]}', "the page Kingdoms"),
    "half of a JSON": (
        b'{"crownsight": 1, ',
        "is no backup, and no file of games: this is not a file saved by Crownsight",
    ),
    "a CSV": (b"2026-11-21,Ana,54,Ben,47", "holds no games that can be read"),
    "no Kingdomino": (json.dumps(BG_STATS | {"games": []}).encode(), "holds no game of Kingdomino"),
}


@pytest.mark.parametrize(("content", "said"), OTHERS.values(), ids=OTHERS)
def test_restore_names_the_command_for_other_files(content: bytes, said: str, tables: Path, terminal: Terminal) -> None:
    (tables / "b.bak").write_bytes(content)

    assert said in terminal.refusal("restore", str(tables / "b.bak"))


def test_restore_copies_many_games_in_few_statements(tables: Path, terminal: Terminal) -> None:
    """While a table is copied nobody else writes, and taps wait two seconds at most."""
    played = replace(LAID, games=tuple(replace(LAID.games[0], number=number) for number in range(1, 401)))
    kept = store.get_store().create(played, new_key())
    terminal.run("backup", str(file := tables / "b.bak"))
    store.get_store().forget(kept.key)
    statements = questions(store.get_store())

    assert terminal.run("restore", str(file))[1] == "Tables restored: 1 (already there: 0)\n"

    assert len([statement for statement in statements if statement.startswith("INSERT INTO games")]) <= 10
