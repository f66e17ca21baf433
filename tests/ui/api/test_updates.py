"""Updates come at once or as soon as they exist; without any the poll times out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy.engine import make_url
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from scoring import Kingdom
from scoring.castle import Castle
from tests.ui.event_loop import outcome, respond
from tests.ui.factories import ANA_AND_BEN, board_of
from tests.ui.store_helpers import ANAS_PHONE, save_table
from ui.api import updates
from ui.api.updates import UpdatesEndpoint
from ui.photos.upload_registry import UPLOADS, UploadHandler
from ui.store import Store, StoredTable, database, get_store
from ui.system import COOKIE
from ui.table.board import Board
from ui.table.commands import SquareEdit, SquareState, edit_board
from ui.table.table import Table

SOON = 20.0  # seconds
PHOTO = "0123456789abcdefghijkl"
ANA, BEN = 1, 2
MORE_THAN_THREADS = 50  # of which there are forty
BOARD = Board(Kingdom.parse("www/wCw/www"), by_hand=True)
TABLE = ANA_AND_BEN.with_new_board(ANA, BOARD).with_new_board(BEN, BOARD)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Another server on the database that the app uses; polls wait for long."""
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    monkeypatch.setenv("CROWNSIGHT_DATABASE", url)
    monkeypatch.setattr(updates, "POLL_TIMEOUT_SECONDS", SOON)
    monkeypatch.setattr(database, "LOCK_TIMEOUT_SECONDS", SOON)
    return Store(make_url(url))


class Answer(NamedTuple):
    """What a page is told."""

    status: int
    said: dict[str, Any]


class Page:
    """A page of a phone that polls a table."""

    def __init__(
        self, served: UpdatesEndpoint, key: str = "", phone: str = ANAS_PHONE, seat: str = "", language: str = "en"
    ) -> None:
        self.served, self.key, self.phone, self.seat, self.language = served, key, phone, seat, language

    async def asks(self, version: int | None = None, photo: str = "", heard: int = 0) -> Answer:
        query = f"seat={self.seat}&l={self.language}" + (f"&version={version}" if version is not None else "")
        query += f"&photo={photo}&heard={heard}" if photo else ""
        request = Request(
            {
                "type": "http",
                "method": "GET",
                "path": "/api/updates",
                "path_params": {"key": self.key},
                "query_string": query.encode(),
                "headers": [(b"cookie", f"{COOKIE}={self.phone}".encode())] if self.phone else [],
            }
        )
        answer = await respond(self.served.of_table if self.key else self.served.of_phone, request)
        return Answer(answer.status_code, json.loads(bytes(answer.body) or b"{}"))


def asking(does: Callable[[UpdatesEndpoint], Awaitable[None]]) -> None:
    async def doing() -> None:
        async with asyncio.timeout(2 * SOON):
            await does(UpdatesEndpoint())

    outcome(doing())


async def meanwhile(served: UpdatesEndpoint, act: Callable[[], object], *pages: Awaitable[Answer]) -> list[Answer]:
    """Run an action while pages wait, and return the answers to the pages."""
    waiting = asyncio.gather(*pages)
    while len(served.polls) < len(pages):
        assert not waiting.done()
        await asyncio.sleep(0.01)
    await run_in_threadpool(act)  # of whose forty threads a page that waits holds none
    return await waiting


def test_known_version_waits_for_the_timeout(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = store.create(Table(), ANAS_PHONE)
    monkeypatch.setattr(updates, "POLL_TIMEOUT_SECONDS", 0.2)

    async def ask(served: UpdatesEndpoint) -> None:
        page = Page(served, kept.key)
        assert (await page.asks(0)).said == (await page.asks()).said == {"version": 1, "page": 1}
        assert (await page.asks(1)).status == (await Page(served).asks()).status == 204

    asking(ask)


def test_a_change_wakes_more_polls_than_there_are_threads(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "OTHER_SERVERS_SECONDS", 10 * SOON)
    kept = store.create(Table(), ANAS_PHONE)

    async def ask(served: UpdatesEndpoint) -> None:
        pages = (Page(served, kept.key).asks(1) for _ in range(MORE_THAN_THREADS))
        told = await meanwhile(served, lambda: save_table(get_store(), kept, Table(hide_scores=True)), *pages)
        assert [one.said for one in told] == [{"version": 2, "page": 2}] * MORE_THAN_THREADS
        await asyncio.to_thread(get_store().changes.notify)  # for the look that goes on

    asking(ask)


def test_deleted_table_is_not_found(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)

    async def ask(served: UpdatesEndpoint) -> None:
        page = Page(served, kept.key)
        (told,) = await meanwhile(served, lambda: store.delete_table(kept.key, ANAS_PHONE), page.asks(1))
        assert told.status == (await page.asks(1)).status == 404

    asking(ask)


def test_kingdom_page_receives_its_own_board(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)

    def correct(seat: int) -> StoredTable:
        before = store.find(kept.key)
        assert before
        forest = replace(board_of(before.table, seat), kingdom=Kingdom.parse("fff/fCf/fff"))
        return save_table(store, before, before.table.with_board(seat, forest))

    async def ask(served: UpdatesEndpoint) -> None:
        at_anas = Page(served, kept.key, seat="1")
        assert (await at_anas.asks()).said["board"]["code"] == "www/wCw/www"
        (at_the_table,) = await meanwhile(served, lambda: correct(2), Page(served, kept.key, seat="nonsense").asks(1))
        assert at_the_table.said == {"version": 2, "page": 2}
        (of_anas,) = await meanwhile(served, lambda: correct(1), at_anas.asks(1))
        assert (of_anas.said["version"], of_anas.said["page"]) == (3, 1)
        assert of_anas.said["board"]["code"] == "fff/fCf/fff"

    asking(ask)


def test_cards_page_receives_the_changed_card(store: Store) -> None:
    players = Table().with_player("Ana <b>", Castle.BLUE).with_player("", Castle.GREEN)
    kept = store.create(players.with_new_board(ANA, BOARD).with_new_board(BEN, BOARD), ANAS_PHONE)
    squares = (SquareEdit((0, 0), SquareState(Kingdom.parse("f1")[0, 0])),)

    async def ask(served: UpdatesEndpoint) -> None:
        page = Page(served, kept.key, seat="all", language="de")
        anas, bens = (await page.asks()).said["cards"]
        assert "<bdi>Ana &lt;b&gt;</bdi>" in anas["html"]
        assert bens["words"].startswith("Grün: 0, ")
        (told,) = await meanwhile(
            served,
            lambda: store.change(kept.key, ANAS_PHONE, lambda before: edit_board(before.table, 4, squares)),
            page.asks(1),
        )
        (changed,) = told.said["cards"]
        assert (told.said["version"], told.said["page"], changed["seat"]) == (2, 1, 2)
        assert changed["words"].startswith("Grün: 1, ")
        hidden = store.find(kept.key)
        assert hidden
        save_table(store, hidden, replace(hidden.table, hide_scores=True))
        assert (await page.asks(2)).said["page"] == 3

    asking(ask)


def test_another_board_is_no_update(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    squares = (SquareEdit((0, 0), SquareState(Kingdom.parse("f1")[0, 0])),)

    async def ask(served: UpdatesEndpoint) -> None:
        at_anas, at_the_table = Page(served, kept.key, seat="1"), Page(served, kept.key, seat="all")
        await at_anas.asks()
        await at_the_table.asks()
        store.change(kept.key, ANAS_PHONE, lambda before: edit_board(before.table, 4, squares))
        assert [card["seat"] for card in (await at_the_table.asks(1)).said["cards"]] == [BEN]
        monkeypatch.setattr(updates, "POLL_TIMEOUT_SECONDS", 0.2)
        assert (await at_anas.asks(1)).status == 204

    asking(ask)


def test_page_receives_the_progress_of_its_photo(store: Store) -> None:
    async def ask(served: UpdatesEndpoint) -> None:
        UPLOADS.expect(ANAS_PHONE, "table", UploadHandler(lambda upload, **how: upload, print))
        page = Page(served)
        (read,) = await meanwhile(
            served, lambda: UPLOADS.receive(ANAS_PHONE, PHOTO, "table", b"a photo"), page.asks(photo=PHOTO, heard=0)
        )
        while read.said["photo"]["stage"] != "read":
            read = await page.asks(photo=PHOTO, heard=read.said["photo"]["changes"])
        (taken,) = await meanwhile(
            served,
            lambda: UPLOADS.pop_result(ANAS_PHONE, PHOTO),
            page.asks(photo=PHOTO, heard=read.said["photo"]["changes"]),
        )
        assert taken.said["photo"] == {"key": PHOTO, "stage": "taken"}

    asking(ask)
