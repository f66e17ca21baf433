"""Fixtures: phones for screens, terminals for commands, databases of both kinds, and servers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url
from streamlit.testing.v1 import AppTest

from tests.ui.cli.terminal import Terminal
from tests.ui.phone import a_phone, scan_packages_once
from tests.ui.served import ServedApp, app_of_its_own
from tests.ui.store_helpers import NewServer, behind
from ui.store import Store
from vision.networks import FOLDER_VARIABLE, MANIFEST, SHIPPED_FOLDER
from vision.pipeline.calibration import KINGDOM, get_calibration


@pytest.fixture(scope="session", autouse=True)
def packages_scanned_once() -> Iterator[None]:
    """Scan the installed packages for components once."""
    with scan_packages_once():
        yield


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Somebody at a terminal."""
    return Terminal(capsys)


@pytest.fixture
def app() -> AppTest:
    """A phone that was never here."""
    return a_phone()


@pytest.fixture
def uncertain_kingdoms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Calibrate the networks so that no kingdom is certain."""
    for file in SHIPPED_FOLDER.glob("*.*"):
        (tmp_path / file.name).symlink_to(file)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    manifest[KINGDOM]["certain_log_odds"] = 1e9
    (tmp_path / MANIFEST).unlink()
    (tmp_path / MANIFEST).write_text(json.dumps(manifest))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    get_calibration.cache_clear()
    yield
    get_calibration.cache_clear()


# Every process that starts meanwhile notes where it would go outside this machine.
LISTENS = """
import sys

def heard(event, given):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        where = given[0] if "get" in event else given[-1]
        host = where[0] if isinstance(where, tuple) else where
        if host and not str(host).startswith(("127.", "::1", "localhost", "/", "0.0.0.0")):
            with open(PLACE, "a") as file:
                file.write(event + " " + repr(where) + chr(10))

sys.addaudithook(heard)
"""


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedApp]:
    """Serve one app for hostile requests; every outgoing connection is noted in ``outside.txt``."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "sitecustomize.py").write_text(LISTENS.replace("PLACE", repr(str(folder / "outside.txt"))))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(folder))
        with app_of_its_own(folder) as app:
            environment.undo()
            yield app


@pytest.fixture(scope="session")
def address(served: ServedApp) -> str:
    """Return the address of that app."""
    return served.address


@pytest.fixture
def new_server() -> Iterator[NewServer]:
    """Opens the store of one more server; all are closed at the end of the test."""
    with ExitStack() as closing:

        def open_store(url: URL) -> Store:
            store = Store(url)
            closing.callback(store.engine.dispose)
            return store

        yield open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """Return a database of either kind; ``on_sqlite`` and ``on_postgresql`` select one."""
    if request.param == "sqlite":
        return URL.create("sqlite", database=str(tmp_path / "tables.sqlite3"))
    return make_url(request.getfixturevalue("postgres").url).set(drivername="postgresql+psycopg")


@pytest.fixture
def store(url: URL, new_server: NewServer) -> Store:
    """A server whose database is empty."""
    opened = new_server(url)
    behind(opened, "DELETE FROM tables")
    return opened


@pytest.fixture
def elsewhere(store: Store, new_server: NewServer) -> Store:
    """A second server on the same database."""
    return new_server(store.url)
