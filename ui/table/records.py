"""What players have made of many games, as sums over them, and what is worth a cheer when one ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import Any, Protocol, TypeVar

from scoring import Terrain
from scoring.kingdoms import EPOCHS
from scoring.message import Message, message
from ui.table.finished import Result

TERRAINS = tuple(Terrain)  # what points come from in Kingdomino
EPOCH_NUMBERS = tuple(range(1, EPOCHS + 1))  # and in Kingdoms

Source = TypeVar("Source")


@dataclass(frozen=True)
class Tally:
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

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
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
class Tallies:
    """The tallies of the games of either kind."""

    kingdomino: tuple[Tally, ...] = ()
    kingdoms: tuple[Tally, ...] = ()


def by_player(tallies: Iterable[Tally]) -> list[Tally]:
    """One tally for everybody who played, most wins first, then by mean; names are told apart whatever their case."""
    together: dict[str, Tally] = {}
    for tally in tallies:
        key = tally.name.casefold()
        together[key] = together[key] + tally if key in together else tally
    return sorted(together.values(), key=lambda one: (-one.wins, -one.mean, one.name))


def favourite(tally: Tally, sources: Sequence[Source]) -> Source | None:
    """What most points came from, the first of several; None if nothing brought any."""
    most = max(tally.earned)
    return sources[tally.earned.index(most)] if most > 0 else None


FEWEST_BEFORE = 2  # games that a player has played before one can be the best ever
FEWEST_TOGETHER = 3  # games, this one among them, before a first win against somebody is worth telling


@dataclass(frozen=True)
class Career:
    """What a player had done before a game: how many games, how many of them were won, and the most points."""

    games: int = 0
    wins: int = 0
    best: int = 0


class Before(Protocol):
    """The games of one kind that were played before a game; names are told apart whatever their case."""

    def career(self, name: str) -> Career:
        """What that player had done."""

    def games_since_beaten(self, name: str, rival: str) -> int:
        """How many games two had played together since one last won and the other did not; all where that never was."""


def cheers(results: Iterable[Result[Any]], before: Before) -> tuple[Message, ...]:
    """What is worth a cheer in a game with these results, the winners' first; empty if nothing is."""
    winners_first = sorted(results, key=lambda one: (not one.won, -one.points))
    return tuple(cheer for one in winners_first for cheer in _of_player(one, winners_first, before))


def _of_player(one: Result[Any], now: Sequence[Result[Any]], before: Before) -> list[Message]:
    found = []
    career = before.career(one.name)
    if career.games >= FEWEST_BEFORE and one.points > career.best:
        found.append(message("{name}'s best ever: {points}", name=one.name, points=one.points))
    if not one.won:
        return found
    if career.games and not career.wins:
        return [*found, message("{name}'s first win", name=one.name)]
    rivals = ((1 + before.games_since_beaten(one.name, rival.name), rival) for rival in now if not rival.won)
    beaten = [(games, rival.name) for games, rival in rivals if games >= FEWEST_TOGETHER]
    if beaten:
        games, rival = max(beaten, key=lambda pair: pair[0])
        first = message(
            "{name}'s first win against {rival} in {number} games", name=one.name, rival=rival, number=games
        )
        found.append(first)
    return found
