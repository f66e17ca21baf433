"""Database rows of tables and finished games: JSON texts with checksums, parsed once, and the results of players."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Row, delete, insert, select, tuple_, update

from scoring.message import message
from ui.store.codes import checksum
from ui.store.database import StoreError
from ui.store.rows import EARNED, GAMES, RESULTS
from ui.table.completed_games import Game, Result
from ui.table.names import player_key
from ui.table.serialization import dumps, dumps_table, loads_game, loads_table
from ui.table.statistics import EPOCH_NUMBERS, TERRAINS
from ui.table.strict_json import FormatError
from ui.table.table import CompletedGame, Table

CHANGED = message("what was stored has changed by itself")
AT_ONCE = 100  # games summarized in one transaction
RECENT, FEW_GAMES = 100, 200  # tables cached though no page holds them, and the most games of such a table
RECENT_SECONDS = 60.0  # that they are cached: expired photos must not be shown for longer

Fields = dict[str, Any]


def serialize_table(table: Table) -> str:
    """Return the JSON text of a table without its finished games. Raises StoreError if it cannot be parsed again."""
    return _read_back(dumps_table(replace(table, games=())), loads_table)


def _read_back(text: str, read: Callable[[str], object]) -> str:
    try:
        read(text)
    except FormatError as unreadable:
        why = message("This cannot be saved, because it could not be read back: {why}.", why=unreadable.message)
        raise StoreError(why) from unreadable
    return text


def write_games(connection: Connection, number: int, before: Table, after: Table) -> None:
    """Write the finished games of a table that changed. Raises StoreError as ``serialize_table``."""
    if after.games is before.games:
        return
    same = _count_equal(before.games, after.games)
    if same < len(before.games):
        connection.execute(delete(GAMES).where(GAMES.c.table == number, GAMES.c.place >= same))
    if same < len(after.games):
        added = list(enumerate(after.games[same:], start=same))
        texts = [_read_back(dumps(game), loads_game) for _, game in added]
        rows = [
            {"table": number, "place": at, "text": text, "checksum": checksum(text)} | _summarize(game)
            for (at, game), text in zip(added, texts, strict=True)
        ]
        connection.execute(insert(GAMES), rows)
        _add_results(connection, number, added)


def load_games(connection: Connection, number: int, most: int | None = None) -> tuple[CompletedGame, ...]:
    """Return the finished games of a table in order, or the last ``most``. Raises FormatError for damaged ones."""
    if most == 0:
        return ()
    of_table = select(GAMES.c.text, GAMES.c.checksum).where(GAMES.c.table == number)
    rows = connection.execute(of_table.order_by(GAMES.c.place.desc()).limit(most))
    return tuple(parse_game(row.text, row.checksum) for row in rows)[::-1]


def parse_game(text: str, noted: str) -> CompletedGame:
    """Parse a finished game. Raises FormatError if the text does not match its checksum, or is no game."""
    if checksum(text) != noted:
        raise FormatError(CHANGED)
    return loads_game(text)


def rebuild_summaries(connection: Connection, after: tuple[int, int]) -> tuple[int, int] | None:
    """Fill the summary columns of the next AT_ONCE games that lack them; damaged games stay without.

    Args:
        after: table and place of the last game before them.

    Returns:
        Table and place of the last of them; None if there are no more.
    """
    at = tuple_(GAMES.c.table, GAMES.c.place)
    missing = select(GAMES.c.table, GAMES.c.place, GAMES.c.text, GAMES.c.checksum)
    missing = missing.where(GAMES.c.number.is_(None), at > tuple_(*after)).order_by(GAMES.c.table, GAMES.c.place)
    rows = connection.execute(missing.limit(AT_ONCE)).all()
    for number, place, text, noted in rows:
        with suppress(FormatError):
            game = parse_game(text, noted)
            one = (GAMES.c.table == number, GAMES.c.place == place)
            connection.execute(update(GAMES).where(*one).values(_summarize(game)))
            _add_results(connection, number, [(place, game)])
    return (rows[-1].table, rows[-1].place) if rows else None


def _count_equal(before: Sequence[CompletedGame], after: Sequence[CompletedGame]) -> int:
    pairs = enumerate(zip(before, after, strict=False))
    changed = (place for place, (was, now) in pairs if was is not now and was != now)
    return next(changed, min(len(before), len(after)))


def _summarize(game: CompletedGame) -> Fields:
    return {
        "number": game.number,
        "dynasty": game.dynasty if isinstance(game, Game) else None,
        "played": game.played.timestamp(),
    }


def _add_results(connection: Connection, number: int, games: Iterable[tuple[int, CompletedGame]]) -> None:
    rows = [{"table": number, "place": place} | row for place, game in games for row in result_rows(game)]
    if rows:
        connection.execute(insert(RESULTS), rows)


def result_rows(game: CompletedGame) -> list[Fields]:
    """Return the results of a game as rows without its place; none for a game that was broken off."""
    colours = {one.name: one.colour for one in game.players} if isinstance(game, Game) else {}
    sources: Sequence[Any] = EPOCH_NUMBERS if game.is_knizia else TERRAINS
    results: Iterable[Result[Any]] = game.results
    return [
        {
            "player": player,
            "player_id": player_key(one.name, colours.get(one.name)),
            "name": one.name,
            "is_knizia": game.is_knizia,
            "played": game.played.timestamp(),
            "wins": int(one.won),
            "points": one.points,
            **dict.fromkeys(EARNED, 0),
            **{column: one.earned.get(source, 0) for column, source in zip(EARNED, sources, strict=False)},
        }
        for player, one in enumerate(results)
    ]


DAMAGED = message("This table is damaged in the database. Open a new one, or restore this one from a backup.")


@dataclass(frozen=True)
class StoredTable:
    """A table and its row in the store."""

    number: int
    key: str  # of its address
    version: int
    table: Table
    text: str = field(default="", compare=False, repr=False)  # JSON; empty in lists of tables


class TableCache:
    """Cache of the latest version of tables that a page holds, and for a minute of those read or changed.

    Between a tap and the next long poll no page may hold the table. Tables are frozen, so that phones can share them.
    """

    def __init__(self) -> None:
        self._held: WeakValueDictionary[int, StoredTable] = WeakValueDictionary()
        self._recent: OrderedDict[int, tuple[float, StoredTable]] = OrderedDict()  # with when they were shared
        self._lock = Lock()

    def share(self, kept: StoredTable) -> StoredTable:
        """Cache a table and return it."""
        with self._lock:
            self._held[kept.number] = kept
            self._recent.pop(kept.number, None)
            if len(kept.table.games) <= FEW_GAMES:
                self._recent[kept.number] = (time.monotonic(), kept)
            if len(self._recent) > RECENT:
                self._recent.popitem(last=False)
        return kept

    def _find(self, number: int) -> StoredTable | None:
        with self._lock:
            while self._recent and next(iter(self._recent.values()))[0] < time.monotonic() - RECENT_SECONDS:
                self._recent.popitem(last=False)
            return self._held.get(number)

    def forget(self, number: int) -> None:
        """Drop a deleted table."""
        with self._lock:
            self._recent.pop(number, None)

    def since(self, number: int, version: int) -> StoredTable | None:
        """Return a table in that version or a later one; None if it is not cached."""
        cached = self._find(number)
        return cached if cached and cached.version >= version else None

    def table(self, connection: Connection, row: Row[Any], *, most_games: int | None = None) -> Table:
        """Return the table in a row, from the cache if its text is the same. Raises StoreError for a damaged one.

        With ``most_games`` the table may lack all but that many of its last games.
        """
        cached = self._find(row.number)
        if cached and cached.version == row.version and cached.text == row.text:
            return cached.table
        try:
            return parse_table_row(connection, row, most_games=most_games)
        except FormatError as damaged:
            raise StoreError(DAMAGED) from damaged


def parse_table_row(connection: Connection, row: Row[Any], *, most_games: int | None = None) -> Table:
    """Parse the table in a row with its games. Raises FormatError if it or one of them is damaged."""
    if checksum(row.text) != row.checksum:
        raise FormatError(CHANGED)
    return replace(loads_table(row.text), games=load_games(connection, row.number, most_games))
