"""Standings: everybody's place, the tie-breaks that decided it, and the Dynasty of three games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.message import Message, join_and, message
from scoring.rules import DEFAULT_RULES, Measure, Rules, RulesError
from scoring.scoresheet import ScoreSheet
from scoring.territories import crowns_label, points_label, squares_label

DYNASTY_GAMES = 3  # rulebook, Dynasty


@dataclass(frozen=True)
class Reason:
    """What decided a place: the measures compared, in order, and what the player and the rivals have of each.

    ``rivals`` are those who share the place; else the next above, or for the winner the next below; none for a player
    alone. Rivals who share have the same of everything, so ``theirs`` is what each of them has.
    """

    measures: tuple[Measure, ...]
    own: tuple[int, ...]
    rivals: tuple[str, ...]
    theirs: tuple[int, ...]

    @property
    def equal(self) -> int:
        """How many of the measures are equal before one differs."""
        pairs = zip(self.own, self.theirs, strict=True)
        return next((at for at, (own, theirs) in enumerate(pairs) if own != theirs), len(self.own))

    @property
    def decided_by(self) -> Measure | None:
        """The first measure that differs; None for a shared place or a player alone."""
        return self.measures[self.equal] if self.equal < len(self.measures) else None


@dataclass(frozen=True)
class Standing:
    """The place of one player and the reason for it (rulebook, end of game).

    ``place`` counts from 1, equals share one and the next is left out: 1, 1, 3.
    """

    player: str
    sheet: ScoreSheet
    place: int
    reason: Reason

    @property
    def why(self) -> Message:
        """The reason in short: ``12 points ahead``."""
        return _why(self.reason, self.place)


@dataclass(frozen=True)
class DynastyStanding:
    """The place of one player in a Dynasty so far (rulebook, Dynasty); ``place`` as in Standing."""

    player: str
    points: tuple[int, ...]  # of each game
    place: int

    @property
    def total(self) -> int:
        return sum(self.points)


def rank(sheets: Mapping[str, ScoreSheet], rules: Rules = DEFAULT_RULES) -> tuple[Standing, ...]:
    """Everybody's standing, best first; equals in the order given (rulebook, end of game and ties).

    Points decide, then the tie-breaks of the edition; players equal in all of them share the place.
    """
    measures = (Measure.POINTS, *rules.tie_breaks)
    reached = {}
    for player, sheet in sheets.items():
        measured = {
            Measure.POINTS: sheet.total,
            Measure.LARGEST_TERRITORY: sheet.largest_territory,
            Measure.CROWNS: sheet.crowns,
        }
        reached[player] = tuple(measured[measure] for measure in measures)
    best_first = sorted(reached, key=reached.__getitem__, reverse=True)
    standings = []
    for player in best_first:
        own = reached[player]
        above = [other for other in best_first if reached[other] > own]
        equal = [other for other in best_first if reached[other] == own and other != player]
        below = [other for other in best_first if reached[other] < own]
        rivals = tuple(equal or above[-1:] or below[:1])
        reason = Reason(measures, own, rivals, reached[rivals[0]] if rivals else own)
        standings.append(Standing(player, sheets[player], len(above) + 1, reason))
    return tuple(standings)


def rank_dynasty(games: Sequence[Mapping[str, ScoreSheet]]) -> tuple[DynastyStanding, ...]:
    """The standings over up to three games in a row, best first (rulebook, Dynasty).

    Only the sum of the totals counts: equal sums share the place, whatever the edition.
    Raises RulesError for no game, more than three, or a player who misses one.
    """
    if not 1 <= len(games) <= DYNASTY_GAMES:
        raise RulesError(message("a Dynasty has {games} games, not {number}", games=DYNASTY_GAMES, number=len(games)))
    everybody = dict.fromkeys(player for game in games for player in game)
    for number, game in enumerate(games, start=1):
        for player in everybody.keys() - game.keys():
            missing = message(
                "{player} has no kingdom in game {number}; a Dynasty is played by the same players",
                player=player,
                number=number,
            )
            raise RulesError(missing)
    points = {player: tuple(game[player].total for game in games) for player in games[0]}
    totals = {player: sum(each) for player, each in points.items()}
    best_first = sorted(totals, key=totals.__getitem__, reverse=True)
    places = {player: 1 + sum(total > totals[player] for total in totals.values()) for player in best_first}
    return tuple(DynastyStanding(player, points[player], place) for player, place in places.items())


def _why(reason: Reason, place: int) -> Message:
    if not reason.rivals:
        return message("the only kingdom")
    own, theirs = reason.own, reason.theirs
    if reason.decided_by is None:
        equal = zip(reason.measures[: reason.equal], own, strict=False)
        amounts = join_and([_counted(measure, number) for measure, number in equal])
        if place == 1:
            return message("shares the victory: {amounts} each", amounts=amounts)
        return message("shares place {place}: {amounts} each", place=place, amounts=amounts)
    if reason.decided_by is Measure.POINTS:
        gap = points_label(abs(own[0] - theirs[0]))
        if own > theirs:
            return message("{gap} ahead", gap=gap)
        return message("{gap} behind {rival}", gap=gap, rival=reason.rivals[0])
    if reason.decided_by is Measure.LARGEST_TERRITORY:
        return message(
            "tie on {points}: largest territory {own} to {theirs}", points=own[0], own=own[1], theirs=theirs[1]
        )
    return message(
        "tie on {points}, largest territory {squares} each: crowns {own} to {theirs}",
        points=own[0],
        squares=own[1],
        own=own[2],
        theirs=theirs[2],
    )


def _counted(measure: Measure, number: int) -> Message:
    if measure is Measure.POINTS:
        return points_label(number)
    if measure is Measure.CROWNS:
        return crowns_label(number)
    return message("a largest territory of {squares}", squares=squares_label(number))
