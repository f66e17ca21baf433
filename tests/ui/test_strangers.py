"""Nobody reads or changes a table without its key, by HTTP or by the address of any screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring.castle import Castle
from tests.ui.factories import with_boards
from tests.ui.phone import a_phone, page_of, words
from tests.ui.served import ServedApp
from tests.ui.sockets import get_answer
from ui import store as tables
from ui.store import Store, StoredTable
from ui.table.table import Table

HOSTS_PHONE = "h" * 22
SECRET = "Xanthippe"  # a name that is on no page of anybody else
TABLE = with_boards(Table().with_player(SECRET, Castle.BLUE), "m3m2./.C./l1..")
PLACES = ("", "tables.sqlite3", "../tables.sqlite3", "..%2f..%2ftables.sqlite3", "%2e%2e/%2e%2e/etc/passwd", "1", "0")
SCREENS = ("start", "table", "kingdom", "result", "history", "kingdoms", "teach", "past", "player")
OWN = ("media", "static", "component", "app/static", "api/files", "api/tables")
STREAMLITS = ("health", "host-config", "metrics", "stream", "upload_file", "auth")
FOLDERS = (*OWN, *(f"_stcore/{one}" for one in STREAMLITS))


@pytest.fixture(scope="module")
def store(served: ServedApp) -> Iterator[Store]:
    """Open the store of the served app."""
    opened = Store(served.database)
    yield opened
    opened.engine.dispose()


@pytest.fixture
def kept(store: Store) -> StoredTable:
    """A table that is none of the strangers' business."""
    return store.create(TABLE, HOSTS_PHONE)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_no_route_tells_of_a_table_or_a_file(address: str, kept: StoredTable, method: str) -> None:
    paths = [f"/{screen}" for screen in SCREENS] + [f"/{folder}/{place}" for folder in FOLDERS for place in PLACES]
    paths += [f"/{place}" for place in PLACES] + ["//etc/passwd", "/..;/tables.sqlite3", "/static/../../ui/server.py"]

    for path in paths:
        answer = get_answer(address, path, {"Cookie": "crownsight=" + "s" * 22}, method=method)
        said = answer.content + str(answer.headers).encode()
        assert answer.status != 500, path
        assert not any(secret in said for secret in (SECRET.encode(), kept.key.encode(), b"SQLite format", b"root:"))
        assert b"PhoneCookieMiddleware" not in said, path  # the source of ui/server.py


def test_a_number_or_a_hash_in_the_cookie_is_no_phone(address: str, store: Store, kept: StoredTable) -> None:
    with store.engine.connect() as connection:
        [row] = connection.exec_driver_sql('SELECT phone FROM phones WHERE "table" = ?', (kept.number,))

    def status(cookie: str) -> int:
        return get_answer(address, f"/api/tables/{kept.key}/updates", {"Cookie": f"crownsight={cookie}"}).status

    assert {status(cookie) for cookie in (row.phone, row.phone[:22], "1", "'")} <= {403, 404}
    assert status(HOSTS_PHONE) == 200


@pytest.mark.parametrize("screen", SCREENS)
def test_a_stranger_sees_no_table_on_any_screen(screen: str) -> None:
    kept = tables.get_store().create(TABLE, HOSTS_PHONE)

    app = a_phone(str(kept.number)).run().switch_page(page_of(screen))
    app.query_params["s"], app.query_params["g"] = "1", f"{kept.number}-1"

    assert SECRET not in words(app.run())
    assert not app.exception
