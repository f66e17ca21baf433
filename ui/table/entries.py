"""Entries of the list of past games: a game, or the games of a Dynasty; their keys and its batches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ui.table.completed_games import Game
from ui.table.table import CompletedGame

_NUMBER = "[0-9]{1,10}"
_LARGEST = 2**31 - 1  # that a database holds


@dataclass(frozen=True)
class Entry:
    """One row of the list of past games: a game, or the games of a Dynasty in order.

    ``table`` is the number of their table in the store.
    """

    table: int
    games: tuple[CompletedGame, ...]

    @property
    def played(self) -> datetime:
        """The end of the last game."""
        return self.games[-1].played

    @property
    def dynasty(self) -> tuple[Game, ...]:
        """The games of a Dynasty; empty for a game that stands alone."""
        return tuple(game for game in self.games if isinstance(game, Game) and game.dynasty is not None)

    @property
    def key(self) -> str:
        """A short text that identifies the entry in addresses."""
        return f"{self.table}-{self.games[0].number}"


@dataclass(frozen=True, order=True)
class Cursor:
    """The end of a batch of past games: the end of its last game (seconds since 1970, UTC), its table, its index there.

    Earlier games follow; of two with the same end, that of the smaller table, then of the smaller index.
    """

    played: float
    table: int
    place: int

    def __str__(self) -> str:
        return f"{self.played!r}_{self.table}_{self.place}"


@dataclass(frozen=True)
class EntryBatch:
    """Some entries, the last played first; ``following`` is the cursor of the next batch, None on the last one."""

    entries: tuple[Entry, ...] = ()
    following: Cursor | None = None


def group_entries(tables: Iterable[tuple[int, Sequence[CompletedGame]]]) -> list[Entry]:
    """Group the games of several tables into entries, the last played first; each table comes with its number."""
    found = [entry for number, games in tables for entry in _group_table_entries(number, games)]
    return sorted(found, key=lambda entry: (entry.played, entry.table, entry.games[-1].number), reverse=True)


def _group_table_entries(number: int, games: Sequence[CompletedGame]) -> list[Entry]:
    grouped: dict[tuple[bool, int], list[CompletedGame]] = {}
    for game in games:
        first = game.dynasty if isinstance(game, Game) else None
        grouped.setdefault((first is not None, game.number if first is None else first), []).append(game)
    return [Entry(number, tuple(of_one)) for of_one in grouped.values()]


def parse_entry_key(key: str) -> tuple[int, int] | None:
    """Parse an entry key into the numbers of a table and of a game; None if it is invalid."""
    found = re.fullmatch(f"({_NUMBER})-({_NUMBER})", key, re.ASCII)
    return _parse_numbers(*found.groups()) if found else None


def parse_cursor(text: str) -> Cursor | None:
    """Parse the cursor in an address; None if it is invalid."""
    found = re.fullmatch(rf"([0-9]{{1,12}}\.[0-9]{{1,9}})_({_NUMBER})_({_NUMBER})", text, re.ASCII)
    numbers = _parse_numbers(*found.groups()[1:]) if found else None
    return Cursor(float(found[1]), *numbers) if found and numbers else None


def _parse_numbers(first: str, second: str) -> tuple[int, int] | None:
    both = int(first), int(second)
    return both if max(both) <= _LARGEST else None
