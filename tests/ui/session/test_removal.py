"""A removed phone stays out, whatever its page requests at that moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from threading import Event, Thread, current_thread

import pytest
from sqlalchemy import event
from sqlalchemy.engine import URL
from starlette.requests import Request
from starlette.responses import Response

from scoring import Kingdom
from tests.ui.event_loop import outcome, respond
from tests.ui.factories import ANA_AND_BEN, reading_of
from tests.ui.store_helpers import ANAS_PHONE, BENS_PHONE, ROUNDS, apply_change, joins, on_postgresql
from ui import store
from ui.api.updates import UpdatesEndpoint
from ui.session.tab import Tab
from ui.store import Revoke, Store
from ui.store.codes import new_key
from ui.system import COOKIE, DATABASE_ENV
from ui.table.board import Board
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.table import Table

KINGDOM = Kingdom.parse("www/wCw/www")
PHOTOGRAPHED = Board(KINGDOM, source=PhotoReading.of(reading_of(KINGDOM), Picture(b"jpeg", 8, 8, 1.0)))
TABLE = ANA_AND_BEN.with_new_board(1, PHOTOGRAPHED)
LOOKING_ON = "c" * 22
REMOVE_BEN = partial(Table.without_player, seat=2)
SOON = 0.3  # seconds: as long as a removal gets before the interrupted thread goes on


@pytest.fixture
def opened(url: URL, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store that pages use, on either kind of database."""
    monkeypatch.setenv(DATABASE_ENV, url.render_as_string(hide_password=False))
    return store.get_store()


def table_of_two() -> tuple[Tab, Tab]:
    """Return the tabs of the host, who is Ana, and of a guest who plays Ben's seat."""
    host, guest = Tab(new_key()), Tab(new_key())
    host.apply(lambda _: TABLE)
    assert guest.open_table(key_of(host))
    guest.claim_seat(2)
    return host, guest


def key_of(tab: Tab) -> str:
    assert tab.stored
    return tab.stored.key


def removes_ben(host: Tab) -> None:
    host.apply(REMOVE_BEN, revoke=Revoke.REMOVED)


class Interruption:
    """Calls an action on a thread of its own just after one statement of another, and gives it a moment."""

    def __init__(self, opened: Store, statement: int, action: Callable[[], object]) -> None:
        self._engine, self._left, self._thread = opened.engine, statement, Thread(target=action)
        self.has_come = False

    def __enter__(self) -> Interruption:
        event.listen(self._engine, "after_cursor_execute", self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for the action, which begins now if the statement never came."""
        event.remove(self._engine, "after_cursor_execute", self._hear)
        self.has_come = self._thread.ident is not None
        if not self.has_come:
            self._thread.start()
        self._thread.join()

    def _hear(self, *_: object) -> None:
        if current_thread() is not self._thread:
            self._left -= 1
            if self._left == -1:
                self._thread.start()
                self._thread.join(SOON)


def loads_page(guest: Tab, key: str) -> None:
    guest.open_table(key)


def refreshes(guest: Tab, _key: str) -> None:
    guest.refresh()


def takes_seat(guest: Tab, _key: str) -> None:
    guest.claim_seat(1)


async def asks_for_news(request: Request) -> Response:
    return await respond(UpdatesEndpoint().of_table, request)


def test_news_for_a_removed_phone_lack_the_new_key(opened: Store) -> None:
    for statement in count():
        host, guest = table_of_two()
        path = {"path_params": {"key": key_of(host)}, "query_string": b"seat=1&version=0"}
        cookie = (b"cookie", f"{COOKIE}={guest.phone}".encode())
        request = Request({"type": "http", "method": "GET", "path": "/", "headers": [cookie]} | path)

        with Interruption(opened, statement, partial(removes_ben, host)) as interruption:
            answer = outcome(asks_for_news(request))

        assert key_of(host).encode() not in bytes(answer.body)
        if not interruption.has_come:
            break


@on_postgresql
@pytest.mark.parametrize("statement", [0, 3, 6])
def test_guest_who_stays_changes_the_table_during_a_removal(statement: int, opened: Store) -> None:
    """PostgreSQL has the guest wait for the removal, after which the guest's key is a previous one."""
    kept = opened.create(TABLE, ANAS_PHONE)
    joins(opened, kept, BENS_PHONE, 2)
    joins(opened, kept, LOOKING_ON)
    outcomes: list[object] = []

    def renames() -> None:
        outcomes.append(apply_change(opened, kept, partial(Table.with_name, seat=1, name="Zoe"), LOOKING_ON))

    with Interruption(opened, statement, renames):
        opened.change(kept.key, ANAS_PHONE, lambda newest: REMOVE_BEN(newest.table), revoke=Revoke.REMOVED)

    assert len(outcomes) == 1


@pytest.mark.parametrize("action", [loads_page, refreshes, takes_seat])
def test_removed_phone_stays_out_at_every_statement(action: Callable[[Tab, str], None], opened: Store) -> None:
    for statement in count():
        host, guest = table_of_two()
        kept = guest.stored
        assert kept
        if action is refreshes:  # otherwise there is nothing to fetch
            host.apply(partial(Table.with_name, seat=1, name="Zoe"))

        with Interruption(opened, statement, partial(removes_ben, host)) as interruption:
            action(guest, kept.key)

        assert key_of(host) != kept.key
        assert opened.phone(kept.number, guest.phone) is None
        assert guest.stored is None or guest.stored.key == kept.key  # never the new key
        if not interruption.has_come:
            break
    assert statement > 0


def test_removed_phone_stays_out_while_its_page_keeps_loading(opened: Store) -> None:
    for _ in range(ROUNDS):
        host, guest = table_of_two()
        kept, removed = guest.stored, Event()
        assert kept

        def keeps_loading(guest: Tab = guest, key: str = kept.key, removed: Event = removed) -> None:
            while not removed.is_set():
                guest.open_table(key)
                guest.claim_seat(1)

        loading = [Thread(target=keeps_loading), Thread(target=keeps_loading, args=(Tab(guest.phone),))]
        for thread in loading:
            thread.start()
        removes_ben(host)
        removed.set()
        for thread in loading:
            thread.join()

        assert opened.phone(kept.number, guest.phone) is None
