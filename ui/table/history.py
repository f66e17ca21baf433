"""The games of several tables as they are looked back on: one entry a game, and one for the three of a Dynasty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ui.table.finished import Game
from ui.table.kingdoms import KingdomsResult
from ui.table.table import Finished

_NUMBER = "[0-9]{1,10}"
_LARGEST = 2**31 - 1  # that a database holds


@dataclass(frozen=True)
class Entry:
    """What one row of the games so far opens to: a game, or the games of a Dynasty, in order.

    ``table`` is the number by which the store knows their table.
    """

    table: int
    games: tuple[Finished, ...]

    @property
    def played(self) -> datetime:
        """When the last of them ended."""
        return self.games[-1].played

    @property
    def dynasty(self) -> tuple[Game, ...]:
        """The games of a Dynasty; empty for a game that stands alone."""
        return tuple(game for game in self.games if isinstance(game, Game) and game.dynasty is not None)

    @property
    def key(self) -> str:
        """A short text by which the entry is found again."""
        return f"{self.table}-{self.games[0].number}"


@dataclass(frozen=True, order=True)
class Cursor:
    """Where a page of the games so far ends: when its last game ended (seconds since 1970, UTC), its table, its place.

    Earlier games come after it; of two that ended at once, that of the smaller table, then of the smaller place.
    """

    played: float
    table: int
    place: int

    def __str__(self) -> str:
        """As an address has it."""
        return f"{self.played!r}_{self.table}_{self.place}"


@dataclass(frozen=True)
class Page:
    """Some entries, the last played first; ``following`` is where the next page begins, None for the last page."""

    entries: tuple[Entry, ...] = ()
    following: Cursor | None = None


def entries(tables: Iterable[tuple[int, Sequence[Finished]]]) -> list[Entry]:
    """The entries of several tables' games, the last played first; each table comes with its number."""
    found = [entry for number, games in tables for entry in _of_table(number, games)]
    return sorted(found, key=lambda entry: (entry.played, entry.table, entry.games[-1].number), reverse=True)


def _of_table(number: int, games: Sequence[Finished]) -> list[Entry]:
    grouped: dict[tuple[bool, int], list[Finished]] = {}
    for game in games:
        first = None if isinstance(game, KingdomsResult) else game.dynasty
        grouped.setdefault((first is not None, game.number if first is None else first), []).append(game)
    return [Entry(number, tuple(of_one)) for of_one in grouped.values()]


def table_and_game(key: str) -> tuple[int, int] | None:
    """The numbers of a table and of a game in the key of an entry; None where that is no key."""
    found = re.fullmatch(f"({_NUMBER})-({_NUMBER})", key, re.ASCII)
    return _numbers(*found.groups()) if found else None


def cursor_in(text: str) -> Cursor | None:
    """The cursor that an address says; None where it says none."""
    found = re.fullmatch(rf"([0-9]{{1,12}}\.[0-9]{{1,9}})_({_NUMBER})_({_NUMBER})", text, re.ASCII)
    numbers = _numbers(*found.groups()[1:]) if found else None
    return Cursor(float(found[1]), *numbers) if found and numbers else None


def _numbers(first: str, second: str) -> tuple[int, int] | None:
    both = int(first), int(second)
    return both if max(both) <= _LARGEST else None
