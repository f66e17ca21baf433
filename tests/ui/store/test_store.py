"""The store keeps acknowledged changes, isolates tables, and detects concurrent writes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from scoring import Castle, Kingdom, Square, Terrain
from scoring.knizia import Colour
from tests.project import ROOT
from tests.ui.factories import ANA, ANA_AND_BEN, EPOCH, EVENING, KINGDOMS, board_of, one_game, reading_of
from tests.ui.postgres import Postgres
from tests.ui.store_helpers import (
    ANAS_PHONE,
    BENS_PHONE,
    NewServer,
    apply_change,
    behind,
    find,
    joins,
    on_postgresql,
    on_sqlite,
    save_table,
)
from ui import store as stores
from ui.store import Phone, Revoke, Store, StoredTable, StoreError
from ui.store.backup import create_backup, open_backup, restore_backup
from ui.store.codes import FRESH, code_in, new_code, new_key
from ui.store.database import BACKUP_FOLDER, FILE, database_url, list_backups, open_engine
from ui.store.edition_store import Contents
from ui.store.expiry import DAY, EXPIRES
from ui.table.board import Board
from ui.table.knizia import Game, Player
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.table import Table, TableError

BOARD = Board(Kingdom.parse("www/wCw/www"))
LOOKING_ON = "c" * 22
TABLE = ANA_AND_BEN.with_new_board(1, BOARD)
KNIZIA_GAME = KINGDOMS.with_new_board(0, EPOCH)
AGED = "UPDATE tables SET touched = touched - :age WHERE number = :number"
FOREST, LAKE = Square(Terrain.FOREST), Square(Terrain.LAKE)

# A server that is in the middle of a transaction on that table when it is killed.
LOCKS_AND_WAITS = """
import sys
from sqlalchemy import text
from ui.store import get_store
with get_store().engine.begin() as connection:
    connection.execute(text("SELECT number FROM tables WHERE number = :number FOR UPDATE"), {"number": sys.argv[1]})
    print("locked", flush=True)
    connection.execute(text("SELECT pg_sleep(60)"))
"""


def after(games: int) -> Table:
    """Ana's table after so many games."""
    return replace(ANA, games=tuple(one_game(number) for number in range(1, games + 1)))


def correct(table: Table, *edits: tuple[int, int, Square]) -> Table:
    board = board_of(table)
    for row, column, square in edits:
        board = replace(board, kingdom=board.kingdom.with_square(row, column, square))
    return table.with_board(1, board)


def test_nothing_else_opens_a_table(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)

    for guess in ("", str(kept.number), new_key(), kept.key[:-1], kept.key.lower(), kept.key + "%", "%" * 22, "_" * 22):
        assert store.find(guess) is None


def test_many_changes_at_once_are_all_there(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    places = [(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]

    with ThreadPoolExecutor(4) as phones:
        list(phones.map(lambda at: apply_change(store, kept, lambda table: correct(table, (*at, FOREST))), places))

    assert str(board_of(find(store, kept.key).table).kingdom) == "fff/fCf/fff"
    assert store.version(kept.number, ANAS_PHONE) == 1 + len(places)


def of_three(third: str) -> Table:
    """Build a table of Kingdoms with a third player in yellow."""
    return Table(knizia=KNIZIA_GAME.with_players([*KNIZIA_GAME.players, Player(Colour.YELLOW, third)]))


@pytest.mark.parametrize(
    ("table", "joined"),
    [(TABLE, TABLE.with_player("Chloé", Castle.PINK)), (Table(knizia=KNIZIA_GAME), of_three("Dev"))],
    ids=["Kingdomino", "Kingdoms"],
)
def test_guest_removes_only_the_player_it_added(store: Store, table: Table, joined: Table) -> None:
    kept = store.create(table, ANAS_PHONE)
    joins(store, kept, BENS_PHONE)
    kept = save_table(store, kept, joined, BENS_PHONE)
    added = max(kept.table.names)

    with pytest.raises(TableError, match="Only the phone that opened"):
        store.change(kept.key, BENS_PHONE, lambda _: kept.table.without_player(1))
    assert save_table(store, kept, kept.table.without_player(added), BENS_PHONE).table.names == table.names


OVERREACHES = {  # a table, what a guest makes of it, and why that is up to the phone that opened it
    "decide whether photos are kept": (TABLE, replace(TABLE, keep_photos=True), "photos are kept"),
    "choose the game": (Table(knizia=Game()), Table(), "choose its game"),
    "bring games from a file": (ANA, after(2), "bring games"),
    "drop games before the last": (after(3), after(1), "drop games"),
}


@on_sqlite
@pytest.mark.parametrize(("table", "changed", "why"), OVERREACHES.values(), ids=OVERREACHES)
def test_a_guest_does_not(store: Store, table: Table, changed: Table, why: str) -> None:
    kept = store.create(table, ANAS_PHONE)
    joins(store, kept, BENS_PHONE)

    with pytest.raises(TableError, match=why):
        save_table(store, kept, changed, BENS_PHONE)

    assert save_table(store, kept, changed).version == 2


def test_a_guest_finishes_a_game_and_takes_it_back(store: Store) -> None:
    kept = store.create(ANA, ANAS_PHONE)
    joins(store, kept, BENS_PHONE)

    for games in (1, 0):
        kept = save_table(store, kept, after(games), BENS_PHONE)
    assert kept.table.games == ()


def test_reused_colour_does_not_belong_to_the_former_phone(store: Store) -> None:
    two = Table(knizia=KNIZIA_GAME)
    kept = store.create(two, ANAS_PHONE)
    joins(store, kept, BENS_PHONE)
    for table, phone in ((of_three("Dev"), BENS_PHONE), (two, BENS_PHONE), (of_three("Eva"), ANAS_PHONE)):
        kept = save_table(store, kept, table, phone)

    with pytest.raises(TableError, match="remove another player"):
        store.change(kept.key, BENS_PHONE, lambda _: two)


def test_claimed_seat_gives_no_right_to_remove_its_player(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    joins(store, kept, BENS_PHONE, 2)

    for stranger in (BENS_PHONE, new_key(), new_key()):  # one guest that drops its cookie each time
        for seat in (1, 2):
            joins(store, kept, stranger, seat)
            with pytest.raises(TableError, match="Only the phone that opened"):
                apply_change(store, kept, partial(Table.without_player, seat=seat), stranger)
    assert find(store, kept.key).table == TABLE


def test_only_one_of_several_phones_claims_a_seat(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    strangers = [new_key() for _ in range(4)]

    with ThreadPoolExecutor(4) as phones:
        list(phones.map(lambda phone: joins(store, kept, phone, 2), strangers))

    late = [phone for phone in strangers if store.phone(kept.number, phone) == Phone(host=False, seat=None)]
    assert len(late) == 3
    store.claim_seat(kept.key, late[0], 1)
    assert store.phone(kept.number, late[0]) == Phone(host=False, seat=1)
    assert store.find_claimed_seats(kept.number) == {1, 2}


def test_phone_of_a_removed_player_loses_access(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    joins(store, kept, BENS_PHONE, 2)
    joins(store, kept, LOOKING_ON)
    code = store.renew_code(kept.key, ANAS_PHONE)

    after = store.change(kept.key, ANAS_PHONE, lambda newest: newest.table.without_player(2), revoke=Revoke.REMOVED)

    assert after
    assert after.key != kept.key
    assert code
    assert store.find_key(code) is None
    assert [store.find(key, BENS_PHONE) for key in (kept.key, "z" * 22)] == [None, None]
    assert store.authorize_table(kept.key, BENS_PHONE) is None
    assert store.version(kept.number, BENS_PHONE) is None
    assert store.change(kept.key, BENS_PHONE, lambda _: TABLE) is None
    for phone in (ANAS_PHONE, LOOKING_ON):
        now = store.change(kept.key, phone, lambda newest: replace(newest.table, hide_scores=True))
        assert now == store.find(kept.key, phone) == store.find(after.key)
        assert store.authorize_table(kept.key, phone) == store.authorize_table(after.key, phone) == (kept.number, 3)


def test_requests_that_come_first_together_share_one_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each would wait for what another changes."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))
    together = Barrier(8)

    def asks(_: int) -> Store:
        together.wait()
        return stores.get_store()

    with ThreadPoolExecutor(8) as requests:
        assert len(set(requests.map(asks, range(8)))) == 1


def test_phone_finds_only_tables_it_opened_or_joined(store: Store) -> None:
    joined, own, _ = (store.create(TABLE, phone) for phone in (ANAS_PHONE, BENS_PHONE, ANAS_PHONE))
    joins(store, joined, BENS_PHONE, 2)

    assert {kept.key for kept in store.find_tables(BENS_PHONE)} == {joined.key, own.key}
    assert [kept.key for kept in store.find_tables(BENS_PHONE, hosted=True)] == [own.key]


def test_a_phone_is_known_to_the_database_by_a_hash_alone(store: Store) -> None:
    store.create(TABLE, ANAS_PHONE)

    [phone] = behind(store, "SELECT phone FROM phones")
    assert ANAS_PHONE not in phone


def test_a_spoken_code_opens_the_table_however_it_is_typed(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    code = store.renew_code(kept.key, ANAS_PHONE)
    assert code is not None
    assert store.renew_code(kept.key, ANAS_PHONE) == code  # the same as long as it is fresh

    for typed in (code, code.lower(), code.replace("-", " "), f" {code[:2]} {code[2:]} "):
        assert store.find_key(typed) == kept.key


def test_a_stale_code_opens_nothing_and_is_replaced(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    code = store.renew_code(kept.key, ANAS_PHONE) or ""
    behind(store, "UPDATE tables SET code_until = code_until - :late", late=FRESH + 1)

    assert store.find_key(code) is None
    assert store.renew_code(kept.key, ANAS_PHONE) != code


def test_key_begins_like_no_option_of_a_command() -> None:
    assert all(re.fullmatch("[A-Za-z0-9]{22}", new_key()) for _ in range(200))


def test_code_is_three_syllables_and_two_digits() -> None:
    assert all(re.fullmatch("([BDGHJKLMNPRSTV][AEIOU]){3}-[0-9]{2}", new_code()) for _ in range(100))


@pytest.mark.parametrize("typed", ["'; DROP TABLE tables; --", "\uff11" * 8])
def test_other_text_is_no_code(typed: str) -> None:
    assert code_in(typed) is None


def full_table(store: Store) -> StoredTable:
    """Store a table with a photo, a game and an edition of its host."""
    source = PhotoReading.of(reading_of(BOARD.kingdom), Picture(b"jpeg", 8, 8, 1.0))
    table = replace(TABLE, keep_photos=True).again(EVENING).with_new_board(1, replace(BOARD, source=source))
    kept = store.create(table, ANAS_PHONE)
    store.editions.save(ANAS_PHONE, "Ours", lambda _: Contents(b"looks", 1))
    return save_table(store, kept, correct(kept.table, (0, 0, LAKE)))


def parts_of(store: Store, kept: StoredTable) -> list[object]:
    """Return what the store holds of a table beside its text."""
    return [
        store.history.count_games(ANAS_PHONE),
        [one.name for one in store.editions.list_at(kept.number)],
        [one and one.picture.jpeg for one in [store.photos.find(kept.number, kept.table.numbered)]],
        store.phone(kept.number, ANAS_PHONE),
    ]


def test_backup_restores_all_of_a_deleted_table(store: Store, new_server: NewServer, tmp_path: Path) -> None:
    kept = full_table(store)
    there = parts_of(store, kept)
    create_backup(store, tmp_path / "backup")

    store.delete_table(kept.key, ANAS_PHONE)

    assert store.find(kept.key) is None
    assert store.version(kept.number, ANAS_PHONE) is None
    assert store.change(kept.key, ANAS_PHONE, lambda _: kept.table) is None
    parts = ("phones", "photos", "games", "results", "requests", "previous_keys")
    assert [behind(store, f"SELECT count(*) FROM {part}") for part in parts] == [[0]] * len(parts)
    assert store.create(TABLE, BENS_PHONE).number != kept.number  # which another server may still have in memory
    for server in (store, new_server(URL.create("sqlite", database=str(tmp_path / "another")))):
        with open_backup(tmp_path / "backup") as backup:
            assert [restore_backup(backup, server) for _ in range(2)] == [1, 0]
        assert parts_of(server, find(server, kept.key)) == there


def test_table_expires_only_after_two_checks_agree(store: Store) -> None:
    old, new, now = store.create(TABLE, ANAS_PHONE), store.create(TABLE, ANAS_PHONE), time.time()
    behind(store, AGED, age=EXPIRES * 1.01, number=old.number)

    assert [store.expire(now + days * DAY) for days in (0, 1, 6, 8)] == [0, 0, 0, 1]
    assert store.find(new.key) is not None
    behind(store, "UPDATE tables SET touched = touched - :age", age=EXPIRES * 10)
    assert store.expire(now + 16 * DAY) == 0  # the clock runs ten times EXPIRES ahead of all that was written


@on_sqlite
def test_expired_tables_are_backed_up_or_stay(store: Store, url: URL) -> None:
    store.create(TABLE, ANAS_PHONE)
    old, later = store.create(TABLE, ANAS_PHONE), time.time() + 8 * DAY
    behind(store, AGED, age=EXPIRES * 1.01, number=old.number)
    store.expire()
    folder = Path(str(url.database)).parent / BACKUP_FOLDER
    folder.write_text("no folder")

    with pytest.raises(StoreError, match="could not be copied first"):
        store.expire(later)
    assert store.find(old.key) is not None
    folder.unlink()
    assert store.expire(later) == 1

    [copy] = list_backups(Path(str(url.database)))
    with open_backup(copy) as backup, backup.connect() as connection:
        assert len(connection.execute(text("SELECT key FROM tables")).all()) == 2


def test_idempotency_keys_last_as_long_as_their_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, request, now = store.create(TABLE, ANAS_PHONE), new_key(), time.time()
    store.change(kept.key, ANAS_PHONE, lambda before: replace(before.table, hide_scores=True), request=request)
    monkeypatch.setattr(time, "time", lambda: now + 8 * DAY)
    joins(store, kept, BENS_PHONE)

    again = store.change(
        kept.key, ANAS_PHONE, lambda before: before.table.with_player("Ben", Castle.GREEN), request=request
    )

    assert again is not None
    assert again.version == 2
    store.delete_table(kept.key, ANAS_PHONE)
    assert behind(store, "SELECT key FROM requests") == []


@on_sqlite
def test_simultaneous_servers_migrate_once(url: URL, new_server: NewServer) -> None:
    with ThreadPoolExecutor(4) as servers:
        stores = list(servers.map(new_server, [url] * 4))

    kept = stores[0].create(TABLE, ANAS_PHONE)
    assert [store.version(kept.number, ANAS_PHONE) for store in stores] == [1, 1, 1, 1]


@on_sqlite
@pytest.mark.parametrize("text", ["substr(text, 1, length(text) / 2)", "replace(text, 'rules', CAST(x'72ff' AS TEXT))"])
def test_a_damaged_table_is_named_and_the_others_are_played_on(store: Store, text: str) -> None:
    damaged, sound = store.create(TABLE, ANAS_PHONE), store.create(TABLE, ANAS_PHONE)
    behind(store, f"UPDATE tables SET text = {text} WHERE number = :number", number=damaged.number)

    with pytest.raises(StoreError, match="This table is damaged"):
        store.find(damaged.key)
    with pytest.raises(StoreError, match="This table is damaged"):
        save_table(store, damaged, TABLE.with_player("Chloé", Castle.PINK))
    assert [kept.key for kept in store.find_tables(ANAS_PHONE)] == [sound.key]


# --- Where it lies, and what goes wrong


def test_tables_lie_in_a_folder_only_their_owner_enters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_server: NewServer
) -> None:
    monkeypatch.delenv("CROWNSIGHT_DATABASE", raising=False)
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "new" / "folder"))
    umask = os.umask(0)
    try:
        new_server(database_url())
    finally:
        os.umask(umask)

    (tmp_path / "new" / "folder" / FILE).chmod(0o644)  # as an older version left it
    new_server(database_url())
    made = [*(tmp_path / "new").rglob("*"), tmp_path / "new"]
    assert [one for one in made if one.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("typed", ["postgres://a@b/c", "postgresql://a@b/c", "postgresql+psycopg://a@b/c"])
def test_an_address_is_understood_as_people_write_it(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", typed)

    assert database_url().drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "typed", ["secret!", "postgresql://ana:secret@127.0.0.1:port/tables", "sqlite:////tables?timeout=secret"]
)
def test_an_address_that_is_none_is_named_without_its_password(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", typed)

    with pytest.raises(StoreError, match="CROWNSIGHT_DATABASE is not a database address") as refused:
        open_engine(database_url())
    assert "secret" not in str(refused.value)


@on_sqlite
def test_locked_database_is_reported_and_used_again(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    with store.engine.execution_options(begin="BEGIN EXCLUSIVE").connect() as other, other.begin():
        with pytest.raises(StoreError, match="Another program is using"):
            store.change(kept.key, ANAS_PHONE, lambda _: correct(kept.table, (0, 0, LAKE)))
        assert store.version(kept.number, ANAS_PHONE) == 1  # readers go on

    assert save_table(store, kept, correct(kept.table, (0, 0, LAKE))).version == 2


@on_sqlite
def test_a_full_disk_is_named_and_loses_nothing(store: Store) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    [pages] = behind(store, "PRAGMA page_count")
    full = replace(kept.table, seats=tuple(replace(seat, name=seat.name * 3_000) for seat in kept.table.seats))
    with store.engine.connect() as connection:  # the pool hands out this very connection again
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))

    with pytest.raises(StoreError, match="The disk is full"):
        store.change(kept.key, ANAS_PHONE, lambda _: full)

    assert find(store, kept.key).table == TABLE


@on_sqlite
def test_a_file_that_is_no_database_is_named(url: URL, tmp_path: Path, new_server: NewServer) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"minutes of the meeting" * 100)

    with pytest.raises(StoreError, match="cannot be used"):
        new_server(url)


@on_postgresql
def test_killed_server_leaves_no_locked_table(store: Store, url: URL) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    killed = subprocess.Popen(
        [sys.executable, "-c", LOCKS_AND_WAITS, str(kept.number)],
        env=os.environ | {"CROWNSIGHT_DATABASE": url.render_as_string(hide_password=False)},
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert killed.stdout is not None
    assert killed.stdout.readline() == b"locked\n"
    killed.kill()
    killed.wait()
    killed.stdout.close()

    after = None
    for _ in range(5):  # its last statement may go on for PATIENCE, which is as long as others wait each time
        with suppress(StoreError):
            after = after or store.change(kept.key, ANAS_PHONE, lambda _: correct(kept.table, (0, 0, LAKE)))

    assert after is not None
    assert after.version == 2


@on_postgresql
def test_a_restarted_postgresql_is_used_again(store: Store, postgres: Postgres) -> None:
    kept = store.create(TABLE, ANAS_PHONE)
    postgres.stop()
    try:
        with pytest.raises(StoreError, match="does not answer"):
            store.change(kept.key, ANAS_PHONE, lambda _: correct(kept.table, (0, 0, LAKE)))
    finally:
        postgres.start()

    assert save_table(store, kept, correct(kept.table, (0, 0, LAKE))).version == 2
