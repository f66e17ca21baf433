"""A page hears within a second that the server is there, and at once which version its table has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from scoring import Kingdom
from scoring.castle import Castle
from tests.ui.event_loop import outcome
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE, saved
from ui.api import events as api_events
from ui.api.events import Events
from ui.photos.inbox import INBOX, Wanted
from ui.settings import COOKIE
from ui.store import Store, StoredTable, opened
from ui.table.board import Board
from ui.table.edits import BoardEdit, Held, SquareEdit, edited
from ui.table.table import Table

SOON = 20.0  # seconds


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Another server on the database that the app uses."""
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    monkeypatch.setenv("CROWNSIGHT_DATABASE", url)
    return Store(make_url(url))


def asked(key: str = "", cookie: str = "", seat: str = "", language: str = "en") -> Request:
    """What a page asks for, of the table with that key, at the kingdom of that seat."""
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": "/events",
            "query_string": f"t={key}&s={seat}&l={language}".encode(),
            "headers": [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else [],
            "client": ("192.168.1.7", 50_000),
        }
    )


def events(response: Response) -> AsyncIterator[str]:
    assert isinstance(response, StreamingResponse)
    assert response.headers["X-Accel-Buffering"] == "no"
    return response.body_iterator  # type: ignore[return-value]


async def until(stream: AsyncIterator[str], said: str) -> None:
    """Listen until that is said."""
    async with asyncio.timeout(SOON):
        while not (await anext(stream)).endswith(f"data: {said}\n\n"):
            pass


async def told(stream: AsyncIterator[str]) -> dict[str, Any]:
    """The next board that is told of."""
    return (await all_told(stream, "board"))[0]


async def all_told(stream: AsyncIterator[str], name: str) -> list[dict[str, Any]]:
    """The next events of that name that come at once."""
    async with asyncio.timeout(SOON):
        while not (said := await anext(stream)).startswith(f"event: {name}\ndata: "):
            pass
    return [json.loads(event.partition("\ndata: ")[2]) for event in said.split("\n\n") if event.startswith("event: ")]


def listening(does: Callable[[Events], Awaitable[None]]) -> None:
    async def doing() -> None:
        await does(Events())

    outcome(doing())


def test_the_versions_of_a_table_are_told_until_it_is_closed(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)

    async def listen(served: Events) -> None:
        stream = events(await served.answer(asked(kept.key, ANAS_PHONE)))
        await until(stream, "1")
        after = saved(store, kept, Table(hide_scores=True))
        await until(stream, str(after.version))
        store.close(kept.number)
        await until(stream, "gone")
        await until(stream, "gone")  # again after a second: the server is there

    listening(listen)


def test_a_change_of_this_server_is_told_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_events, "BEAT_SECONDS", 10 * SOON)
    kept = store.create(Table(), ANAS_PHONE)

    async def listen(served: Events) -> None:
        stream = events(await served.answer(asked(kept.key, ANAS_PHONE)))
        await until(stream, "1")
        after = saved(opened(), kept, Table(hide_scores=True))
        await until(stream, str(after.version))

    listening(listen)


def test_a_page_at_one_kingdom_is_told_of_no_square_of_another(store: Store) -> None:
    board = Board(Kingdom.parse("www/wCw/www"), by_hand=True)
    players = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
    kept = store.create(players.with_new_board(1, board).with_new_board(2, board), ANAS_PHONE)

    def corrected(before: StoredTable, seat: int) -> StoredTable:
        there = before.table.seats[seat - 1].board
        assert there is not None
        forest = replace(there, kingdom=Kingdom.parse("fff/fCf/fff"))
        return saved(store, before, before.table.with_board(seat, forest))

    async def listen(served: Events) -> None:
        at_anas = events(await served.answer(asked(kept.key, ANAS_PHONE, "1")))
        at_the_table = events(await served.answer(asked(kept.key, ANAS_PHONE, "nonsense")))
        await until(at_anas, "1")
        bens = corrected(kept, 2)
        await until(at_the_table, str(bens.version))
        assert (await anext(at_anas)).endswith("data: 1\n\n")
        corrected(bens, 1)
        while (await told(at_anas))["board"]["code"] != "fff/fCf/fff":
            pass

    listening(listen)


def test_a_page_at_a_kingdom_is_told_of_it_as_it_is_and_as_it_becomes(store: Store) -> None:
    laid = Table().with_player("Ana", Castle.BLUE).with_new_board(1, Board(Kingdom.parse("www/wCw/www"), by_hand=True))
    kept = store.create(laid, ANAS_PHONE)

    async def listen(served: Events) -> None:
        at_anas = events(await served.answer(asked(kept.key, ANAS_PHONE, "1")))
        assert (await told(at_anas))["board"]["code"] == "www/wCw/www"
        edit = BoardEdit(2, (SquareEdit((0, 0), Held(Kingdom.parse("f1")[0, 0])),))
        store.change(kept.key, ANAS_PHONE, lambda before: edited(before.table, edit), request="k" * 22)
        news = await told(at_anas)
        assert (news["version"], news["board"]["code"]) == (2, "f1ww/wCw/www")

    listening(listen)


def test_the_page_of_all_cards_is_told_of_the_card_that_has_changed_and_of_no_version(store: Store) -> None:
    board = Board(Kingdom.parse("www/wCw/www"), by_hand=True)
    players = Table().with_player("Ana <b>", Castle.BLUE).with_player("", Castle.GREEN)
    kept = store.create(players.with_new_board(1, board).with_new_board(2, board), ANAS_PHONE)

    async def listen(served: Events) -> None:
        stream = events(await served.answer(asked(kept.key, ANAS_PHONE, "all", "de")))
        anas, bens = await all_told(stream, "card")
        assert "<bdi>Ana &lt;b&gt;</bdi>" in anas["card"]["html"]
        assert bens["card"]["words"].startswith("Grün: 0, ")
        edit = BoardEdit(4, (SquareEdit((0, 0), Held(Kingdom.parse("f1")[0, 0])),))
        store.change(kept.key, ANAS_PHONE, lambda before: edited(before.table, edit), request="k" * 22)
        (changed,) = await all_told(stream, "card")
        assert (changed["version"], changed["card"]["seat"]) == (2, 2)
        assert changed["card"]["words"].startswith("Grün: 1, ")
        assert (await anext(stream)).endswith("data: 1\n\n")
        hidden = store.find(kept.key)
        assert hidden
        await until(stream, str(saved(store, hidden, replace(hidden.table, hide_scores=True)).version))

    listening(listen)


def test_a_phone_that_never_sat_at_a_table_hears_nothing_of_it(store: Store) -> None:
    kept = store.create(Table(), ANAS_PHONE)

    async def listen(served: Events) -> None:
        await until(events(await served.answer(asked(kept.key, BENS_PHONE))), "none")
        await until(events(await served.answer(asked(cookie=BENS_PHONE))), "none")
        assert (await served.answer(asked(kept.key))).status_code == 403
        assert (await served.answer(asked(kept.key, "nonsense"))).status_code == 403

    listening(listen)


def test_streams_end_with_the_server(store: Store) -> None:
    async def listen(served: Events) -> None:
        stream = events(await served.answer(asked(cookie=ANAS_PHONE)))
        await until(stream, "none")
        served.end()
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    listening(listen)


def test_every_page_of_a_phone_hears_how_far_its_photos_are() -> None:
    async def photo() -> list[str]:
        stream = events(await Events().answer(asked(cookie=ANAS_PHONE)))
        await anext(stream)
        INBOX.ask_for(ANAS_PHONE, "table", Wanted(lambda upload, **how: upload, print))
        INBOX.receive(ANAS_PHONE, "0123456789abcdefghijkl", "table", b"a photo")
        heard = [await anext(stream)]
        INBOX.take(ANAS_PHONE, "0123456789abcdefghijkl")
        heard.append(await anext(stream))
        return heard

    read, taken = outcome(photo())
    assert read.startswith('event: photo\ndata: {"key":"0123456789abcdefghijkl","step":"read"}\n\n')
    assert taken.startswith('event: photo\ndata: {"key":"0123456789abcdefghijkl","step":"taken"}\n\n')
