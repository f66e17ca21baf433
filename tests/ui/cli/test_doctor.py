"""``crownsight doctor``."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, make_url, text

from tests.project import ROOT, copy_with_another_network
from tests.ui.cli.terminal import Terminal
from tests.ui.postgres import Postgres
from tests.ui.served import listen
from ui.cli.doctor import LOCKS
from ui.store import Store
from ui.store.database import FILE, database_url
from ui.system import DEFAULT_PORT, get_version
from vision.networks import FOLDER_VARIABLE
from vision.pipeline.calibration import get_calibration


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder of this test."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "here"))
    return tmp_path / "here"


def diagnose(terminal: Terminal) -> tuple[int, dict[str, str]]:
    """Run the doctor; return its exit code and its findings (mark and sentence) by name."""
    status, out, err = terminal.run("doctor")
    assert err == ""
    return status, {
        line[9:].split(":")[0]: line[:7].strip() + ": " + line.split(": ", 1)[1] for line in out.splitlines()
    }


def test_complete_installation_is_ok(terminal: Terminal) -> None:
    Store(database_url()).engine.dispose()

    status, findings = diagnose(terminal)

    assert status == 0
    things = "installed,python,packages,networks,calibration,tables,data folder,terminal,port,network"
    assert list(findings) == things.split(",")
    assert findings["networks"] == "ok: complete, with the right checksums"
    assert findings["calibration"] == "ok: made for these networks"
    assert re.match(r"ok: in sqlite:///.*, schema 0\d", findings["tables"])
    assert findings["tables"].endswith("can be written to; 0 photos (0 MB), deleted a day after their game")


def test_missing_calibration_is_a_warning(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(copy_with_another_network(tmp_path / "networks")))
    get_calibration.cache_clear()

    status, findings = diagnose(terminal)
    get_calibration.cache_clear()

    assert status == 0
    assert findings["calibration"].startswith("warning: none for these networks, nothing is called sure")


ENVIRONMENTS = {
    "a database that does not answer": (
        {"CROWNSIGHT_DATABASE": "postgresql://nobody:secret@127.0.0.1:9/none"},
        (1, "tables", "missing: The database does not answer."),
    ),
    "a proxy": (
        {"CROWNSIGHT_ADDRESS": "https://crowns.example.org"},
        (0, "network", "ok: phones can reach this server at https://crowns.example.org"),
    ),
    "an address that phones cannot open": (
        {"CROWNSIGHT_ADDRESS": "crowns.example.org"},
        (1, "network", "missing: an address for phones looks like"),
    ),
}


@pytest.mark.parametrize(("environment", "found"), ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_environment_is_checked_without_showing_passwords(
    environment: dict[str, str], found: tuple[int, str, str], terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)

    status, findings = diagnose(terminal)

    assert (status, findings[found[1]][: len(found[2])]) == (found[0], found[2])
    assert "secret" not in str(findings)


def test_empty_file_is_reported_and_not_changed(terminal: Terminal, tables: Path) -> None:
    tables.mkdir()
    (tables / "tables.sqlite3").touch()

    status, findings = diagnose(terminal)

    assert status == 1
    assert "tables.sqlite3 holds no tables" in findings["tables"]
    assert (tables / "tables.sqlite3").stat().st_size == 0


def test_copy_without_its_log_is_reported(
    terminal: Terminal, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Store(database_url())
    (tmp_path / "copy").mkdir()
    shutil.copy(tables / FILE, tmp_path / "copy" / FILE)
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "copy"))

    status, findings = diagnose(terminal)
    running.engine.dispose()

    assert status == 1
    assert f"tables.sqlite3 holds no tables. A copy of a running server needs {FILE}-wal" in findings["tables"]


def test_doctor_writes_nothing(terminal: Terminal, tables: Path) -> None:
    Store(database_url()).engine.dispose()
    before = {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in tables.iterdir()}

    assert diagnose(terminal)[0] == 0

    assert {file: (file.stat().st_mtime_ns, file.read_bytes()) for file in tables.iterdir()} == before


def test_doctor_answers_in_json(terminal: Terminal) -> None:
    answer = terminal.answer("doctor", "--json")

    assert {tuple(one) for one in answer} == {("check", "status", "text")}
    assert answer[0]["check"] == "installed"
    assert {one["status"] for one in answer} <= {"ok", "warning"}


def test_doctor_creates_no_tables(terminal: Terminal, tables: Path) -> None:
    status, findings = diagnose(terminal)

    assert (status, findings["tables"]) == (0, f"ok: none yet; crownsight serve creates {tables / FILE}")
    assert not tables.exists()


@pytest.mark.parametrize(
    ("lock", "said"),
    [
        ("# tested\nsegno==0.0.1\nnot-installed-anywhere==1\n", "warning: 1 differ from requirements.lock (segno "),
        ("segno==0.0.1 ; sys_platform == 'plan9' \\\n", "ok: complete, as in requirements.lock"),
    ],
    ids=["other versions", "of other machines"],
)
def test_untested_versions_are_a_warning(
    lock: str, said: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "requirements.lock").write_text(lock)
    monkeypatch.setattr("ui.cli.doctor.LOCKS", [tmp_path / "requirements.lock", *LOCKS])

    status, findings = diagnose(terminal)

    assert status == 0
    assert findings["packages"].startswith(said)
    assert ("tested with 0.0.1" in findings["packages"]) == said.startswith("warning")


def test_taken_port_is_a_warning(terminal: Terminal) -> None:
    with listen(DEFAULT_PORT):
        status, findings = diagnose(terminal)

    assert status == 0
    assert findings["port"].startswith(f"warning: a program listens on {DEFAULT_PORT}")


def test_data_folder_warns_of_network_drives(terminal: Terminal, tables: Path) -> None:
    finding = diagnose(terminal)[1]["data folder"]

    assert finding.startswith(f"ok: {tables}, ")
    assert finding.endswith("keep it on a local disk, SQLite fails on a network drive")


def test_installed_names_the_program_folder(terminal: Terminal) -> None:
    assert diagnose(terminal)[1]["installed"] == f"ok: version {get_version()} in {ROOT}"


PASSWORD = "p@ss/w%rd:?#é"  # has to be escaped in an address
BY_PASSWORD = "host all guarded 127.0.0.1/32 scram-sha-256\n"


@pytest.fixture
def guarded(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A PostgreSQL with our tables whose user ``guarded`` needs a password; the connection is its administrator's."""
    url = make_url(postgres.url).set(drivername="postgresql+psycopg")
    Store(url).engine.dispose()
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as admin:
        rules = Path(str(admin.scalar(text("SHOW hba_file"))))
        former = rules.read_text()
        admin.execute(text(f"CREATE ROLE guarded LOGIN PASSWORD '{PASSWORD}'".replace(":", "\\:")))
        admin.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guarded"))
        reload_rules(admin, rules, BY_PASSWORD + former)
        monkeypatch.setenv("CROWNSIGHT_DATABASE", postgres.url.replace("crownsight@", "guarded@"))
        yield admin
        reload_rules(admin, rules, former)
        admin.execute(text("DROP OWNED BY guarded"))
        admin.execute(text("DROP ROLE guarded"))
    engine.dispose()


def reload_rules(admin: Connection, rules: Path, content: str) -> None:
    """Write the rules of who may log in, and return once PostgreSQL has read them."""
    loaded = text("SELECT pg_conf_load_time()")
    before = admin.scalar(loaded)
    rules.write_text(content)
    admin.execute(text("SELECT pg_reload_conf()"))
    while admin.scalar(loaded) == before:
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("password", "granted", "found"),
    [
        (PASSWORD, "INSERT", r"ok: in postgresql.*guarded@127.*, schema 0\d+, can be written to; \d+ photos"),
        (PASSWORD, "SELECT", "missing: in postgresql.*, cannot be written to; change its permissions"),
        ("wrong", "INSERT", "missing: The database does not answer.*password authentication failed"),
    ],
    ids=["right password", "no right to write", "wrong password"],
)
def test_postgresql_is_checked_with_its_password(
    password: str, granted: str, found: str, guarded: Connection, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.execute(text(f"GRANT {granted} ON tables TO guarded"))
    monkeypatch.setenv("PGPASSWORD", password)

    status, findings = diagnose(terminal)

    assert re.match(found, findings["tables"]), findings["tables"]
    assert status == (not findings["tables"].startswith("ok"))
    assert PASSWORD not in str(findings)
