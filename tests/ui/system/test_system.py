"""The version, the event log, and running without fcntl and resource."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.project import ROOT
from tests.sample_photos import KITCHEN
from tests.ui.cli.terminal import Terminal
from tests.ui.served import free_port, healthy
from ui.store.database import database_url
from ui.system import Event, data_folder, get_version, log_event


def test_version_comes_from_the_project_file(terminal: Terminal) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    status, out, err = terminal.run("--version")

    assert get_version() == project["version"]
    assert (status, err) == (0, "")
    assert out == f"crownsight {project['version']}\n"


# --- The data folder


def test_home_is_expanded_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CROWNSIGHT_DATA", f"~/{tmp_path.name}")

    assert data_folder() == tmp_path / tmp_path.name


def test_chdir_does_not_change_a_relative_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", tmp_path.name)
    before = data_folder()

    monkeypatch.chdir(tmp_path)

    assert before.is_absolute()
    assert data_folder() == before


@pytest.mark.parametrize("name", ["~/tables.sqlite3", "tables.sqlite3"])
def test_sqlite_address_becomes_absolute(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CROWNSIGHT_DATABASE", f"sqlite:///{name}")

    assert Path(database_url().database or "").is_absolute()
    assert "~" not in str(database_url())


# --- Without fcntl and resource, as on Windows

PROGRAM = """
import os, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
del os.fork, os.forkpty, os.sched_getaffinity, os.sysconf
from ui.cli import main
sys.exit(main(sys.argv[1:]))
"""
COMMAND = [sys.executable, "-c", PROGRAM]


def test_app_is_served_without_fcntl() -> None:
    port = free_port()
    with subprocess.Popen(
        [*COMMAND, "serve", "--local", "--port", str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as app:
        try:
            assert healthy("127.0.0.1", port)
        finally:
            app.terminate()


def test_photos_are_read_without_fcntl() -> None:
    done = subprocess.run([*COMMAND, "read", "--json", str(KITCHEN)], cwd=ROOT, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["photo"] == str(KITCHEN)


# --- The event log

EVENING = """
from pathlib import Path
from sqlalchemy.engine import URL
from ui.system import enable_event_log
from ui.photos.photo_reader import read_upload
from ui.store import Store
from ui.store.codes import new_key
from ui.table.table import Table, TableError
from scoring.castle import Castle

enable_event_log()
enable_event_log()
store, host, guest = Store(URL.create("sqlite", database=FILE)), new_key(), new_key()
kept = store.create(Table().with_player("Zerlinde", Castle.PINK), host)
kept = store.change(kept.key, host, lambda _: kept.table.with_player("Ottokar", Castle.BLUE))
code = store.renew_code(kept.key, host)
store.join(kept.key, guest)
try:
    store.change(kept.key, guest, lambda _: kept.table.without_player(1))
except TableError as refused:
    print(refused)
read_upload(Path(PHOTO).read_bytes(), show=lambda *_: None, progress=lambda step: None)
read_upload(b"GIF89a", show=lambda *_: None, progress=lambda step: None)
store.forget(code)
print(host, guest, kept.key, code)
"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], str, list[str]]:
    """Run a short evening; return its log as events and as text, and the keys and code that must not be in it."""
    file = tmp_path_factory.mktemp("evening") / "tables.sqlite3"
    program = f"FILE, PHOTO = {str(file)!r}, {str(KITCHEN)!r}\n{EVENING}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stderr.splitlines()], done.stderr, done.stdout.splitlines()[-1].split()


def test_events_have_time_name_duration_and_outcome(
    evening: tuple[list[dict[str, Any]], str, list[str]],
) -> None:
    lines, _, _ = evening

    assert all(list(line) == ["time", "event", "seconds", "outcome"] for line in lines)
    assert {line["event"] for line in lines} <= {event.value for event in Event}
    outcomes = [(line["event"], line["outcome"]) for line in lines]
    assert outcomes[-4:] == [
        ("tables changed", "TableError"),
        ("photo read", "done"),
        ("photo read", "PhotoError"),
        ("tables changed", "done"),
    ]


def test_log_has_no_name_code_key_or_file(evening: tuple[list[dict[str, Any]], str, list[str]]) -> None:
    _, log, (host, guest, key, code) = evening

    for secret in ("Zerlinde", "Ottokar", host, guest, key, code, code.replace("-", ""), "tables.sqlite3", "kitchen"):
        assert secret.lower() not in log.lower()


def test_log_has_no_exception_text(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="Zerlinde"), log_event(Event.PHOTO_READ):
        raise ValueError("Zerlinde")

    assert capfd.readouterr() == ("", "")  # no log without a server
