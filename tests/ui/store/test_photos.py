"""Photos in the database: what is stored, for how long, and that every server shows them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from scoring import Castle, Kingdom, find_conflicts
from tests.ui.event_loop import outcome
from tests.ui.factories import ANA_AND_BEN, EVENING, board_of, reading_of
from tests.ui.store_helpers import ANAS_PHONE, apply_change, behind, find, on_sqlite, save_table
from ui import server
from ui.store import Store, get_store
from ui.store.backup import create_backup, open_backup
from ui.store.database import backup_before_change, inspect_database, list_backups
from ui.store.expiry import DAY
from ui.store.photos import WEEK
from ui.table.board import Board
from ui.table.commands import Command, UndoEntry
from ui.table.game_edits import delete_game, undo_edit
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.table import Table, add_record
from vision.warning import ReadingWarning, WarningCode

KINGDOM = Kingdom.parse("wm3C")
[CONFLICT] = find_conflicts({1: KINGDOM, 2: KINGDOM})
WARNINGS = (
    ReadingWarning(WarningCode.BLURRED),
    ReadingWarning(WarningCode.GLARE, ((0, 0), (0, 1))),
    ReadingWarning(WarningCode.TOO_LARGE, params={"rows": 9, "columns": 5, "largest": 7}),
    ReadingWarning(WarningCode.CONFLICT, ((0, 0), (0, 1)), {"kingdom": 1, "conflict": CONFLICT}),
)
READING = reading_of(
    "w1w/Cf",
    warnings=WARNINGS,
    castle=Castle.PINK,
    castle_confidence=0.99,
    hidden={(0, 0): 0.8},
)


def board(jpeg: bytes) -> Board:
    """Build a board that was read from a photo."""
    return Board(READING.kingdom, source=PhotoReading.of(READING, Picture(jpeg, 8, 8, 0.5)))


def table(*, keep: bool = False) -> Table:
    """Two kingdoms that were photographed, with the numbers 3 and 4."""
    return replace(ANA_AND_BEN, keep_photos=keep).with_new_board(1, board(b"Ana")).with_new_board(2, board(b"Ben"))


def photos_in(store: Store) -> list[bytes]:
    return sorted(behind(store, "SELECT jpeg FROM photos"))


def test_any_server_shows_photos_and_readings(store: Store, elsewhere: Store) -> None:
    kept = store.create(table(), ANAS_PHONE)

    anas, bens = (board_of(find(elsewhere, kept.key).table, seat).source for seat in (1, 2))

    assert anas is not None
    assert anas.picture.jpeg == b"Ana"
    assert anas.reading == READING
    assert elsewhere.photos.find(kept.number, 4) is bens


@pytest.mark.parametrize("reading", ["", "{}", "[]", '{"corners": [[0, 0]]}', '{"squares": []}'])
def test_a_damaged_reading_leaves_the_board_without_its_photo(store: Store, elsewhere: Store, reading: str) -> None:
    kept = store.create(table(), ANAS_PHONE)
    behind(store, "UPDATE photos SET reading = :reading", reading=reading)

    assert find(elsewhere, kept.key).table == kept.table
    assert elsewhere.photos.find(kept.number, 3) is None


def again_with_a_photo(before: Table) -> Table:
    return before.again(EVENING).with_new_board(1, board(b"new"))


def is_over(before: Table) -> Table:
    """Finish the table's game by its result."""
    return add_record(before, EVENING)


def keeping_switched(before: Table) -> Table:
    """Switch the keeping of the table's photos."""
    return replace(before, keep_photos=not before.keep_photos)


BOTH = [b"Ana", b"Ben"]
STAYS = {  # what phones do to a table, for how long all of its photos are there, and which of them are there after that
    "a day after their game is over": (table(), [is_over], DAY, []),
    "of the last game, their day": (table(), [again_with_a_photo], DAY, [b"new"]),
    "of a game that never ends, a week": (table(), [], WEEK + DAY, []),
    "with the games of a table that asks for them": (table(keep=True), [again_with_a_photo], 2 * WEEK, [*BOTH, b"new"]),
    "asked for within the day": (table(), [is_over, keeping_switched], 2 * WEEK, BOTH),
    "asked for no longer, a day": (table(keep=True), [is_over, keeping_switched], DAY, []),
    "asked for no longer in mid-game, a week": (table(keep=True), [keeping_switched], WEEK + DAY, []),
}


@pytest.mark.parametrize(("before", "changes", "until", "left"), STAYS.values(), ids=STAYS)
def test_photos_stay_as_long_as_their_table_says(
    store: Store, elsewhere: Store, before: Table, changes: list[Command], until: float, left: list[bytes]
) -> None:
    kept, now = store.create(before, ANAS_PHONE), time.time()
    for change in changes:
        kept = apply_change(store, kept, change)
    there = photos_in(store)
    assert there[:2] == BOTH

    for then, expected in ((now + until - 3600, there), (now + until + 600, left)):
        store.expire(then - DAY)
        store.expire(then)  # what is due is gone once it was so at two looks, a day apart
        assert photos_in(store) == expected

    assert (elsewhere.photos.find(kept.number, 3) is None) == (b"Ana" not in left)
    assert find(elsewhere, kept.key).table == kept.table


def test_switching_photos_off_deletes_those_of_past_games(store: Store) -> None:
    kept = store.create(table(keep=True), ANAS_PHONE)
    after = save_table(store, kept, kept.table.again(EVENING))

    save_table(store, after, keeping_switched(after.table))

    assert photos_in(store) == []


def test_photos_of_a_deleted_game_expire_unless_undone(store: Store) -> None:
    kept = store.create(table(keep=True), ANAS_PHONE)
    over = save_table(store, kept, kept.table.again(EVENING))

    deleted = apply_change(store, over, lambda now: delete_game(now, now.games[0]))
    assert inspect_database(store.url).photos == 2

    apply_change(store, deleted, partial(undo_edit, edit=UndoEntry(over.table, deleted.table)))
    assert inspect_database(store.url).photos == 0


def test_a_photo_that_no_board_shows_any_more_goes_at_once(store: Store) -> None:
    kept = store.create(table(), ANAS_PHONE)
    after = save_table(store, kept, kept.table.with_new_board(1, board(b"second")))
    assert photos_in(store) == [b"Ana", b"Ben", b"second"]  # the first can be brought back

    save_table(store, after, after.table.with_new_board(1, board(b"third")))

    assert photos_in(store) == [b"Ben", b"second", b"third"]


@on_sqlite
def test_backups_hold_no_photos_of_the_game_in_play(store: Store, url: URL, tmp_path: Path) -> None:
    store.create(table(), ANAS_PHONE)
    store.create(table(keep=True).without_player(2), ANAS_PHONE)

    create_backup(store, tmp_path / "backup")
    backup_before_change(Path(str(url.database)), "0001")

    for copy in (tmp_path / "backup", *list_backups(Path(str(url.database)))):
        with open_backup(copy) as backup, backup.connect() as connection:
            assert list(connection.scalars(text("SELECT jpeg FROM photos"))) == [b"Ana"], copy
            assert connection.scalar(text("SELECT count(*) FROM tables")) == 2


def test_newest_photos_replace_temporary_ones(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.store.photos.MOST_BYTES", 7)
    store.create(table(keep=True), ANAS_PHONE)
    kept = store.create(table(), ANAS_PHONE)
    found = inspect_database(store.url)
    assert (found.photos, found.photo_bytes) == (2, 6)

    save_table(store, kept, kept.table.with_new_board(1, board(b"Chloe")))

    assert photos_in(store) == [b"Ana", b"Ben", b"Chloe"]


@pytest.mark.parametrize("keep", [True, False])
def test_trial_server_keeps_photos_in_memory_only(keep: bool, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_TRIAL", "1")
    kept = store.create(table(keep=keep), ANAS_PHONE)

    assert photos_in(store) == []
    assert store.photos.find(kept.number, 3) is not None


def test_expired_photos_are_deleted_while_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))
    monkeypatch.setattr(server, "EXPIRY_SECONDS", 0.01)
    served = get_store()
    served.create(table(), ANAS_PHONE)
    behind(served, "UPDATE photos SET until = 1")
    behind(served, "UPDATE health SET photos_looked = :then", then=time.time() - 2 * DAY)  # which found them due, too

    async def running() -> None:
        expiry = asyncio.create_task(server.expire_hourly())
        async with asyncio.timeout(10):
            while photos_in(served):
                await asyncio.sleep(0.01)
        expiry.cancel()

    outcome(running())
