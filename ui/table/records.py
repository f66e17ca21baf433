"""What players have made of many games: their records, as sums over the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import TypeVar

from scoring import Terrain
from scoring.kingdoms import EPOCHS

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
