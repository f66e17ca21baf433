"""Tables of an older form are copied before they are brought up to date; those of a newer one are left alone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.ui.cli.terminal import Terminal
from tests.ui.kept_tables import ANAS_PHONE
from tests.ui.laid import ANA
from ui.store import Store, StoreError
from ui.store.database import FILE, KEPT_COPIES, MIGRATIONS, copies, database_url, keep_copy
from ui.store.rows import METADATA

FOLLOWING = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    op.add_column("health", sa.Column("more", sa.Integer()))
"""


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the tables of this test."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "own"))
    tables = Store(database_url())
    tables.create(ANA, ANAS_PHONE)
    tables.engine.dispose()
    return tmp_path / "own" / FILE


@pytest.fixture
def following(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on there is one form more."""
    migrations = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, migrations)
    (migrations / "versions" / "0003_more.py").write_text(FOLLOWING)
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
def test_older_tables_are_copied_once_for_their_owner_alone_before_they_are_brought_up_to_date_and_come_back_from_there(
    file: Path, terminal: Terminal
) -> None:
    opens()
    opens()  # up to date by then

    (copy,) = copies(file)
    assert (form(copy), form(file)) == ("0002", "0003")
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.parent.stat().st_mode & 0o077 == 0

    file.unlink()
    assert terminal.run("restore", str(copy)) == (0, "Tables brought back: 1\n", "")
    assert (form(copy), form(file)) == ("0002", "0003")
    assert copies(file) == [copy]


def test_tables_of_the_first_form_are_brought_up_to_date(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE former_keys")
        (key,) = connection.execute("SELECT key FROM tables").fetchone()
    form(file, "0001")

    tables = Store(database_url())

    kept = tables.find(key, ANAS_PHONE)
    with tables.engine.connect() as connection:
        compared = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)
    tables.engine.dispose()
    assert kept is not None
    assert kept.table == ANA
    assert [one for one in compared if "fk" not in str(one[0])] == []


def test_the_last_three_copies_are_kept(file: Path) -> None:
    for number in range(KEPT_COPIES + 2):
        keep_copy(file, f"{number:04}")

    assert [copy.stem[-4:] for copy in copies(file)] == ["0002", "0003", "0004"]


@pytest.mark.usefixtures("following")
def test_tables_that_cannot_be_copied_are_not_changed(file: Path) -> None:
    (file.parent / "before-update").write_text("no folder")

    with pytest.raises(StoreError, match="could not be copied first"):
        opens()

    assert form(file) == "0002"


def test_a_table_that_is_forgotten_is_in_no_copy(file: Path, terminal: Terminal) -> None:
    keep_copy(file, "0001")
    with closing(sqlite3.connect(file)) as connection:
        (key,) = connection.execute("SELECT key FROM tables").fetchone()

    assert terminal.run("forget", key)[0] == 0

    assert copies(file) == []
