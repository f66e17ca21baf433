"""Photos and readings of boards, in memory and in the database.

The database keeps a photo until a day after its game ended, for a week if it never ends, and for good if its table
keeps photos. A trial server keeps none there.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from threading import Lock

from sqlalchemy import Connection, delete, func, insert, select, update

from ui.store.rows import PHOTOS
from ui.system import is_trial
from ui.table.board import Board
from ui.table.completed_games import Game
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.serialization import dumps, loads_source
from ui.table.strict_json import FormatError
from ui.table.table import Table

WEEK = 7 * 86_400  # seconds
MOST_BYTES = 100_000_000  # in memory, and of temporary photos in the database: about 100 boards each
READING_BYTES = 200_000  # 13 x 13 squares and many warnings are 10 000
TOP_DOWN_BYTES = 80_000  # of the rectified view, which is cached with the photo
HOURS = 12  # in memory

Reading = Callable[[], AbstractContextManager[Connection]]


class BoardPhotos:
    """The photos of the tables of one database."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._memory = PhotoMemory()

    def find(self, table: int, board: int) -> PhotoReading | None:
        """Return the photo of a board; None if it is neither in memory nor in the database. Raises StoreError."""
        source = self._memory.find(table, board)
        if source is None:
            with self._reading() as connection:
                self._fetch(connection, table, [board])
            source = self._memory.find(table, board)
        return source

    def attach(self, connection: Connection, number: int, table: Table) -> Table:
        """Return the table with the photos of its boards that are still stored."""
        missing = [board for board, source in photo_sources(table).items() if source is None]
        if not missing:
            return table
        self._fetch(connection, number, [board for board in missing if self._memory.find(number, board) is None])

        def with_photo(board: Board | None) -> Board | None:
            found = None if board is None or board.source or board.by_hand else self._memory.find(number, board.number)
            return replace(board, source=found) if board and found else board

        seats = (replace(one, board=with_photo(one.board), earlier=with_photo(one.earlier)) for one in table.seats)
        return replace(table, seats=tuple(seats))

    def remember(self, number: int, table: Table) -> None:
        """Cache the photos of a table that was just committed."""
        for board, source in photo_sources(table).items():
            if source is not None:
                self._memory.keep(number, board, source)

    def forget(self, number: int) -> None:
        """Drop the photos of a deleted table from memory."""
        self._memory.forget(number)

    def write(self, connection: Connection, number: int, before: Table, after: Table) -> None:
        """Write the photos of new boards, and update when the stored ones expire."""
        if is_trial():
            return
        old, new = photo_sources(before), photo_sources(after)
        if after.games is not before.games:
            self._expire_deleted(connection, number, before, after)
        if old.keys() == new.keys() and (before.keep_photos, before.recorded) == (after.keep_photos, after.recorded):
            return
        self._put(connection, number, after, new.keys() - old.keys())
        of_table = PHOTOS.c.table == number
        gone = old.keys() - new.keys()
        if gone:
            connection.execute(delete(PHOTOS).where(of_table, PHOTOS.c.board.in_(gone - _boards_of_games(after))))
        not_shown = PHOTOS.c.board.not_in(new.keys())
        if after.keep_photos != before.keep_photos:
            if not after.keep_photos:
                connection.execute(delete(PHOTOS).where(of_table, not_shown))
            connection.execute(update(PHOTOS).where(of_table).values(until=_until(after)))
        elif not after.keep_photos and (gone or (before.recorded is None and after.recorded is not None)):
            ending = time.time()
            over = [not_shown] if after.recorded is None else []
            connection.execute(update(PHOTOS).where(of_table, PHOTOS.c.until > ending, *over).values(until=ending))

    def _expire_deleted(self, connection: Connection, number: int, before: Table, after: Table) -> None:
        """Let the photos of deleted games expire, and keep them again if a deletion is undone."""
        old, new, in_play = _boards_of_games(before), _boards_of_games(after), photo_sources(after).keys()
        for boards, until in ((old - new - in_play, time.time()), (new - old - in_play, _until(after))):
            if boards:
                stored = update(PHOTOS).where(PHOTOS.c.table == number, PHOTOS.c.board.in_(boards))
                connection.execute(stored.values(until=until))

    def _put(self, connection: Connection, number: int, table: Table, boards: Iterable[int]) -> None:
        there, until = photo_sources(table), _until(table)
        found = {board: there[board] or self._memory.find(number, board) for board in boards}
        rows = [
            {
                "table": number,
                "board": board,
                "until": until,
                "jpeg": source.picture.jpeg,
                "width": source.picture.width,
                "height": source.picture.height,
                "scale": source.picture.scale,
                "reading": dumps(source),
            }
            for board, source in found.items()
            if source is not None
        ]
        if rows:
            connection.execute(delete(PHOTOS).where(PHOTOS.c.table == number, PHOTOS.c.board.in_(found)))
            connection.execute(insert(PHOTOS), rows)
            _make_room(connection)

    def _fetch(self, connection: Connection, number: int, boards: Collection[int]) -> None:
        if not boards:
            return
        for row in connection.execute(select(PHOTOS).where(PHOTOS.c.table == number, PHOTOS.c.board.in_(boards))):
            picture = Picture(row.jpeg, row.width, row.height, row.scale)
            with suppress(FormatError):  # a damaged reading
                self._memory.keep(number, row.board, loads_source(row.reading, picture, READING_BYTES))


class PhotoMemory:
    """Cache of photos by table and board number; the least recently used is dropped first."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[int, int], tuple[float, PhotoReading]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def keep(self, table: int, board: int, source: PhotoReading) -> None:
        with self._lock:
            self._drop((table, board))
            self._held[table, board] = (time.monotonic(), source)
            self._bytes += _size(source)
            while self._bytes > MOST_BYTES:
                self._drop(next(iter(self._held)))

    def find(self, table: int, board: int) -> PhotoReading | None:
        """Return the photo of a board; None if it is not in memory any more."""
        with self._lock:
            kept, source = self._held.get((table, board), (0.0, None))
            if source is None:
                return None
            if kept < time.monotonic() - HOURS * 3600:
                self._drop((table, board))
                return None
            self._held.move_to_end((table, board))
            return source

    def forget(self, table: int) -> None:
        with self._lock:
            for key in [key for key in self._held if key[0] == table]:
                self._drop(key)

    def _drop(self, key: tuple[int, int]) -> None:
        _, dropped = self._held.pop(key, (0.0, None))
        if dropped is not None:
            self._bytes -= _size(dropped)


def photo_sources(table: Table) -> dict[int, PhotoReading | None]:
    """Return the photos of the boards of a table by board number, None for those that are not loaded."""
    boards = [board for seat in table.seats for board in (seat.board, seat.earlier) if board]
    return {board.number: board.source for board in boards if board.source or not board.by_hand}


def _boards_of_games(table: Table) -> set[int]:
    return {one.board for game in table.games if isinstance(game, Game) for one in game.players}


def _until(table: Table) -> float | None:
    """Return when a photo that arrives now expires (deleted a day later); None if the table keeps photos."""
    return None if table.keep_photos else time.time() + (0 if table.recorded else WEEK)


def _make_room(connection: Connection) -> None:
    """Delete the temporary photos that expire first while there are too many."""
    columns = (PHOTOS.c.table, PHOTOS.c.board, func.length(PHOTOS.c.jpeg).label("size"))
    temporary = select(*columns).where(PHOTOS.c.until.is_not(None)).order_by(PHOTOS.c.until.desc())
    size = 0
    for row in connection.execute(temporary.with_for_update(skip_locked=True)).all():
        size += row.size
        if size > MOST_BYTES:
            connection.execute(delete(PHOTOS).where(PHOTOS.c.table == row.table, PHOTOS.c.board == row.board))


def _size(source: PhotoReading) -> int:
    return len(source.picture.jpeg) + TOP_DOWN_BYTES
