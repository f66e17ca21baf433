"""crownsight doctor: what is there, what is missing, and what to do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.given import ROOT, another_squares_network
from tests.ui.cli.terminal import Terminal
from tests.ui.served import CROWNSIGHT, listened_on
from ui.cli.doctor import LOCKS
from ui.store import Store
from ui.store.database import FILE, database_url
from ui.system import USUAL_PORT, version
from vision.networks import FOLDER


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables of this test alone."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "here"))
    return tmp_path / "here"


def told(terminal: Terminal) -> tuple[int, dict[str, str]]:
    """The exit code, and what the doctor says of each thing: its mark and the sentence."""
    status, out, err = terminal.run("doctor")
    assert err == ""
    return status, {
        line[9:].split(":")[0]: line[:7].strip() + ": " + line.split(": ", 1)[1] for line in out.splitlines()
    }


def test_where_all_is_there_every_line_says_so(terminal: Terminal) -> None:
    Store(database_url()).engine.dispose()

    status, said = told(terminal)

    assert status == 0
    things = "installed,python,packages,networks,calibration,tables,data folder,terminal,port,phones"
    assert list(said) == things.split(",")
    assert said["networks"] == "ok: there, with the right checksums"
    assert said["calibration"] == "ok: made for these networks"
    assert re.match(r"ok: in sqlite:///.*, form 0\d", said["tables"])
    assert said["tables"].endswith("can be written to; 0 photos (0 MB) until their game has been over for a day")


def test_networks_without_a_calibration_are_named_and_can_be_lived_with(tmp_path: Path) -> None:
    networks = another_squares_network(tmp_path / "networks")

    said = subprocess.run(
        [*CROWNSIGHT, "doctor"],
        env=os.environ | {FOLDER: str(networks)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert said.returncode == 0
    assert "look     calibration: none for these networks, nothing is called sure" in said.stdout


FOUND = {
    "a database that does not answer": (
        {"CROWNSIGHT_DATABASE": "postgresql://nobody:secret@127.0.0.1:9/none"},
        (1, "tables", "missing: The database does not answer."),
    ),
    "a proxy": (
        {"CROWNSIGHT_ADDRESS": "https://crowns.example.org"},
        (0, "phones", "ok: reach this server at https://crowns.example.org"),
    ),
    "an address that phones cannot open": (
        {"CROWNSIGHT_ADDRESS": "crowns.example.org"},
        (1, "phones", "missing: an address for phones looks like"),
    ),
}


@pytest.mark.parametrize(("environment", "found"), FOUND.values(), ids=FOUND)
def test_what_the_environment_says_is_looked_at_and_no_password_is_told(
    environment: dict[str, str], found: tuple[int, str, str], terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)

    status, said = told(terminal)

    assert (status, said[found[1]][: len(found[2])]) == (found[0], found[2])
    assert "secret" not in str(said)


def test_a_file_of_tables_without_a_byte_is_named_and_left_so(terminal: Terminal, tables: Path) -> None:
    tables.mkdir()
    (tables / "tables.sqlite3").touch()

    status, said = told(terminal)

    assert status == 1
    assert "tables.sqlite3 holds no tables" in said["tables"]
    assert (tables / "tables.sqlite3").stat().st_size == 0


def test_copy_of_the_file_without_its_log_is_named(
    terminal: Terminal, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Store(database_url())
    (tmp_path / "copy").mkdir()
    shutil.copy(tables / FILE, tmp_path / "copy" / FILE)
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "copy"))

    status, said = told(terminal)
    running.engine.dispose()

    assert status == 1
    assert f"tables.sqlite3 holds no tables. A copy of a running server needs {FILE}-wal" in said["tables"]


def test_doctor_creates_no_tables(terminal: Terminal, tables: Path) -> None:
    status, said = told(terminal)

    assert (status, said["tables"]) == (0, f"ok: none yet; crownsight serve creates {tables / FILE}")
    assert not tables.exists()


@pytest.mark.parametrize(
    ("lock", "said"),
    [
        ("# tested\nsegno==0.0.1\nnot-installed-anywhere==1\n", "look: 1 others than in requirements.lock (segno "),
        ("segno==0.0.1 ; sys_platform == 'plan9' \\\n", "ok: all there, as in requirements.lock"),
    ],
    ids=["other versions", "of other machines"],
)
def test_versions_other_than_those_tested_here_are_named_and_can_be_lived_with(
    lock: str, said: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "requirements.lock").write_text(lock)
    monkeypatch.setattr("ui.cli.doctor.LOCKS", [tmp_path / "requirements.lock", *LOCKS])

    status, told_of = told(terminal)

    assert status == 0
    assert told_of["packages"].startswith(said)
    assert ("tested with 0.0.1" in told_of["packages"]) == said.startswith("look")


def test_a_taken_port_can_be_lived_with(terminal: Terminal) -> None:
    with listened_on(USUAL_PORT):
        status, said = told(terminal)

    assert status == 0
    assert said["port"].startswith(f"look: a program listens on {USUAL_PORT}")


def test_data_folder_warns_of_network_drives(terminal: Terminal, tables: Path) -> None:
    said = told(terminal)[1]["data folder"]

    assert said.startswith(f"ok: {tables}, ")
    assert said.endswith("keep it on a local disk, SQLite fails on a network drive")


def test_installed_names_the_folder_and_no_way_to_update(terminal: Terminal) -> None:
    assert told(terminal)[1]["installed"] == f"ok: version {version()} in {ROOT}"
