"""A phone on the screens without a browser, on Streamlit's AppTest."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Event
from typing import Any

import pytest
from sqlalchemy import event, text
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from scoring import Position
from tests.project import APP
from ui import store
from ui.photos.upload_registry import FAILED, READ, UPLOADS, UploadProgress
from ui.screens import routes
from ui.session.tab import Tab
from ui.store import StoredTable
from ui.store.codes import new_key
from ui.table.assignment import Assignment
from ui.table.commands import Command
from ui.table.table import Table

# The entries of a session that are ours: the tests name them here and nowhere else.
_TAB, _LANGUAGE, _SENDER = "tab", "language", "camera-sends"
SOON = 60.0  # seconds to read a photo on a busy machine


@contextmanager
def scan_packages_once() -> Iterator[None]:
    """Have Streamlit look through the installed packages for components once, not before every phone's first run."""
    with pytest.MonkeyPatch.context() as known:
        known.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


def a_phone(table_key: str = "", *, phone_key: str = "") -> AppTest:
    """Build a phone that has not yet opened the app, at a table's address if its key is given."""
    app = AppTest.from_file(str(APP), default_timeout=30)
    if table_key:
        app.query_params["t"] = table_key
    if phone_key:
        app.session_state[_TAB] = Tab(phone_key)
    return app


def holding(
    app: AppTest,
    table: Table | None = None,
    *,
    seat: int | None = None,
    language: str | None = None,
    assignment: Assignment | None = None,
) -> AppTest:
    """Give the phone a table, seat, language or photo to assign, without going through the app."""
    tab = _tab_of(app)
    if table:
        tab.apply(lambda _: table)
    if seat is not None:
        tab.seat_number = seat
    if assignment:
        tab.own.photos.current = assignment
    if language:
        app.session_state[_LANGUAGE] = language
    return app


def does(app: AppTest, command: Command) -> AppTest:
    """Change the table as screens do, without rerunning the phone. Raises TableError."""
    _tab_of(app).apply(command)
    return app


def phone_at(table: Table, *, host: bool = True) -> AppTest:
    """Open the address of a stored table as its host, or as a guest."""
    opened_by = new_key()
    key = store.get_store().create(table, opened_by).key
    return a_phone(key, phone_key=opened_by if host else new_key())


def page_of(screen: str) -> str:
    """Return the file of a screen as Streamlit names it."""
    page: str = getattr(routes, screen.upper())
    return page


def goes_to(app: AppTest, screen: str) -> AppTest:
    """Open another screen; the first run tells Streamlit which screens exist."""
    app.run().switch_page(page_of(screen)).run()
    assert not app.exception
    return app


def table_of(app: AppTest) -> Table:
    """Return the table in play."""
    return _tab_of(app).table


def find_stored_table(app: AppTest) -> StoredTable:
    """Return the stored table as the phone knows it."""
    kept = _tab_of(app).stored
    assert kept
    return kept


def keeps_nothing(app: AppTest) -> bool:
    return _tab_of(app).stored is None


def seat_of(app: AppTest) -> int | None:
    """Return the number of the player whose kingdom is on the screen."""
    return _tab_of(app).seat_number


def reload(app: AppTest) -> AppTest:
    """Open the phone's page in a new session, as after a reload or a server restart."""
    again = a_phone(phone_key=phone_key_of(app))
    for name, value in _tab_of(app).address.items():
        again.query_params[name] = value
    return again


def phone_key_of(app: AppTest) -> str:
    """Return the key by which the store knows the phone."""
    return _tab_of(app).phone


def selection_of(app: AppTest) -> tuple[int, Position, int] | None:
    """Return the board and the square that this phone selects there, with the number of the request."""
    return _tab_of(app).own.boards.selection


def after(app: AppTest, seconds: float) -> AppTest:
    """Make the phone's last assignment ``seconds`` older, without rerunning it."""
    _tab_of(app).own.photos.last_at -= seconds
    return app


def _tab_of(app: AppTest) -> Tab:
    """Return the state of the phone's browser tab, creating it if needed."""
    if _TAB not in app.session_state:
        app.session_state[_TAB] = Tab(new_key())
    tab: Tab = app.session_state[_TAB]
    return tab


def components(app: AppTest, name: str) -> list[dict[str, Any]]:
    """Return the arguments of each component of that name on the screen."""
    drawn = [one.proto for one in app.get("bidi_component")]
    return [json.loads(one.json) for one in drawn if one.component_name == name]


def words(app: AppTest) -> str:
    """Return the screen's text as HTML, the cards of players last."""
    cards = [
        re.sub(r'(?<="state">)[^<]*', rf"\g<0> · {told['note']}", told["state"]["card"]["html"])
        for told in components(app, "player_card")
    ]
    return " ".join([*(element.proto.body for element in app.get("html")), *cards])


def figures(app: AppTest) -> list[tuple[str, str]]:
    """Return the statistics on the screen, each with its heading."""
    return re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", words(app))


def labels(app: AppTest) -> list[str]:
    """Return the labels of everything that can be pressed."""
    return [button.label for button in app.button]


def press(app: AppTest, label: str) -> AppTest:
    [button] = [button for button in app.button if button.label == label]
    button.click().run()
    assert not app.exception
    return app


def fill(app: AppTest, label: str, typed: str) -> AppTest:
    """Types into the field with that label; what is typed counts once something is pressed."""
    [field] = [field for field in app.text_input if field.label == label]
    field.input(typed)
    return app


def switch(app: AppTest, label: str) -> AppTest:
    """Turns the switch whose label begins so, on or off."""
    [toggle] = [toggle for toggle in app.toggle if toggle.label.startswith(label)]
    toggle.set_value(not toggle.value).run()
    assert not app.exception
    return app


def photographs(app: AppTest, *photos: bytes) -> AppTest:
    """Send photos by the app's own route, wait until they are read, and rerun the phone."""
    [camera] = components(app, "camera")
    read = [_send(app, camera["field"], photo) for photo in photos]
    return _hears(app, _SENDER, read)


def chooses_file(app: AppTest, content: bytes) -> AppTest:
    """Send a file for the last field on the screen and rerun the phone."""
    field = components(app, "file_field")[-1]["field"]
    return _hears(app, field.partition(" ")[2], _send(app, field, content))


def _send(app: AppTest, field: str, content: bytes) -> str:
    """Send a file for a field of a page, wait until it is read, and return its key."""
    key, is_over = new_key(), Event()

    def hear(progress: UploadProgress) -> None:
        if progress.stage in (READ, FAILED):
            is_over.set()

    with UPLOADS.subscribe(phone_key_of(app), hear):
        UPLOADS.receive(phone_key_of(app), key, field, content)
        assert is_over.wait(SOON)
    return key


def _hears(app: AppTest, component: str, read: str | list[str]) -> AppTest:
    app.session_state[component] = {"read": read}
    app.run()
    assert not app.exception
    return app


def list_requested_photos(app: AppTest) -> list[str]:
    """Return the photos that the screen asks for, by the labels of its cameras."""
    return [camera["label"] for camera in components(app, "camera")]


@contextmanager
def lock_tables() -> Iterator[None]:
    """For the block another program holds the tables, and phones are told at once what they would wait seconds for."""
    engine = store.get_store().engine

    def hurry(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA busy_timeout = 50")

    event.listen(engine, "checkout", hurry)
    with engine.execution_options(begin="BEGIN EXCLUSIVE").connect() as other, other.begin():
        other.execute(text("SELECT 1"))
        yield
    event.remove(engine, "checkout", hurry)
    engine.dispose()  # the next connections are patient again
