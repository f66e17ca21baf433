"""The games of several tables as they are looked back on: one entry a game, and one for the three of a Dynasty."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ui.table.finished import Game
from ui.table.kingdoms import Past
from ui.table.table import Finished


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

    def has(self, name: str) -> bool:
        """Whether somebody of that name played, whatever its case."""
        wanted = name.casefold()
        return any(wanted == player.name.casefold() for game in self.games for player in game.players)


def entries(tables: Iterable[tuple[int, Sequence[Finished]]]) -> list[Entry]:
    """The entries of several tables' games, the last played first; each table comes with its number."""
    found = [entry for number, games in tables for entry in _of_table(number, games)]
    return sorted(found, key=lambda entry: entry.played, reverse=True)


def _of_table(number: int, games: Sequence[Finished]) -> list[Entry]:
    grouped: dict[tuple[bool, int], list[Finished]] = {}
    for game in games:
        first = None if isinstance(game, Past) else game.dynasty
        grouped.setdefault((first is not None, game.number if first is None else first), []).append(game)
    return [Entry(number, tuple(of_one)) for of_one in grouped.values()]


def entry_in(found: Iterable[Entry], key: str) -> Entry | None:
    """The entry with that key, also one whose game is by now the second or third of it; None if there is none."""
    return next((entry for entry in found if key in {f"{entry.table}-{game.number}" for game in entry.games}), None)
