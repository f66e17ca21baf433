"""The screens as a phone shows them, without a browser: what they say, and what is pressed on them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event, text
from streamlit.testing.v1 import AppTest

from tests.given import APP
from ui import store
from ui.store.codes import new_key
from ui.table.table import Table


def a_phone(table_key: str = "", *, phone_key: str = "") -> AppTest:
    """A phone before it opens the app, at the address of a table if the table's key is given."""
    app = AppTest.from_file(str(APP), default_timeout=30)
    if table_key:
        app.query_params["t"] = table_key
    if phone_key:
        app.session_state["phone"] = phone_key
    return app


def phone_at(table: Table, *, host: bool = True) -> AppTest:
    """A phone at the address of a table that is kept: the one that opened it, or a guest's."""
    opened_by = new_key()
    key = store.opened().create(table, opened_by).key
    return a_phone(key, phone_key=opened_by if host else new_key())


def goes_to(app: AppTest, screen: str) -> AppTest:
    """The phone at another screen; the first run tells Streamlit which screens there are."""
    app.run().switch_page(f"screens/{screen}/page.py").run()
    assert not app.exception
    return app


def table_of(app: AppTest) -> Table:
    table: Table = app.session_state["table"]
    return table


def words(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


def labels(app: AppTest) -> list[str]:
    """What can be pressed."""
    return [button.label for button in app.button]


def press(app: AppTest, label: str) -> AppTest:
    [button] = [button for button in app.button if button.label == label]
    button.click().run()
    assert not app.exception
    return app


def switch(app: AppTest, label: str) -> AppTest:
    """Turns the switch whose label begins so, on or off."""
    [toggle] = [toggle for toggle in app.toggle if toggle.label.startswith(label)]
    toggle.set_value(not toggle.value).run()
    assert not app.exception
    return app


def photographs(app: AppTest, photo: bytes, kind: str = "image/jpeg") -> AppTest:
    app.file_uploader[0].upload("IMG_0001", photo, kind).run()
    assert not app.exception
    return app


@contextmanager
def held_tables() -> Iterator[None]:
    """For the block another program holds the tables, and phones are told at once what they would wait seconds for."""
    engine = store.opened().engine

    def hurry(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA busy_timeout = 50")

    event.listen(engine, "checkout", hurry)
    with engine.execution_options(begin="BEGIN EXCLUSIVE").connect() as other, other.begin():
        other.execute(text("SELECT 1"))
        yield
    event.remove(engine, "checkout", hurry)
    engine.dispose()  # the next connections are patient again
