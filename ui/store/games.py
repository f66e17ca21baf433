"""Finished games of a phone: pages of them, and statistics of players.

Only the games of a batch are loaded; statistics are computed by the database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select, tuple_, union_all

from ui.store.codes import hash_key
from ui.store.game_rows import parse_game
from ui.store.rows import EARNED, GAMES, PHONES, PHOTOS, RESULTS, TABLES
from ui.table.achievements import PriorStats
from ui.table.entries import Cursor, Entry, EntryBatch, group_entries
from ui.table.statistics import EPOCH_NUMBERS, TERRAINS, HeadToHead, PlayerStats, StatsByGame
from ui.table.strict_json import FormatError
from ui.table.table import CompletedGame

_EVER = 1e12  # seconds since 1970, later than any game
MOST_TABLES = 50  # of one phone, on the start page and in the history

Reading = Callable[[], AbstractContextManager[Connection]]
Where = tuple[int, int, int | None]  # a game: its table, its place there, the first game of its Dynasty


class GameHistory:
    """The finished games of the tables that a phone used last. Every method raises StoreError."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def count_games(self, phone: str) -> int:
        """Return the number of games of a phone."""
        with self._reading() as connection:
            of_phone = GAMES.c.table.in_(_find_table_numbers(connection, phone))
            return connection.scalar(select(func.count()).select_from(GAMES).where(of_phone)) or 0

    def load_batch(self, phone: str, size: int, after: Cursor | None = None, who: Collection[str] = ()) -> EntryBatch:
        """Return a batch of entries after the cursor, the last played first; ``who``: player ids of the only player."""
        with self._reading() as connection:
            tables = _find_table_numbers(connection, phone)
            asked = [select(_entries_query(table, after, who).limit(size + 1).subquery()) for table in tables]
            rows = connection.execute(union_all(*asked)).all() if asked else []
            ends = {Cursor(row.played, row.table, row.place): row.dynasty for row in rows}
            shown = sorted(ends, reverse=True)[:size]
            following = shown[-1] if len(ends) > size else None
            return EntryBatch(_load_entries(connection, [(at.table, at.place, ends[at]) for at in shown]), following)

    def find_entry(self, phone: str, table: int, number: int) -> Entry | None:
        """Return the entry with that game; None if no table of this phone has it."""
        asked = select(GAMES.c.table, GAMES.c.place, GAMES.c.dynasty)
        asked = asked.where(GAMES.c.table == table, GAMES.c.number == number).order_by(GAMES.c.place).limit(1)
        with self._reading() as connection:
            row = connection.execute(asked).first() if table in _find_table_numbers(connection, phone) else None
            found = _load_entries(connection, [(row.table, row.place, row.dynasty)]) if row else ()
        return found[0] if found else None

    def find_games_ending_with(self, phone: str, games: Iterable[CompletedGame]) -> tuple[CompletedGame, ...]:
        """Return the stored games that ended at the same time as one of these, without damaged ones."""
        ended = GAMES.c.played.in_({game.played.timestamp() for game in games})
        with self._reading() as connection:
            of_phone = GAMES.c.table.in_(_find_table_numbers(connection, phone))
            rows = connection.execute(select(GAMES.c.text, GAMES.c.checksum).where(of_phone, ended)).all()
        found: list[CompletedGame] = []
        for text, noted in rows:
            with suppress(FormatError):
                found.append(parse_game(text, noted))
        return tuple(found)

    def sum_results(self, phone: str, who: Collection[str] = ()) -> StatsByGame:
        """Return the statistics of everybody, or of one player, by spelling of a name."""
        sums = [func.sum(RESULTS.c[name]) for name in EARNED]
        kind = (RESULTS.c.is_knizia, RESULTS.c.player_id, RESULTS.c.name)
        counted = (func.max(RESULTS.c.played), func.count(), func.sum(RESULTS.c.wins), func.sum(RESULTS.c.points))
        asked = select(*kind, *counted, func.max(RESULTS.c.points), *sums).group_by(*kind)
        with self._reading() as connection:
            of_phone = RESULTS.c.table.in_(_find_table_numbers(connection, phone))
            rows = connection.execute(asked.where(of_phone, *([RESULTS.c.player_id.in_(who)] if who else []))).all()
        return StatsByGame(
            tuple(_parse_tally(row[1:], len(TERRAINS)) for row in rows if not row.is_knizia),
            tuple(_parse_tally(row[1:], len(EPOCH_NUMBERS)) for row in rows if row.is_knizia),
        )

    def sum_earlier_results(self, phone: str, who: Collection[str], *, kingdoms: bool, until: float) -> PriorStats:
        """Return the statistics of a player before that time (seconds since 1970, UTC)."""
        asked = select(func.count(), func.sum(RESULTS.c.wins), func.max(RESULTS.c.points))
        with self._reading() as connection:
            row = connection.execute(asked.where(*_conditions(connection, phone, kingdoms, until, who))).one()
        return PriorStats(row[0], row[1] or 0, row[2] or 0)

    def count_games_since_win(
        self, phone: str, who: Collection[str], rival: Collection[str], *, kingdoms: bool, until: float
    ) -> int:
        """Return how many games two players shared before that time since one won and the other did not."""
        other = RESULTS.alias()
        both = and_(other.c.table == RESULTS.c.table, other.c.place == RESULTS.c.place, other.c.player_id.in_(rival))
        with self._reading() as connection:
            before = _conditions(connection, phone, kingdoms, until, who)
            beaten = select(func.max(RESULTS.c.played)).join(other, both).where(*before)
            last = connection.scalar(beaten.where(RESULTS.c.wins > other.c.wins))
            asked = select(func.count()).select_from(RESULTS).join(other, both).where(*before)
            return connection.scalar(asked.where(RESULTS.c.played > (last or 0.0))) or 0

    def find_rivals(self, phone: str, who: Collection[str], *, kingdoms: bool) -> tuple[HeadToHead, ...]:
        """Return everybody who shared games with a player, and how often each of the two had more points."""
        other = RESULTS.alias()
        both = and_(other.c.table == RESULTS.c.table, other.c.place == RESULTS.c.place, other.c.player_id.not_in(who))
        more = func.sum(case((RESULTS.c.points > other.c.points, 1), else_=0))
        less = func.sum(case((RESULTS.c.points < other.c.points, 1), else_=0))
        asked = select(other.c.player_id, func.max(other.c.name), func.count(), more, less).group_by(other.c.player_id)
        with self._reading() as connection:
            here = _conditions(connection, phone, kingdoms, _EVER, who)
            rows = connection.execute(asked.select_from(RESULTS).join(other, both).where(*here)).all()
        return tuple(HeadToHead(*row) for row in rows)

    def load_points(self, phone: str, who: Collection[str], most: int, *, kingdoms: bool) -> tuple[int, ...]:
        """Return the points of a player in the last games, the earliest first."""
        asked = select(RESULTS.c.points).order_by(RESULTS.c.played.desc(), RESULTS.c.table, RESULTS.c.place).limit(most)
        with self._reading() as connection:
            return tuple(connection.scalars(asked.where(*_conditions(connection, phone, kingdoms, _EVER, who))))[::-1]

    def find_photographed_boards(self, table: int, boards: Collection[int]) -> list[int]:
        """Return those of the boards of a table whose photos are stored, in the same order."""
        asked = select(PHOTOS.c.board).where(PHOTOS.c.table == table, PHOTOS.c.board.in_(boards))
        with self._reading() as connection:
            kept = set(connection.scalars(asked))
        return [board for board in boards if board in kept]


def _find_table_numbers(connection: Connection, phone: str) -> list[int]:
    """Return the numbers of the tables that a phone has joined, the last changed first."""
    asked = select(TABLES.c.number).join(PHONES, PHONES.c.table == TABLES.c.number)
    asked = asked.where(PHONES.c.phone == hash_key(phone)).order_by(TABLES.c.touched.desc()).limit(MOST_TABLES)
    return list(connection.scalars(asked))


def _entries_query(table: int, after: Cursor | None, who: Collection[str]) -> Select[Any]:
    """Build the query for the last game of each entry of a table, the last played first."""
    games = _player_games_query(table, who) if who else _all_games_query(table)
    return games.where(*([_is_after(games, after)] if after else [])).order_by(
        games.selected_columns.played.desc(), games.selected_columns.place.desc()
    )


def _all_games_query(table: int) -> Select[Any]:
    later = GAMES.alias()
    continued = select(later.c.place).where(*_later_in_dynasty(later))
    columns = (GAMES.c.played, GAMES.c.table, GAMES.c.place, GAMES.c.dynasty)
    ends = or_(GAMES.c.dynasty.is_(None), ~continued.exists())
    return select(*columns).where(GAMES.c.table == table, GAMES.c.played.is_not(None), ends)


def _player_games_query(table: int, who: Collection[str]) -> Select[Any]:
    """Build the query for the games of a player at a table; of a Dynasty only the last."""
    later, other = GAMES.alias(), RESULTS.alias()
    there = and_(other.c.table == later.c.table, other.c.place == later.c.place, other.c.player_id.in_(who))
    continued = select(later.c.place).join(other, there).where(*_later_in_dynasty(later))
    columns = (RESULTS.c.played, RESULTS.c.table, RESULTS.c.place, GAMES.c.dynasty)
    game = and_(GAMES.c.table == RESULTS.c.table, GAMES.c.place == RESULTS.c.place)
    ends = or_(GAMES.c.dynasty.is_(None), ~continued.exists())
    return (
        select(*columns)
        .distinct()
        .join(GAMES, game)
        .where(RESULTS.c.table == table, RESULTS.c.player_id.in_(who), ends)
    )


def _later_in_dynasty(later: Any) -> tuple[ColumnElement[bool], ...]:
    return later.c.table == GAMES.c.table, later.c.dynasty == GAMES.c.dynasty, later.c.place > GAMES.c.place


def _is_after(asked: Select[Any], cursor: Cursor) -> ColumnElement[bool]:
    columns = asked.selected_columns
    here = tuple_(columns.played, columns.table, columns.place)
    return and_(columns.played <= cursor.played, here < tuple_(cursor.played, cursor.table, cursor.place))


def _load_entries(connection: Connection, games: Sequence[Where]) -> tuple[Entry, ...]:
    """Load the entries of these games, the last played first, with whole Dynasties and without damaged games."""
    if not games:
        return ()
    wanted = or_(
        *(
            and_(GAMES.c.table == table, GAMES.c.place == place if dynasty is None else GAMES.c.dynasty == dynasty)
            for table, place, dynasty in games
        )
    )
    asked = select(GAMES.c.table, GAMES.c.text, GAMES.c.checksum).where(wanted).order_by(GAMES.c.table, GAMES.c.place)
    found: dict[int, list[CompletedGame]] = {}
    for table, text, noted in connection.execute(asked):
        with suppress(FormatError):
            found.setdefault(table, []).append(parse_game(text, noted))
    return tuple(group_entries(found.items()))


def _parse_tally(row: Iterable[Any], sources: int) -> PlayerStats:
    who, name, last, games, wins, points, best, *earned = row
    return PlayerStats(who, name, last, games, wins, points, best, tuple(earned[:sources]))


def _conditions(
    connection: Connection, phone: str, kingdoms: bool, until: float, who: Collection[str]
) -> tuple[ColumnElement[bool], ...]:
    return (
        RESULTS.c.table.in_(_find_table_numbers(connection, phone)),
        RESULTS.c.player_id.in_(who),
        RESULTS.c.is_knizia.is_(kingdoms),
        RESULTS.c.played < until,
    )
