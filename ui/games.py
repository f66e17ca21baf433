"""Games that were played: frozen values, what history and statistics are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from itertools import groupby
from typing import Protocol, TypeVar

from scoring import Kingdom, Position, Rules, RulesError, ScoreSheet, Standing, Terrain, rank, score
from scoring.standings import DYNASTY_GAMES, DynastyStanding, dynasty


class Colour(Enum):
    """The castles in the box; the value is the name on the screen."""

    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    YELLOW = "yellow"


@dataclass(frozen=True)
class Played:
    """One player's part in a game: the castle, and the kingdom as it was at the end."""

    name: str
    colour: Colour
    kingdom: Kingdom
    place: Position | None = None  # where the kingdom lies in its frame
    by_hand: bool = False
    board: int = 0  # the number by which the table knew it; 0 for a game from elsewhere


@dataclass(frozen=True)
class Game:
    """A finished game; ``number`` counts the games of a table from 1, ``played`` is when it ended, with time zone."""

    number: int
    played: datetime
    rules: Rules
    players: tuple[Played, ...]

    @property
    def sheets(self) -> dict[str, ScoreSheet]:
        """What everybody's kingdom scores, by name."""
        return {one.name: score(one.kingdom, self.rules, place=one.place) for one in self.players}

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places, best first."""
        return rank(self.sheets, self.rules)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has the first place."""
        return tuple(standing.player for standing in self.standings if standing.place == 1)


def dynasty_standings(games: Sequence[Game]) -> tuple[DynastyStanding, ...]:
    """The standings of a Dynasty so far, best first; empty before its first game, or if a player missed one."""
    try:
        return dynasty([game.sheets for game in games[:DYNASTY_GAMES]])
    except RulesError:
        return ()


class Dated(Protocol):
    """Anything that was played at a time."""

    @property
    def played(self) -> datetime: ...


T = TypeVar("T", bound=Dated)


def by_evening(games: Iterable[T]) -> list[tuple[date, list[T]]]:
    """The games of every day, the latest first; a game that ends before six in the morning is of the day before."""
    latest_first = sorted(games, key=lambda game: game.played, reverse=True)
    return [(day, list(of_day)) for day, of_day in groupby(latest_first, key=_evening)]


def _evening(game: Dated) -> date:
    return date.fromordinal(game.played.toordinal() - (game.played.hour < _MORNING))


_MORNING = 6  # o'clock


@dataclass(frozen=True)
class Record:
    """What one player has done over many games; ``favourite`` is the terrain with the most points, None without any."""

    name: str
    games: int
    wins: int
    mean: float
    best: int
    favourite: Terrain | None


def records(games: Iterable[Game]) -> tuple[Record, ...]:
    """The record of everybody who played, most wins first, then by mean; names are told apart whatever their case."""
    names: dict[str, str] = {}
    sheets: dict[str, list[ScoreSheet]] = {}
    wins: Counter[str] = Counter()
    for game in sorted(games, key=lambda game: game.played):
        for standing in game.standings:
            who = standing.player.casefold()
            names[who] = standing.player
            sheets.setdefault(who, []).append(standing.sheet)
            wins[who] += standing.place == 1 and len(game.players) > 1
    found = (_record(names[who], wins[who], played) for who, played in sheets.items())
    return tuple(sorted(found, key=lambda one: (-one.wins, -one.mean, one.name)))


def _record(name: str, wins: int, sheets: list[ScoreSheet]) -> Record:
    totals = [sheet.total for sheet in sheets]
    terrains: Counter[Terrain] = Counter()
    for sheet in sheets:
        for territory in sheet.territories:
            terrains[territory.terrain] += territory.points
    favourite = next((terrain for terrain, points in terrains.most_common(1) if points), None)
    return Record(name, len(sheets), wins, sum(totals) / len(totals), max(totals), favourite)
