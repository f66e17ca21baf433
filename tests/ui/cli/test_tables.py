"""crownsight forget, backup and restore."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select

from scoring import Kingdom, Square, Terrain
from scoring.castle import Castle
from tests.given import EVENING, ROOT
from ui import store
from ui.cli import main
from ui.store.codes import new_key
from ui.store.rows import CORRECTIONS, PHONES
from ui.store.sqlite_file import own_file
from ui.table.board import Board
from ui.table.table import Table

LAID = Table().with_player("Ana", Castle.BLUE).with_new_board(1, Board(Kingdom.parse("w1w/Cf"))).again(EVENING)


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables of this test alone."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "here"))
    return tmp_path


@pytest.mark.usefixtures("tables")
def test_a_table_is_forgotten_by_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    kept = store.opened().create(LAID, new_key())
    code = store.opened().code(kept.number) or ""

    assert main(["forget", code.lower()]) == 0
    assert store.opened().find(kept.key) is None
    assert main(["forget", code]) == 2
    assert "no table has this code" in capsys.readouterr().err


@pytest.mark.usefixtures("tables")
def test_what_belongs_to_a_forgotten_table_goes_with_it_and_sqlalchemy_is_not_asked() -> None:
    phone = new_key()
    gone, there = store.opened().create(LAID, phone), store.opened().create(LAID, phone)
    for kept in (gone, there):
        store.opened().save(kept, kept.table.with_board(1, Board(Kingdom.parse("w2w/Cf"), number=1)), phone)
    forgetting = (
        f"import sys; from ui.cli import main; main(['forget', '{gone.key}']); print('sqlalchemy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", forgetting], cwd=ROOT, capture_output=True, text=True, check=True)

    assert said.stdout.splitlines()[-1] == "False"
    assert [store.opened().version(kept.number) for kept in (gone, there)] == [None, 2]
    with store.opened().engine.connect() as connection:
        assert set(connection.scalars(select(PHONES.c.table).union(select(CORRECTIONS.c.table)))) == {there.number}


@pytest.mark.usefixtures("tables")
def test_forgetting_in_a_file_of_an_older_form_brings_it_up_to_date_first(capsys: pytest.CaptureFixture[str]) -> None:
    own_file().parent.mkdir()
    own_file().touch()

    assert main(["forget", new_key()]) == 2
    assert "no table has this code" in capsys.readouterr().err
    assert store.opened().tables_of(new_key()) == []


@pytest.mark.usefixtures("tables")
def test_forgetting_while_another_program_writes_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    kept = store.opened().create(LAID, new_key())
    with store.opened().engine.execution_options(begin="BEGIN EXCLUSIVE").begin():
        assert main(["forget", kept.key]) == 2

    assert "Another program is using the file" in capsys.readouterr().err


def test_a_backup_brings_back_what_is_gone_and_leaves_the_rest(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phone, file = new_key(), str(tables / "backup.sqlite3")
    gone, there = store.opened().create(LAID, phone), store.opened().create(LAID, phone)
    assert main(["backup", file]) == 0
    store.opened().close(gone.number)
    changed = store.opened().save(there, there.table.with_player("Ben", Castle.GREEN), phone)

    assert main(["restore", file]) == 0

    assert "Tables brought back: 1" in capsys.readouterr().out
    back = store.opened().find(gone.key)
    assert back is not None
    assert back.table.games == LAID.games
    here = store.opened().phone(back.number, phone)
    assert here is not None
    assert here.host
    assert changed is not None
    assert store.opened().version(there.number) == changed.version


def test_a_backup_never_overwrites_a_file_and_only_its_owner_reads_it(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tables / "backup.sqlite3"

    assert main(["backup", str(file)]) == 0
    assert file.stat().st_mode & 0o077 == 0
    assert main(["backup", str(file)]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.usefixtures("tables")
def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "minutes.txt").write_text("minutes of the meeting\n" * 100)

    assert main(["restore", str(tmp_path / "minutes.txt")]) == 2
    assert main(["restore", str(tmp_path / "nowhere")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_corrections_come_back_with_a_backup(tables: Path) -> None:
    phone = new_key()
    table = LAID.with_new_board(1, Board(Kingdom.parse("w1w/Cf")))
    kept = store.opened().create(table, phone)
    board = kept.table.seats[0].board
    assert board is not None
    corrected = Board(board.kingdom.with_square(0, 1, Square(Terrain.LAKE)), number=board.number, revision=1)
    store.opened().save(kept, kept.table.with_board(1, corrected), phone)
    main(["backup", str(tables / "backup.sqlite3")])
    store.opened().close(kept.number)

    main(["restore", str(tables / "backup.sqlite3")])

    back = store.opened().find(kept.key)
    assert back is not None
    assert [noted.square for noted in store.opened().corrections(back.number)] == [(0, 1)]
