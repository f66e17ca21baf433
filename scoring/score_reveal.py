"""The race of a game: its points one source at a time for all players, in the order that keeps the winner open longest.

The terrains may come in any order; bonuses, and the quests and pieces of other boxes, are last, as the rulebooks
count them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations

from scoring.bonuses import Bonus, Earned
from scoring.message import Message, message
from scoring.rules import Measure
from scoring.standings import Standing
from scoring.terrain import Terrain

Source = Terrain | Bonus | Earned
Points = tuple[int, ...]  # of every player
Gain = tuple[Source, Points]  # what one source brings every player


@dataclass(frozen=True)
class RoundOfPoints:
    """One source of points: what it brings every player, and what each has then."""

    source: Source
    gained: Points
    totals: Points


@dataclass(frozen=True)
class ScoreReveal:
    """The players of a game, and the rounds of its race in order.

    ``decided`` is the leg from which on the winner led, None where no points decided. ``tie_break`` is what decided
    then; None for a victory that is shared, or a player alone.
    """

    players: tuple[str, ...]
    rounds: tuple[RoundOfPoints, ...]
    decided: int | None
    tie_break: Measure | None

    @property
    def decided_by(self) -> Message | None:
        """The source that decided the game, as a sentence: ``The lakes decided it``; None where none did."""
        if self.tie_break:
            return _TIE_BREAKS[self.tie_break]
        if self.decided is None:
            return None
        if self.decided == 0 and len(self.rounds) > 1:
            return message("In the lead from start to finish")
        return _DECIDED[self.rounds[self.decided].source]


_DECIDED: dict[Source, Message] = {
    Terrain.WHEAT: message("The wheat fields decided it"),
    Terrain.FOREST: message("The forests decided it"),
    Terrain.LAKE: message("The lakes decided it"),
    Terrain.GRASSLAND: message("The grasslands decided it"),
    Terrain.SWAMP: message("The swamps decided it"),
    Terrain.MINE: message("The mines decided it"),
    Terrain.TOWN: message("The towns decided it"),
    Bonus.HARMONY: message("Harmony decided it"),
    Bonus.MIDDLE_KINGDOM: message("The Middle Kingdom decided it"),
    Earned.QUEST: message("The quests decided it"),
    Earned.CHARACTER: message("The characters decided it"),
    Earned.BUILDING: message("The buildings decided it"),
    Earned.COINS: message("The coins decided it"),
    Earned.QUEEN: message("The queen decided it"),
}
_TIE_BREAKS = {
    Measure.LARGEST_TERRITORY: message("A tie: the largest territory decided it"),
    Measure.CROWNS: message("A tie: the crowns decided it"),
}


def reveal_scores(players: Sequence[str], ranked: Sequence[Standing]) -> ScoreReveal:
    """The race of a game with these standings, its players in the order given, so that the order tells no places.

    Of all orders of the terrains that brought anybody points it is the one in which the winner is in the lead for good
    as late as possible, and of several such the closest.
    """
    places = {one.player: one for one in ranked}
    sheets = [places[player].sheet for player in players]
    winners = [at for at, player in enumerate(players) if places[player].place == 1]
    terrains = _gains(Terrain, [[(one.terrain, one.points) for one in sheet.territories] for sheet in sheets])
    bonuses = _gains(Bonus, [[(one.bonus, one.points) for one in sheet.bonuses] for sheet in sheets])
    others = _gains(Earned, [[(one.kind, one.points) for one in sheet.earnings] for sheet in sheets])
    gains = (*_most_open(terrains, winners), *bonuses, *others)
    totals = list(accumulate((gained for _source, gained in gains), _added))
    rounds = tuple(RoundOfPoints(source, gained, after) for (source, gained), after in zip(gains, totals, strict=True))
    decided = find_decisive_round(totals, winners) if len(players) > 1 else len(rounds)
    reason = places[players[winners[0]]].reason
    tie = reason.decided_by if reason.decided_by is not Measure.POINTS and len(winners) == 1 else None
    return ScoreReveal(tuple(players), rounds, decided if decided < len(rounds) else None, tie)


def find_decisive_round(totals: Sequence[Points], winners: Sequence[int]) -> int:
    """The first of these moments from which on the winners lead for good; their number if the last is a tie."""
    open_until = 0
    for at, reached in enumerate(totals, start=1):
        others = [points for player, points in enumerate(reached) if player not in winners]
        if not others or min(reached[winner] for winner in winners) <= max(others):
            open_until = at
    return open_until


def _most_open(terrains: Sequence[Gain], winners: Sequence[int]) -> Sequence[Gain]:
    """The order of the terrains that is decided latest, then the closest on the way."""
    if not terrains:
        return ()
    sums = {0: tuple(0 for _player in terrains[0][1])}  # of every set of terrains, its members as bits
    for members in range(1, 1 << len(terrains)):
        last = members.bit_length() - 1
        sums[members] = _added(sums[members & ~(1 << last)], terrains[last][1])
    is_open = {members: find_decisive_round([reached], winners) > 0 for members, reached in sums.items()}
    apart = {members: max(reached) - min(reached) for members, reached in sums.items()}

    def suspense(order: tuple[int, ...]) -> tuple[int, int]:
        prefixes = list(accumulate((1 << at for at in order), int.__or__))
        return max((at for at, members in enumerate(prefixes) if is_open[members]), default=-1), -sum(
            apart[members] for members in prefixes
        )

    return [terrains[at] for at in max(permutations(range(len(terrains))), key=suspense)]


def _added(before: Points, gained: Points) -> Points:
    return tuple(map(sum, zip(before, gained, strict=True)))


def _gains(sources: Iterable[Source], earned: Sequence[Sequence[tuple[Source, int]]]) -> list[Gain]:
    """The gains of those sources that brought anybody points; ``earned`` are everybody's points with their source."""
    gained = [
        (source, tuple(sum(points for of, points in own if of is source) for own in earned)) for source in sources
    ]
    return [(source, points) for source, points in gained if any(points)]
