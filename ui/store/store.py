"""The store: tables made, found, changed and forgotten, each change in one transaction."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache

from sqlalchemy import delete, func, select
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from scoring.message import message
from ui.log import Event, timed
from ui.store import phones
from ui.store.changes import tell_of_change
from ui.store.codes import FRESH, code_in, hashed, is_key, new_code, new_key
from ui.store.corrections import Correction, corrections
from ui.store.database import StoreError, clearly, database_url, opened_engine
from ui.store.health import written_anew
from ui.store.lessons import KeptLessons
from ui.store.old_games import keep_older, text_of
from ui.store.phones import Phone as Phone
from ui.store.photo_cache import PhotoCache, Photographed, photo_row, photographed_in
from ui.store.photographs import photographs, with_photographs
from ui.store.rows import CorrectionRow, PhoneRow, PhotoRow, TableRow
from ui.store.table_cache import Kept as Kept
from ui.store.table_cache import TableCache
from ui.table.merge import merged
from ui.table.permissions import refuse_overreach
from ui.table.table import Table

EXPIRES = 400 * 86_400  # seconds after the last change: a table that plays once a year is still there
RENEWED = 600  # seconds between two renewals of a code that is shown all the time
CLOCKS_APART = 600  # seconds between the clocks of two servers on one database
MOST_TABLES = 50  # of one phone that Start and History look at


class Store:
    """The tables in one database. Every method raises StoreError when the database is not to be had."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.engine = opened_engine(url)
        self.photo_cache = PhotoCache()
        self.table_cache = TableCache()
        self._writes = self.engine.execution_options(begin="BEGIN IMMEDIATE")
        self.lessons = KeptLessons(self._reading, self._writing)

    def create(self, table: Table, phone: str) -> Kept:
        """A new table whose host is this phone."""
        now = time.time()
        times = {"code_until": 0.0, "created": now, "touched": now}
        row = TableRow(key=new_key(), code=None, version=1, text=text_of(table), **times)
        with self._writing() as session:
            session.add(row)
            session.flush()
            session.add(PhoneRow(table=row.number, phone=hashed(phone), host=True, seat=None))
            kept = Kept(row.number, row.key, 1, table, row.text)
            keep_older(session, kept.number, Table(), table)
            self._keep_photos(session, kept.number, Table(), table)
        self._cache_photos(kept.number, table)
        return self._shared(kept)

    def find(self, key: str) -> Kept | None:
        """The table with that key, None if there is none (any more). Raises StoreError also for a damaged one."""
        if not is_key(key):
            return None
        with self._reading() as session:
            row = session.scalar(select(TableRow).where(TableRow.key == key))
            if row is None:
                return None
            kept = Kept(row.number, row.key, row.version, self.table_cache.table(session, row), row.text)
            photos = self._uncached_photos(session, kept)
        return self._shared(kept, photos)

    def since(self, kept: Kept, version: int | None) -> Kept | None:
        """The table of ``kept``, known to have that version by now, None if it is gone.

        It comes from memory where a phone of this server has it, from the database otherwise.
        """
        if version is not None and version > kept.version:  # who tells it may know less than this phone
            cached = self.table_cache.since(kept.number, version)
            if cached:
                return cached
        return self.find(kept.key)

    def version(self, number: int) -> int | None:
        """The version of a table, None if it is gone; cheap enough to ask every second."""
        with self._reading() as session:
            return session.scalar(select(TableRow.version).where(TableRow.number == number))

    def versions(self, numbers: Collection[int]) -> dict[int, int]:
        """The versions of these tables by number; those that are gone are not there."""
        with self._reading() as session:
            asked = select(TableRow.number, TableRow.version).where(TableRow.number.in_(numbers))
            return {number: version for number, version in session.execute(asked)}

    def seen_from(self, key: str, phone: str) -> tuple[int, int] | None:
        """Number and version of the table with that key; None where this phone never sat down at it."""
        asked = select(TableRow.number, TableRow.version).join(PhoneRow, PhoneRow.table == TableRow.number)
        with self._reading() as session:
            found = session.execute(asked.where(TableRow.key == key, PhoneRow.phone == hashed(phone))).first()
        return (found.number, found.version) if found else None

    def save(self, kept: Kept, mine: Table, phone: str) -> Kept | None:
        """The table with this phone's change from ``kept.table`` to ``mine``, on top of what others did meanwhile.

        None if the table is gone. Raises TableError where both changes cannot be, or a guest oversteps.
        """
        with self._writing() as session:
            row = session.scalar(select(TableRow).where(TableRow.number == kept.number).with_for_update())
            if row is None:
                return None
            theirs = self.table_cache.table(session, row)
            table = mine if row.version == kept.version else merged(kept.table, mine, theirs)
            here = phones.phone_row(session, kept.number, phone)
            own_seat = here.seat if here else None
            if here is None or not here.host:
                refuse_overreach(kept.table, mine, added=own_seat if here and here.added else None)
            phones.follow(session, kept.number, here, theirs, table)
            row.text, row.version, row.touched = text_of(table), row.version + 1, max(row.touched, time.time())
            session.add_all(corrections(kept.number, theirs, table, by=own_seat))
            keep_older(session, kept.number, theirs, table)
            self._keep_photos(session, kept.number, theirs, table)
            tell_of_change(session)
            saved = Kept(kept.number, kept.key, row.version, table, row.text)
            photos = self._uncached_photos(session, saved)
        self._cache_photos(kept.number, table)
        return self._shared(saved, photos)

    def sit_down(self, number: int, phone: str, seat: int | None) -> None:
        """Remember that this phone is at the table, and with which player, unless another phone plays that one."""
        with self._writing() as session:
            phones.sit_down(session, number, phone, seat)

    def phone(self, number: int, phone: str) -> Phone | None:
        """What this phone is at the table, None if it never sat down."""
        with self._reading() as session:
            row = phones.phone_row(session, number, phone)
            return None if row is None else Phone(row.host, row.seat, row.added)

    def seats_played(self, number: int) -> frozenset[int]:
        """The seats at a table that a phone plays as its own."""
        with self._reading() as session:
            return phones.seats_played(session, number)

    def tables_of(self, phone: str, *, old_games: bool = True, hosted: bool = False) -> list[Kept]:
        """The tables with players at which this phone has been, the last changed first; damaged ones are left out.

        With ``hosted`` those alone that it has opened.
        """
        mine = select(TableRow).join(PhoneRow, PhoneRow.table == TableRow.number).where(PhoneRow.phone == hashed(phone))
        if hosted:
            mine = mine.where(PhoneRow.host)
        found: list[Kept] = []
        with self._reading() as session:
            for row in session.scalars(mine.order_by(TableRow.touched.desc()).limit(MOST_TABLES)):
                with suppress(StoreError):
                    table = self.table_cache.table(session, row, old_games=old_games)
                    found.append(Kept(row.number, row.key, row.version, table))
        return found

    def code(self, number: int) -> str | None:
        """The code to say aloud, fresh from now on; None if the table is gone."""
        now = time.time()
        with self._writing() as session:
            row = session.get(TableRow, number, with_for_update=True)
            if row is None:
                return None
            if row.code is None or row.code_until < now:
                row.code = _free_code(session)
            if not now + FRESH - RENEWED <= row.code_until <= now + FRESH:
                row.code_until = now + FRESH
            return row.code

    def key_for(self, typed: str) -> str | None:
        """The key of the table with that code; None for no code, or one that is not fresh."""
        code = code_in(typed)
        if code is None:
            return None
        now = time.time()
        fresh = TableRow.code_until.between(
            now, now + FRESH + CLOCKS_APART
        )  # shown by a wrong clock, none is for years
        with self._reading() as session:
            return session.scalar(select(TableRow.key).where(TableRow.code == code, fresh))

    def close(self, number: int) -> None:
        """Forget a table: its games, players, corrections and photos."""
        with self._writing() as session:
            session.execute(delete(TableRow).where(TableRow.number == number))
            tell_of_change(session)
        self.photo_cache.forget(number)

    def forget(self, typed: str) -> bool:
        """Forget the table with this code or key, however old the code; whether there was one."""
        code = code_in(typed)
        with self._reading() as session:
            asked = TableRow.code == code if code else TableRow.key == (typed if is_key(typed) else "")
            number = session.scalar(select(TableRow.number).where(asked))
        if number is not None:
            self.close(number)
        return number is not None

    def expire(self) -> int:
        """Forget the tables untouched for EXPIRES; how many there were."""
        with self._writing() as session:
            latest = session.scalar(select(func.max(TableRow.touched))) or 0.0
            over = TableRow.touched < _long_ago(latest, EXPIRES)
            old = session.scalars(select(TableRow.number).where(over)).all()
            session.execute(delete(TableRow).where(TableRow.number.in_(old)))
        return len(old)

    def try_to_write(self) -> None:
        """Write as much as a save does, and nothing that anybody reads."""
        with clearly(self.url), self._writes.begin() as writing:
            writing.execute(written_anew())

    def corrections(self, number: int) -> list[Correction]:
        """Every square that was set at a table, in order."""
        with self._reading() as session:
            rows = session.scalars(
                select(CorrectionRow).where(CorrectionRow.table == number).order_by(CorrectionRow.number)
            )
            return [Correction.of(row) for row in rows]

    def photo(self, number: int, board: int) -> Photographed | None:
        """What a board was read from, None if its photo is neither in memory nor kept."""
        source = self.photo_cache.find(number, board)
        if source is None:
            with self._reading() as session:
                row = session.get(PhotoRow, (number, board))
            source = None if row is None else photographed_in(row)
            if source is not None:
                self.photo_cache.keep(number, board, source)
        return source

    def _uncached_photos(self, session: Session, kept: Kept) -> list[PhotoRow]:
        """The kept photos of a table's boards that are not in this server's memory yet."""
        there = photographs(kept.table)
        boards = [board for board, source in there.items() if source is None] if kept.table.keep_photos else []
        missing = [board for board in boards if self.photo_cache.find(kept.number, board) is None]
        if not missing:
            return []
        of_boards = select(PhotoRow).where(PhotoRow.table == kept.number, PhotoRow.board.in_(missing))
        return list(session.scalars(of_boards))

    def _shared(self, kept: Kept, photos: Iterable[PhotoRow] = ()) -> Kept:
        """The table as every phone of this server gets it, with these photos and those that are in memory."""
        for photo in photos:
            self.photo_cache.keep(kept.number, photo.board, photographed_in(photo))
        table = with_photographs(kept.table, lambda board: self.photo_cache.find(kept.number, board))
        return self.table_cache.share(replace(kept, table=table))

    def _cache_photos(self, number: int, table: Table) -> None:
        """Remember the photos of a table that was just committed."""
        for board, source in photographs(table).items():
            if source is not None:
                self.photo_cache.share(number, board, source)

    def _keep_photos(self, session: Session, number: int, before: Table, after: Table) -> None:
        """Put the photos of new boards into the database while the table asks for it; take all out when it stops."""
        if not after.keep_photos:
            if before.keep_photos:
                session.execute(delete(PhotoRow).where(PhotoRow.table == number))
            return
        old = photographs(before) if before.keep_photos else {}
        for board, source in photographs(after).items():
            source = source or self.photo_cache.find(number, board)
            if board not in old and source is not None:
                session.merge(photo_row(number, board, source))

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with (
            timed(Event.TABLES_CHANGED),
            clearly(self.url),
            Session(self._writes, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with clearly(self.url), Session(self.engine) as session:
            yield session


@cache
def _store(url: URL) -> Store:
    store = Store(url)
    store.expire()
    return store


def opened() -> Store:
    """The store of this server; opened on first use, and again as long as that fails. Raises StoreError."""
    return _store(database_url())


def _long_ago(latest: float, seconds: float) -> float:
    """The time before which what was last touched is over; a clock set to another year takes no fresh table away."""
    return min(time.time(), latest + seconds / 2) - seconds


def _free_code(session: Session) -> str:
    for _ in range(20):
        code = new_code()
        taken = session.scalar(select(TableRow.number).where(TableRow.code == code))
        if taken is None:
            return code
    raise StoreError(message("There are too many tables. Try again in a while."))
