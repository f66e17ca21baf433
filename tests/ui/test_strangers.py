"""Nobody reads or changes a table without its key, and a guest not more than guests may, whatever they send.

Everything is tried on a really served app: its routes by HTTP, and its websocket with messages that no page would send.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.web.server.starlette import starlette_routes

from scoring import Kingdom
from scoring.castle import Castle
from tests.ui.event_loop import outcome
from tests.ui.served import ServedApp
from tests.ui.streamlit_phone import Phone
from ui.store import Store, StoredTable
from ui.table.board import Board
from ui.table.table import Table

HOSTS_PHONE = "h" * 22
SECRET = "Xanthippe"  # a name that is on no page of anybody else
TOLD = ("html", "button", "bidi_component")  # elements
TABLE = (
    Table()
    .with_player(SECRET, Castle.BLUE)
    .with_player("Yolanda", Castle.GREEN)
    .with_new_board(1, Board(Kingdom.parse("m3m2./.C./l1.."), by_hand=True))
)
PLACES = ("", "tables.sqlite3", "../tables.sqlite3", "..%2f..%2ftables.sqlite3", "%2e%2e/%2e%2e/etc/passwd", "1", "0")
PAGES = ("", "table", "kingdom", "result", "history", "board", "deal", "kingdoms", "teach", "healthz", "_stcore/health")


@pytest.fixture(scope="module")
def store(served: ServedApp) -> Iterator[Store]:
    """The store that the served app uses, too."""
    opened = Store(served.database)
    yield opened
    opened.engine.dispose()


@pytest.fixture
def kept(store: Store) -> StoredTable:
    """A table that is none of the strangers' business."""
    return store.create(TABLE, HOSTS_PHONE)


def on_a_phone(address: str, does: Callable[[Phone], Awaitable[None]], cookie: str = "") -> str:
    """Let a phone do something, and close it; what it was told at the end."""

    async def doing() -> str:
        async with Phone(address) as phone:
            if cookie:
                phone.cookies["crownsight"] = cookie
            await does(phone)
            return told(phone)

    return outcome(doing())


def told(phone: Phone) -> str:
    """Everything the server has put on a phone's screen."""
    return "\n".join(str(one) for kind in TOLD for one in phone.screen.all(kind))


def found(store: Store, kept: StoredTable) -> Table:
    now = store.find(kept.key)
    assert now is not None
    return now.table


# --- By HTTP


def answered(address: str, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, bytes]:
    """Status and everything that is said, the path sent as it is."""
    server = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    server.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        server.putheader(name, value)
    server.putheader("Content-Length", str(len(body)))
    server.endheaders(body)
    answer = server.getresponse()
    said = answer.read() + str(answer.getheaders()).encode()
    server.close()
    return answer.status, said


def routes() -> list[str]:
    """Where Streamlit's own routes begin, as its source names them."""
    named = [value for name, value in vars(starlette_routes).items() if name.startswith(("BASE_ROUTE", "ROUTE"))]
    return sorted({str(value).strip("/") for value in named} | {"_stcore/stream", "_stcore/auth", "app/static"})


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_no_route_tells_of_a_table_or_a_file(address: str, kept: StoredTable, method: str) -> None:
    paths = [f"/{page}" for page in PAGES]
    paths += [f"/{route}/{place}" for route in routes() for place in PLACES]
    paths += [f"/{place}" for place in PLACES] + ["//etc/passwd", "/..;/tables.sqlite3", "/static/../../ui/server.py"]

    for path in paths:
        status, said = answered(address, method, path, {"Cookie": "crownsight=" + "s" * 22})
        assert status != 500, path
        assert not any(secret in said for secret in (SECRET.encode(), kept.key.encode(), b"SQLite format", b"root:"))
        assert b"PhoneCookie" not in said, path  # the source of ui/server.py


def test_nobody_uploads_into_a_session_that_is_not_there(address: str) -> None:
    for session in ("0", "00000000-0000-0000-0000-000000000000", "..%2f.."):
        status, _ = answered(address, "PUT", f"/_stcore/upload_file/{session}/1", {"Content-Type": "image/jpeg"})

        assert status in (400, 403, 404, 405)


# --- With a page of one's own


@pytest.mark.parametrize("page", ["", "table", "kingdom", "result", "history", "board", "deal"])
def test_a_stranger_sees_no_table_on_any_screen(address: str, kept: StoredTable, page: str) -> None:
    guesses = (str(kept.number), kept.key[:-1], kept.key.swapcase(), "%27%20OR%201=1--", "_" * 22)

    def look(guess: str) -> Callable[[Phone], Awaitable[None]]:
        return lambda phone: phone.opens(f"/{page}?t={guess}&s=1&g={guess}")

    for guess in guesses:
        assert SECRET not in on_a_phone(address, look(guess))


def test_a_number_or_a_hash_in_the_cookie_is_no_phone(address: str, store: Store, kept: StoredTable) -> None:
    with store.engine.connect() as connection:
        [row] = connection.exec_driver_sql('SELECT phone FROM phones WHERE "table" = ?', (kept.number,))

    for cookie in (row.phone, row.phone[:22], "1", "'"):
        assert SECRET not in on_a_phone(address, lambda phone: phone.opens("/history"), cookie)
        assert SECRET not in on_a_phone(address, lambda phone: phone.opens("/"), cookie)
    assert SECRET in on_a_phone(address, lambda phone: phone.opens("/"), HOSTS_PHONE)


def test_edits_that_name_another_tables_boards_change_nothing_there(
    address: str, store: Store, kept: StoredTable
) -> None:
    """A stranger's own board and the other's have the same numbers: each table counts its own."""
    own = store.create(TABLE.without_player(2), "b" * 22)
    assert TABLE.seats[0].board
    board = TABLE.seats[0].board.number
    headers = {"Cookie": f"crownsight={'b' * 22}", "Content-Type": "application/json"}
    body = json.dumps(
        {"key": "k" * 22, "do": "edit", "board": board, "squares": [{"at": [0, 0], "to": ["w", False]}]}
    ).encode()

    said = {
        key: answered(address, "POST", f"/api/tables/{key}", headers, body)[0]
        for key in (own.key, kept.key, kept.key[:-1], str(kept.number), "%27%20OR%201=1--")
    }

    assert {key for key, status in said.items() if status == 200} == {own.key}
    assert set(said.values()) == {200, 404}
    assert found(store, kept) == TABLE
    assert str(found(store, own).seats[0].board) != str(TABLE.seats[0].board)


def test_what_is_no_message_at_all_disturbs_nobody(address: str, store: Store, kept: StoredTable) -> None:
    async def send(phone: Phone) -> None:
        await phone.opens("/")
        for _ in range(3):
            await phone.send(BackMsg())
        nonsense = BackMsg()
        state = nonsense.rerun_script
        state.page_script_hash, state.fragment_id, state.query_string = "0" * 32, "f" * 32, f"t={kept.number}"
        for name in ("board-1", "$$ID-0-remove-1", "kingdom-1", "", "\0"):
            state.widget_states.widgets.add(id=name, json_value="{" * 2_000)
            state.widget_states.widgets.add(id=name, trigger_value=True)
        await phone.send(nonsense)
        await phone.request("GET", "/healthz")
        assert SECRET not in told(phone)

    on_a_phone(address, send)
    on_a_phone(address, lambda phone: phone.opens(f"/table?t={kept.key}"))  # the others play on
    assert found(store, kept) == TABLE


def test_a_guest_cannot_press_what_only_the_host_is_shown(address: str, store: Store, kept: StoredTable) -> None:
    removing: list[str] = []

    async def host(phone: Phone) -> None:
        await phone.opens(f"/table?t={kept.key}")
        await phone.clicks("Players")
        await phone.sees(lambda: phone.screen.first("button", lambda one: one.button.label.startswith("Remove")))
        removing.extend(
            one.element.button.id for one in phone.screen.all("button") if "Remove" in one.element.button.label
        )

    async def guest(phone: Phone) -> None:
        await phone.opens(f"/table?t={kept.key}")
        await phone.sees(lambda: SECRET in told(phone))
        assert not [one for one in phone.screen.all("button") if "Remove" in one.element.button.label]
        message = BackMsg()
        message.rerun_script.query_string = phone.query
        for number in removing:
            message.rerun_script.widget_states.widgets.append(WidgetState(id=number, trigger_value=True))
        runs = phone.screen.runs
        await phone.send(message)
        await phone.sees(lambda: phone.screen.runs > runs)

    on_a_phone(address, host, HOSTS_PHONE)
    assert len(removing) == 1
    on_a_phone(address, guest)
    assert [seat.name for seat in found(store, kept).seats] == [SECRET, "Yolanda"]


def test_a_guest_that_drops_its_cookie_each_time_sends_nobody_away(
    address: str, store: Store, kept: StoredTable
) -> None:
    async def takes_the_seat(phone: Phone, name: str) -> None:
        await phone.opens(f"/table?t={kept.key}")
        await phone.clicks(f"I am {name}")
        await phone.sees(lambda: " you</span>" in phone.screen.words())
        async with phone.again() as tab:
            await tab.opens(f"/table?t={kept.key}")
            await tab.sees(lambda: " you</span>" in tab.screen.words())
            assert "Remove" not in told(tab)

    for name in (SECRET, "Yolanda"):
        on_a_phone(address, partial(takes_the_seat, name=name))
    assert found(store, kept) == TABLE


def test_the_health_of_the_server_names_no_table(address: str) -> None:
    status, said = answered(address, "GET", "/healthz", {})

    assert status == 200
    assert json.loads(said.partition(b"[")[0]) == {"status": "ok"}
