"""Statistics of players: sums over their games, favourite sources of points, and rivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import TypeVar

from scoring import Terrain
from scoring.knizia import EPOCHS
from ui.table.completed_games import Game
from ui.table.table import CompletedGame

FEWEST_TOGETHER = 3  # games before a first win against a rival, or the lead over them, is shown
TERRAINS = tuple(Terrain)  # sources of points in Kingdomino
EPOCH_NUMBERS = tuple(range(1, EPOCHS + 1))  # and in Kingdoms

Source = TypeVar("Source")


@dataclass(frozen=True)
class PlayerStats:
    """Sums of one player over several games.

    ``earned`` has the points by source, in the order of TERRAINS or EPOCH_NUMBERS. ``who`` is the key of the player
    (``ui.table.names``), ``name`` the name in the last game, which ended at ``last`` (seconds since 1970, UTC).
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
    """Return the source with the most points, the first of several; None without points."""
    most = max(tally.earned)
    return sources[tally.earned.index(most)] if most > 0 else None


@dataclass(frozen=True)
class HeadToHead:
    """The games that a player shared with a rival, with how many the player won and lost against them."""

    who: str
    name: str
    games: int
    ahead: int
    behind: int


def sort_rivals(found: Iterable[HeadToHead]) -> list[HeadToHead]:
    """Sort the pairs with at least FEWEST_TOGETHER games: most games first, then the closest."""
    known = [one for one in found if one.games >= FEWEST_TOGETHER]
    return sorted(known, key=lambda one: (-one.games, abs(one.ahead - one.behind), one.name))


def count_wins(games: Iterable[CompletedGame]) -> dict[str, int]:
    """Count the games of Kingdomino that each player has won, the most first; a shared victory counts for each."""
    wins = Counter(name for game in games if isinstance(game, Game) for name in game.winners)
    return dict(wins.most_common())
