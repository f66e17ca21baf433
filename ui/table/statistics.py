"""Past games: entries, statistics of players, achievements, and suggested names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import add
from typing import Any, TypeVar

from scoring import Castle, Terrain
from scoring.knizia import EPOCHS
from scoring.message import Message, message
from ui.table.completed_games import Game, ImportedGame, Result
from ui.table.names import colour_name
from ui.table.table import CompletedGame, Table

_NUMBER = "[0-9]{1,10}"
_LARGEST = 2**31 - 1  # that a database holds


@dataclass(frozen=True)
class Entry:
    """What one row of the games so far opens to: a game, or the games of a Dynasty, in order.

    ``table`` is the number by which the store knows their table.
    """

    table: int
    games: tuple[CompletedGame, ...]

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
        return f"{self.played!r}_{self.table}_{self.place}"


@dataclass(frozen=True)
class Page:
    """Some entries, the last played first; ``following`` is where the next page begins, None for the last page."""

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


TERRAINS = tuple(Terrain)  # what points come from in Kingdomino
EPOCH_NUMBERS = tuple(range(1, EPOCHS + 1))  # and in Kingdoms

Source = TypeVar("Source")


@dataclass(frozen=True)
class PlayerStats:
    """What one player made of some games, added up.

    ``earned`` are the points by source, in the order of TERRAINS or EPOCH_NUMBERS. ``who`` is by what the player is
    found again (``ui.table.names``), ``name`` the name in the last game, which ended at ``last`` (seconds since
    1970, UTC).
    """

    who: str = field(compare=False)
    name: str
    last: float
    games: int
    wins: int
    points: int
    best: int
    earned: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The points of a game on average."""
        return self.points / self.games

    def __add__(self, other: PlayerStats) -> PlayerStats:
        return PlayerStats(
            self.who,
            max(self, other, key=lambda one: one.last).name,
            max(self.last, other.last),
            self.games + other.games,
            self.wins + other.wins,
            self.points + other.points,
            max(self.best, other.best),
            tuple(map(add, self.earned, other.earned)),
        )


@dataclass(frozen=True)
class StatsByGame:
    """The tallies of the games of either kind."""

    kingdomino: tuple[PlayerStats, ...] = ()
    kingdoms: tuple[PlayerStats, ...] = ()


def sum_by_player(tallies: Iterable[PlayerStats]) -> list[PlayerStats]:
    """Sum the statistics of each player (names ignore case), most wins first, then by mean."""
    together: dict[str, PlayerStats] = {}
    for tally in tallies:
        key = tally.name.casefold()
        together[key] = together[key] + tally if key in together else tally
    return sorted(together.values(), key=lambda one: (-one.wins, -one.mean, one.name))


def find_favourite(tally: PlayerStats, sources: Sequence[Source]) -> Source | None:
    """Return the source with the most points, the first of several; None if nothing scored."""
    most = max(tally.earned)
    return sources[tally.earned.index(most)] if most > 0 else None


@dataclass(frozen=True)
class HeadToHead:
    """Somebody with whom a player was in so many games, in some of which the player had more points, in some less."""

    who: str
    name: str
    games: int
    ahead: int
    behind: int


def sort_rivals(found: Iterable[HeadToHead]) -> list[HeadToHead]:
    """Sort the pairs with at least FEWEST_TOGETHER games: most games first, then the closest."""
    known = [one for one in found if one.games >= FEWEST_TOGETHER]
    return sorted(known, key=lambda one: (-one.games, abs(one.ahead - one.behind), one.name))


FEWEST_BEFORE = 2  # games that a player has played before one can be the best ever
FEWEST_TOGETHER = 3  # games, before a first win against somebody, or who is ahead of whom, is worth telling


@dataclass(frozen=True)
class PriorStats:
    """What a player had done before a game: how many games, how many of them were won, and the most points."""

    games: int = 0
    wins: int = 0
    best: int = 0


CareerOf = Callable[[str], PriorStats]
SinceBeaten = Callable[[str, str], int]


def find_achievements(
    results: Iterable[Result[Any]], career_of: CareerOf, since_beaten: SinceBeaten
) -> tuple[Message, ...]:
    """List the achievements of a game with these results, the winners' first.

    What a player had done before it, ``career_of`` says by the name; ``since_beaten`` how many games two had played
    together since the first last won and the other did not.
    """
    winners_first = sorted(results, key=lambda one: (not one.won, -one.points))
    return tuple(
        cheer
        for one in winners_first
        for cheer in _find_player_achievements(one, winners_first, career_of, since_beaten)
    )


def _find_player_achievements(
    one: Result[Any], now: Sequence[Result[Any]], career_of: CareerOf, since_beaten: SinceBeaten
) -> list[Message]:
    found = []
    career = career_of(one.name)
    if career.games >= FEWEST_BEFORE and one.points > career.best:
        found.append(message("{name}'s best ever: {points}", name=one.name, points=one.points))
    if not one.won:
        return found
    if career.games and not career.wins:
        return [*found, message("{name}'s first win", name=one.name)]
    rivals = ((1 + since_beaten(one.name, rival.name), rival) for rival in now if not rival.won)
    beaten = [(games, rival.name) for games, rival in rivals if games >= FEWEST_TOGETHER]
    if beaten:
        games, rival = max(beaten, key=lambda pair: pair[0])
        first = message(
            "{name}'s first win against {rival} in {number} games", name=one.name, rival=rival, number=games
        )
        found.append(first)
    return found


MOST_NAMES = 12  # that are offered: more would not be read


def collect_players(tables: Iterable[Table]) -> dict[str, Castle | None]:
    """Map the players of these tables, first table first, to their castle there, if known.

    What players without a name are called is nobody's name.
    """
    known: dict[str, Castle | None] = {}
    for table in tables:
        for name, castle in _players(table):
            if castle is None or name != colour_name(castle):
                known.setdefault(name, castle)
    return known


def suggest_names(known: dict[str, Castle | None], castle: Castle, but: str) -> tuple[str, ...]:
    """Suggest names for the player of a castle, its earlier players first, without the present name."""
    names = [name for name in known if name.casefold() != but.casefold()]
    return tuple(sorted(names, key=lambda name: known[name] is not castle)[:MOST_NAMES])


def suggest_for_nameless(known: dict[str, Castle | None], castle: Castle, table: Table) -> tuple[str, ...]:
    """Suggest names for a nameless player, the castle's earlier players first, without those at the table."""
    here = {name.casefold() for name in table.names.values()}
    away = {name: last for name, last in known.items() if name.casefold() not in here}
    return suggest_names(away, castle, "")


def is_likely(known: dict[str, Castle | None], name: str, castle: Castle) -> bool:
    """True if a name is to be suggested for a castle: it is that of its latest player."""
    return next((one for one, last in known.items() if last is castle), "") == name


def _players(table: Table) -> Iterable[tuple[str, Castle | None]]:
    """Yield everybody at a table, then everybody of its games, the last game first; solo players have no name."""
    if len(table.seats) > 1:
        yield from ((seat.name, seat.colour) for seat in table.seats if seat.named)
    if table.knizia:
        yield from ((player.name, None) for player in table.knizia.players)
    for game in reversed(table.games):
        if isinstance(game, Game):
            yield from ((one.name, one.colour) for one in game.players)
        elif isinstance(game, ImportedGame):
            yield from ((one.name, None) for one in game.players)


def count_wins(games: Iterable[CompletedGame]) -> dict[str, int]:
    """Count the games of Kingdomino that each player has won, the most first; a shared victory counts for each."""
    wins = Counter(name for game in games if isinstance(game, Game) for name in game.winners)
    return dict(wins.most_common())
