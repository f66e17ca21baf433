"""The reveal of a game's scores: one source of points at a time, ordered so that the winner is open for longest.

The terrains may come in any order; bonuses, quests and pieces come last, as the rulebooks count them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations

from scoring.bonuses import Bonus, BonusKind
from scoring.message import Described
from scoring.rules import Measure
from scoring.standings import Standing
from scoring.terrain import Terrain

Source = Terrain | Bonus | BonusKind
Points = tuple[int, ...]  # of every player
Gain = tuple[Source, Points]  # what one source brings every player


@dataclass(frozen=True)
class RoundOfPoints:
    """One source of points: what it brings every player, and what each has after it."""

    source: Source
    gained: Points
    totals: Points


@dataclass(frozen=True)
class Decision(Described):
    """What decided a game; ``str(decision)`` is the English sentence.

    Attributes:
        by: The source of points or the tie-break that decided; None if the winner led from start to finish.
    """

    by: Source | Measure | None


@dataclass(frozen=True)
class ScoreReveal:
    """The rounds of a reveal.

    Attributes:
        players: The players, in the order of all points.
        rounds: The rounds in order.
        decided: Index of the round from which on the winner led; None if no points decided.
        tie_break: What decided a tie; None for a shared victory or a player alone.
    """

    players: tuple[str, ...]
    rounds: tuple[RoundOfPoints, ...]
    decided: int | None
    tie_break: Measure | None

    @property
    def decision(self) -> Decision | None:
        """What decided the game; None if nothing did."""
        if self.tie_break:
            return Decision(self.tie_break)
        if self.decided is None:
            return None
        if self.decided == 0 and len(self.rounds) > 1:
            return Decision(None)
        return Decision(self.rounds[self.decided].source)


def reveal_scores(players: Sequence[str], standings: Sequence[Standing]) -> ScoreReveal:
    """Order the sources of points of a game for a reveal.

    Of all orders of the terrains that score anything it is the one in which the winner takes the final lead as late as
    possible, and of several such the closest.

    Args:
        players: The players in an order that does not give the places away.
        standings: Their standings.

    Example:
        >>> from scoring import Kingdom, rank, score
        >>> ranked = rank({"Ana": score(Kingdom.parse("w1wC")), "Ben": score(Kingdom.parse("f1C"))})
        >>> [(one.source.value, one.totals) for one in reveal_scores(["Ben", "Ana"], ranked).rounds]
        [('forest', (1, 0)), ('wheat', (1, 2))]
    """
    standing_of = {one.player: one for one in standings}
    sheets = [standing_of[player].sheet for player in players]
    winners = [at for at, player in enumerate(players) if standing_of[player].rank == 1]
    terrains = _gains(Terrain, [[(one.terrain, one.points) for one in sheet.territories] for sheet in sheets])
    bonuses = _gains(Bonus, [[(one.bonus, one.points) for one in sheet.bonuses] for sheet in sheets])
    others = _gains(BonusKind, [[(one.kind, one.points) for one in sheet.items] for sheet in sheets])
    gains = (*_order_terrains(terrains, winners), *bonuses, *others)
    totals = list(accumulate((gained for _source, gained in gains), _add))
    rounds = tuple(RoundOfPoints(source, gained, after) for (source, gained), after in zip(gains, totals, strict=True))
    decided = find_decisive_round(totals, winners) if len(players) > 1 else len(rounds)
    tie_break = standing_of[players[winners[0]]].tie_break
    decided_by = tie_break.decided_by if len(winners) == 1 and tie_break.decided_by is not Measure.POINTS else None
    return ScoreReveal(tuple(players), rounds, decided if decided < len(rounds) else None, decided_by)


def find_decisive_round(totals: Sequence[Points], winners: Sequence[int]) -> int:
    """Return the index of the first round from which on the winners lead; the number of rounds if the last is a tie."""
    open_until = 0
    for at, reached in enumerate(totals, start=1):
        others = [points for player, points in enumerate(reached) if player not in winners]
        if not others or min(reached[winner] for winner in winners) <= max(others):
            open_until = at
    return open_until


def _order_terrains(terrains: Sequence[Gain], winners: Sequence[int]) -> Sequence[Gain]:
    """Return the order of the terrains that is decided latest, and of several such the closest."""
    if not terrains:
        return ()
    sums = {0: tuple(0 for _player in terrains[0][1])}  # of every set of terrains, its members as bits
    for members in range(1, 1 << len(terrains)):
        last = members.bit_length() - 1
        sums[members] = _add(sums[members & ~(1 << last)], terrains[last][1])
    is_open = {members: find_decisive_round([reached], winners) > 0 for members, reached in sums.items()}
    spread = {members: max(reached) - min(reached) for members, reached in sums.items()}

    def suspense(order: tuple[int, ...]) -> tuple[int, int]:
        prefixes = list(accumulate((1 << at for at in order), int.__or__))
        open_until = max((at for at, members in enumerate(prefixes) if is_open[members]), default=-1)
        return open_until, -sum(spread[members] for members in prefixes)

    return [terrains[at] for at in max(permutations(range(len(terrains))), key=suspense)]


def _add(before: Points, gained: Points) -> Points:
    return tuple(map(sum, zip(before, gained, strict=True)))


def _gains(sources: Iterable[Source], scored: Sequence[Sequence[tuple[Source, int]]]) -> list[Gain]:
    """Return what each source brings every player, without sources that bring nothing.

    Args:
        sources: The sources in order.
        scored: Every player's points with their source.
    """
    gained = [
        (source, tuple(sum(points for of, points in own if of is source) for own in scored)) for source in sources
    ]
    return [(source, points) for source, points in gained if any(points)]
