"""The store: create, find, change and delete tables, each change in one transaction."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.engine import URL

from scoring.message import message
from ui.store import expiry, phones
from ui.store.change_signal import ChangeSignal
from ui.store.codes import FRESH, checksum, code_in, hash_key, is_key, lock_number, new_code, new_key, new_number
from ui.store.database import (
    DamagedError,
    StoreError,
    backup_before_change,
    checkpoint,
    database_url,
    list_backups,
    list_revisions,
    open_engine,
    translate_db_errors,
)
from ui.store.edition_store import EditionStore
from ui.store.file_guard import FileGuard
from ui.store.game_rows import StoredTable as StoredTable
from ui.store.game_rows import TableCache, serialize_table, write_games
from ui.store.games import MOST_TABLES, GameHistory
from ui.store.phones import Phone as Phone
from ui.store.phones import PhoneCount
from ui.store.phones import Revoke as Revoke
from ui.store.photos import BoardPhotos
from ui.store.rows import HEALTH, PHONES, PREVIOUS_KEYS, TABLES
from ui.system import DATA_ENV, DATABASE_ENV, Event, log_event
from ui.table.table import Table, TableError, correct_record, refuse_overreach

PHONE_LOCKS = 4_711_048  # first half of the keys of advisory locks in PostgreSQL; nothing else uses it
HEALTH_BYTES = 16_384  # as much as a save writes
RENEWED = 600  # seconds between two renewals of a code that is shown all the time
CLOCKS_APART = 600  # seconds between the clocks of two servers on one database

# The statements of every tap are built once. Those to change and to join lock the row until the transaction ends.
_BY_PREVIOUS_KEY = select(PREVIOUS_KEYS.c.table).where(PREVIOUS_KEYS.c.key == bindparam("asked"))
_OF_KEY = or_(TABLES.c.key == bindparam("asked"), TABLES.c.number.in_(_BY_PREVIOUS_KEY))
_TO_CHANGE = select(TABLES).where(_OF_KEY).with_for_update()
_OF_PRESENT_KEY = select(TABLES).where(TABLES.c.key == bindparam("asked"))
_TO_JOIN = _OF_PRESENT_KEY.with_for_update()
_AT_TABLE = select(TABLES).join(PHONES, PHONES.c.table == TABLES.c.number)
_JOINED = _AT_TABLE.where(_OF_KEY, PHONES.c.phone == bindparam("hashed"))
_SEEN = select(TABLES.c.number, TABLES.c.version, TABLES.c.key).join(PHONES, PHONES.c.table == TABLES.c.number)
_SEEN_FROM = _SEEN.where(_OF_KEY, PHONES.c.phone == bindparam("hashed"))
_SEEN_OF_NUMBER = _SEEN.where(TABLES.c.number == bindparam("asked"), PHONES.c.phone == bindparam("hashed"))
_OF_NUMBER = select(TABLES).where(TABLES.c.number == bindparam("asked"))
_DELETE = delete(TABLES).where(TABLES.c.number == bindparam("asked"))
_WRITE = update(TABLES).where(TABLES.c.number == bindparam("changed"))


class Store:
    """The tables in one database. Every method raises StoreError if the database is not available."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.file = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
        self.engine = open_engine(url)
        is_file = self.file is not None and url.database != ":memory:"
        self._guard = FileGuard(self.file) if self.file and is_file else None
        self.table_cache = TableCache()
        self.changes = ChangeSignal()
        self._writes = self.engine.execution_options(begin="BEGIN IMMEDIATE")
        # A table and its games are read as of one moment, as SQLite has it by itself.
        one_moment = {"isolation_level": "REPEATABLE READ"} if self.engine.dialect.name == "postgresql" else {}
        self.reads = self.engine.execution_options(**one_moment)
        self.history = GameHistory(self._reading)
        self.photos = BoardPhotos(self._reading)
        self.editions = EditionStore(self._reading, self.transaction)

    def create(self, table: Table, phone: str) -> StoredTable:
        """Store a new table, with this phone as its host."""
        with self.transaction() as connection:
            kept = self._insert(connection, table, phone)
        return self._share_new(kept)

    def create_exclusively(self, make: Callable[[], Table | None], phone: str) -> StoredTable | None:
        """Store what ``make`` returns as a new table, unless it returns None; no two such calls of a phone overlap."""
        with self.transaction(exclusive_to=phone) as connection:
            table = make()
            kept = self._insert(connection, table, phone) if table is not None else None
        return self._share_new(kept) if kept else None

    def _insert(self, connection: Connection, table: Table, phone: str) -> StoredTable:
        now = time.time()
        kept = StoredTable(new_number(), new_key(), 1, table, serialize_table(table))
        new = {"number": kept.number, "key": kept.key, "version": kept.version} | _text_and_checksum(kept)
        times = {"code_until": 0.0, "created": now, "touched": now}
        connection.execute(insert(TABLES).values(new | times))
        phones.add_phone(connection, kept.number, phone, host=True)
        write_games(connection, kept.number, Table(), table)
        self.photos.write(connection, kept.number, Table(), table)
        return kept

    def _share_new(self, kept: StoredTable) -> StoredTable:
        self.photos.remember(kept.number, kept.table)
        return self.table_cache.share(kept)

    def find(self, key: str, phone: str = "") -> StoredTable | None:
        """Return the table with that key, or None. Raises StoreError also for a damaged table.

        With a ``phone``, only a table that it has joined, which it finds by previous keys of the table as well.
        """
        if not is_key(key):
            return None
        with self._reading() as connection:
            asked = {"asked": key} | ({"hashed": hash_key(phone)} if phone else {})
            row = connection.execute(_JOINED if phone else _OF_PRESENT_KEY, asked).first()
            return self._load(connection, row) if row else None

    def join(self, key: str, phone: str) -> StoredTable | None:
        """Return the table with that key after adding the phone to it; None if there is no such table.

        The phone is added in the transaction that finds the key: a phone that is removed meanwhile stays removed.
        """
        joined = self.find(key, phone)
        if joined is not None or not is_key(key):
            return joined
        with self.transaction() as connection:
            row = connection.execute(_TO_JOIN, {"asked": key}).first()
            if row is None:
                return None
            if phones.find_phone(connection, row.number, phone) is None:
                phones.add_phone(connection, row.number, phone, host=False)
            return self._load(connection, row)

    def find_by_number(self, number: int, phone: str) -> StoredTable | None:
        """Return the latest version of a table that this phone has joined; None if it has not, or was removed."""
        with self._reading() as connection:  # the check, too: a phone removed meanwhile does not see the new key
            found = connection.execute(_SEEN_OF_NUMBER, {"asked": number, "hashed": hash_key(phone)}).first()
            if found is None:
                return None
            cached = self.table_cache.since(number, found.version)
            if cached and cached.key == found.key:
                return cached
            return self._load(connection, connection.execute(_OF_NUMBER, {"asked": number}).one())

    def _load(self, connection: Connection, row: Row[Any]) -> StoredTable:
        """Return the table in a row with its photos, shared with the pages that have this version."""
        table = self.photos.attach(connection, row.number, self.table_cache.table(connection, row))
        return self.table_cache.share(StoredTable(row.number, row.key, row.version, table, row.text))

    def get_version_or_newer(self, number: int, version: int) -> StoredTable | None:
        """Return a table in that version or a later one, from memory if a page has it; None if it was deleted."""
        cached = self.table_cache.since(number, version)
        if cached:
            return cached
        with self._reading() as connection:
            row = connection.execute(_OF_NUMBER, {"asked": number}).first()
            return self._load(connection, row) if row else None

    def version(self, number: int, phone: str) -> int | None:
        """Return the version of a table that this phone has joined, else None. Cheap enough for every second."""
        with self._reading() as connection:
            found = connection.execute(_SEEN_OF_NUMBER, {"asked": number, "hashed": hash_key(phone)}).first()
            return found.version if found else None

    def versions(self, numbers: Collection[int]) -> dict[int, int]:
        """Return the versions of these tables by number, without those that were deleted."""
        with self._reading() as connection:
            asked = select(TABLES.c.number, TABLES.c.version).where(TABLES.c.number.in_(numbers))
            return {number: version for number, version in connection.execute(asked)}

    def authorize_table(self, key: str, phone: str) -> tuple[int, int] | None:
        """Return number and version of the table with that key; None if this phone has not joined it."""
        with self._reading() as connection:
            found = connection.execute(_SEEN_FROM, {"asked": key, "hashed": hash_key(phone)}).first()
        return (found.number, found.version) if found else None

    def change(
        self,
        key: str,
        phone: str,
        change: Callable[[StoredTable], Table],
        *,
        request: str = "",
        revoke: Revoke = Revoke.NOBODY,
        is_exclusive: bool = False,
    ) -> StoredTable | None:
        """Apply a change of a phone to the latest version of the table with that key, and return the result.

        A ``request`` with a key that was carried out before is not carried out again. Where the change revokes the
        access of phones, the table has another key and code from then on. No two changes of a phone that are exclusive
        overlap, even at different tables; see ``create_exclusively``.

        Returns:
            None where there is no such table, or where this phone has not joined it.

        Raises:
            TableError: A guest oversteps, or ``change`` refuses.
        """
        with self.transaction(exclusive_to=phone if is_exclusive else "") as connection:
            locked = self._lock(connection, key, phone)
            if locked is None:
                return None
            row, here = locked
            before = self._load(connection, row)
            if request and not phones.record_request(connection, row.number, request):
                return before
            table = correct_record(change(before))
            if table == before.table:
                return before
            if not here.host:
                refuse_overreach(before.table, table, added=here.seat if here.added else None)
                revoke = Revoke.REMOVED if revoke is Revoke.ALL_WITHOUT_SEAT else revoke
            is_revoked = phones.sync_seats(connection, row.number, phone, before.table, table, revoke)
            key = new_key() if is_revoked else row.key
            saved = StoredTable(row.number, key, row.version + 1, table, serialize_table(table))
            new = _text_and_checksum(saved) | {"version": saved.version, "touched": max(row.touched, time.time())}
            if is_revoked:
                connection.execute(insert(PREVIOUS_KEYS).values(key=row.key, table=row.number))
                new |= {"key": saved.key, "code": None, "code_until": 0.0}
            connection.execute(_WRITE, new | {"changed": saved.number})
            write_games(connection, row.number, before.table, table)
            self.photos.write(connection, row.number, before.table, table)
        self.photos.remember(saved.number, table)
        return self.table_cache.share(saved)

    def _lock(self, connection: Connection, key: str, phone: str) -> tuple[Row[Any], Phone] | None:
        """Lock the row of the table with that key until the transaction ends; return it with this phone's part.

        None where there is no such table, or where this phone has not joined it.
        """
        asked = {"asked": key}
        # PostgreSQL waits for a removal, and then looks for its old key among the previous keys of before: ask again.
        row = connection.execute(_TO_CHANGE, asked).first() or connection.execute(_TO_CHANGE, asked).first()
        here = phones.find_phone(connection, row.number, phone) if row else None
        return (row, here) if row and here else None

    def claim_seat(self, key: str, phone: str, seat: int) -> bool:
        """Have a guest's phone without a seat play this one, unless another phone does; False if it has not joined."""
        with self.transaction() as connection:
            locked = self._lock(connection, key, phone)
            if locked is None:
                return False
            row, here = locked
            if not here.host and here.seat is None and seat not in phones.find_claimed_seats(connection, row.number):
                phones.claim_seat(connection, row.number, phone, seat)
            return True

    def phone(self, number: int, phone: str) -> Phone | None:
        """Return the role of this phone at a table; None if it has not joined it."""
        with self._reading() as connection:
            return phones.find_phone(connection, number, phone)

    def find_claimed_seats(self, number: int) -> frozenset[int]:
        """Return the seats of a table that phones have claimed."""
        with self._reading() as connection:
            return phones.find_claimed_seats(connection, number)

    def count_phones(self, number: int) -> PhoneCount:
        """Return how many phones have joined a table."""
        with self._reading() as connection:
            return phones.count_phones(connection, number)

    def find_tables(self, phone: str, *, most_games: int | None = None, hosted: bool = False) -> list[StoredTable]:
        """Return the tables that this phone has joined, the last changed first, without damaged ones.

        Args:
            most_games: load at least that many of the last games of each table; all if None.
            hosted: return only the tables that this phone has opened.
        """
        mine = select(TABLES).join(PHONES, PHONES.c.table == TABLES.c.number).where(PHONES.c.phone == hash_key(phone))
        if hosted:
            mine = mine.where(PHONES.c.host)
        found: list[StoredTable] = []
        with self._reading() as connection:
            for row in connection.execute(mine.order_by(TABLES.c.touched.desc()).limit(MOST_TABLES)).all():
                with suppress(StoreError):
                    table = self.table_cache.table(connection, row, most_games=most_games)
                    found.append(StoredTable(row.number, row.key, row.version, table))
        return found

    def renew_code(self, key: str, phone: str) -> str | None:
        """Return the code to say aloud, fresh from now on; None where this phone has not joined such a table."""
        now = time.time()
        with self.transaction() as connection:
            locked = self._lock(connection, key, phone)
            if locked is None:
                return None
            row, _ = locked
            code: str | None = row.code
            if code is None or row.code_until < now:
                tried = (new_code() for _ in range(20))
                taken = select(TABLES.c.number).where(TABLES.c.code == bindparam("tried"))
                code = next((one for one in tried if connection.scalar(taken, {"tried": one}) is None), None)
                if code is None:
                    raise StoreError(message("There are too many tables. Try again in a while."))
            if not now + FRESH - RENEWED <= row.code_until <= now + FRESH:
                fresh = {"code": code, "code_until": now + FRESH}
                connection.execute(update(TABLES).where(TABLES.c.number == row.number).values(fresh))
            return code

    def find_key(self, typed: str) -> str | None:
        """Return the key of the table with that code; None if it is no code, or has expired."""
        code = code_in(typed)
        if code is None:
            return None
        now = time.time()
        fresh = TABLES.c.code_until.between(
            now, now + FRESH + CLOCKS_APART
        )  # a code of a server with a wrong clock must not be valid for years
        with self._reading() as connection:
            return connection.scalar(select(TABLES.c.key).where(TABLES.c.code == code, fresh))

    def delete_table(self, key: str, phone: str) -> None:
        """Delete a table with its games, players and photos. Raises TableError for a guest."""
        with self.transaction() as connection:
            locked = self._lock(connection, key, phone)
            if locked is None:
                return
            row, here = locked
            if not here.host:
                raise TableError(message("Only the phone that opened the table can close it."))
            connection.execute(_DELETE, {"asked": row.number})
        self._drop_from_memory(row.number)

    def _drop_from_memory(self, number: int) -> None:
        self.photos.forget(number)
        self.table_cache.forget(number)

    def forget(self, typed: str) -> bool:
        """Delete the table with this code, key or previous key, and return whether there was one.

        The backups made before migrations are deleted too, since they may hold the table.
        """
        code = code_in(typed)
        with self.transaction() as connection:
            named = TABLES.c.code == code if code else _OF_KEY
            number = connection.scalar(select(TABLES.c.number).where(named), {"asked": typed if is_key(typed) else ""})
            if number is not None:
                connection.execute(_DELETE, {"asked": number})
        if number is not None:
            self._drop_from_memory(number)
            for copy in list_backups(self.file, unfinished=True) if self.file else ():
                copy.unlink(missing_ok=True)
        return number is not None

    def expire(self, now: float | None = None) -> int:
        """Delete expired tables, photos and editions; return the number of tables.

        A clock may be wrong: only what was due at the previous check is deleted. The file is backed up before the
        deletion of tables and editions is committed; photos are in no backup.
        """
        now = time.time() if now is None else now
        with self.transaction() as connection:
            expiry.delete_photos(connection, now)
        with self.transaction() as connection:
            tables, editions = expiry.delete_tables_and_editions(connection, now)
            if tables + editions and self.file:
                backup_before_change(self.file, list_revisions()[-1])  # as it is without this transaction
        return tables

    def try_to_write(self) -> None:
        """Write as much as a save does, to check that the database can be written to."""
        if self._guard:
            self._guard.check_integrity()
        with self._begin() as writing:
            writing.execute(update(HEALTH).values(written=time.time(), filling=os.urandom(HEALTH_BYTES)))

    @contextmanager
    def transaction(self, exclusive_to: str = "") -> Iterator[Connection]:
        """Commit what the block writes as one change, and signal it. Raises StoreError.

        No two blocks that are ``exclusive_to`` a phone overlap, and what one has committed the next one reads. SQLite
        has one writer anyway.
        """
        with log_event(Event.TABLES_CHANGED), self._begin() as connection:
            if exclusive_to and connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(PHONE_LOCKS, lock_number(exclusive_to))))
            yield connection
        self.changes.notify()

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """Commit what the block writes, to the disk and into the file that is at the path. Raises StoreError."""
        with self._noting_damage(), self._writes.connect() as connection:
            if self._guard:
                self._guard.check()
            with connection.begin():
                yield connection
            if self._guard:
                self._guard.flush()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._noting_damage(), self.reads.connect() as connection:
            yield connection

    @contextmanager
    def _noting_damage(self) -> Iterator[None]:
        """Raise what goes wrong as StoreError; after damage nothing is written before the file is found intact."""
        try:
            with translate_db_errors(self.url):
                yield
        except DamagedError:
            if self._guard:
                self._guard.suspect()
            raise

    def is_replaced(self) -> bool:
        """Return whether another file is at the path of this store, which is to be opened again."""
        return self._guard is not None and self._guard.is_replaced()


def _text_and_checksum(kept: StoredTable) -> dict[str, Any]:
    return {"text": kept.text, "checksum": checksum(kept.text)}


_stores = dict[tuple[str | None, str | None], Store]()  # by the two variables of the environment that name one


def _newly_opened() -> Store:
    store = Store(database_url())
    with suppress(StoreError):  # a disk too full for a copy keeps nobody out; tried again every hour
        store.expire()
    return store


def get_store() -> Store:
    """Return the store of this server; open it on first use, and again where another file took the place of its own.

    Requests that come first together all have the one that was open first, and hear of one another's changes.
    Raises StoreError.
    """
    where = os.environ.get(DATABASE_ENV), os.environ.get(DATA_ENV)
    store = _stores.get(where)
    if store is not None and store.is_replaced():
        with suppress(KeyError):
            _stores.pop(where).engine.dispose()
        store = None
    return store or _stores.setdefault(where, _newly_opened())


def checkpoint_all() -> None:
    """Make the file of every open store complete by itself, when the server stops."""
    for store in list(_stores.values()):
        checkpoint(store.engine)
