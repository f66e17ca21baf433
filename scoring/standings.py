"""Who won, and why: places, tie-breaks and the Dynasty of three games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules import USUAL_RULES, Rules, RulesError
from scoring.scoresheet import ScoreSheet
from scoring.sentence import listed, said, said_of
from scoring.territories import counted_crowns, counted_points, counted_squares

DYNASTY_GAMES = 3  # rulebook, Dynasty

_AMOUNTS = {
    "points": counted_points,
    "largest_territory": lambda number: said("a largest territory of {squares}", squares=counted_squares(number)),
    "crowns": counted_crowns,
}

Key = tuple[int, ...]  # what is compared, in order: the points, then the tie-breaks


@dataclass(frozen=True)
class Standing:
    """The place of one player and the reason for it (rulebook, end of game).

    ``place`` counts from 1, equals share one and the next is left out: 1, 1, 3. ``why`` is the reason in short,
    ``story`` the same as a sentence with names. ``decided_by`` says what told the player from the ``rivals``:
    ``points``, a tie-break of the rules, ``shared`` when nothing did, or ``alone`` without rivals.
    """

    player: str
    sheet: ScoreSheet
    place: int
    why: str
    story: str
    decided_by: str
    rivals: tuple[str, ...]


@dataclass(frozen=True)
class DynastyStanding:
    """The place of one player in a Dynasty so far (rulebook, Dynasty); ``place`` and ``why`` as in Standing."""

    player: str
    points: tuple[int, ...]  # of each game
    total: int
    place: int
    why: str


def rank(sheets: Mapping[str, ScoreSheet], rules: Rules = USUAL_RULES) -> tuple[Standing, ...]:
    """Everybody's standing, best first; equals in the order given (rulebook, end of game and ties).

    Points decide, then the tie-breaks of the edition; who is level in all of them shares the place.
    """
    measures = ("points", *rules.tie_breaks)
    keys = {player: _key(sheet, rules) for player, sheet in sheets.items()}
    return tuple(
        Standing(c.player, sheets[c.player], c.place, _why(c), _story(c), c.decided_by, c.rivals)
        for c in _comparisons(keys, measures)
    )


def dynasty(games: Sequence[Mapping[str, ScoreSheet]]) -> tuple[DynastyStanding, ...]:
    """The standings over up to three games in a row, best first (rulebook, Dynasty).

    Only the sum of the totals counts: equal sums share the place, whatever the edition.
    Raises RulesError for no game, more than three, or a player who misses one.
    """
    if not 1 <= len(games) <= DYNASTY_GAMES:
        raise RulesError(f"a Dynasty has {DYNASTY_GAMES} games, not {len(games)}")
    _refuse_missing_players(games)
    points = {player: tuple(game[player].total for game in games) for player in games[0]}
    keys: dict[str, Key] = {player: (sum(each),) for player, each in points.items()}
    return tuple(
        DynastyStanding(c.player, points[c.player], sum(points[c.player]), c.place, _so_far(_why(c), len(games)))
        for c in _comparisons(keys, ("points",))
    )


def _so_far(why: str, games: int) -> str:
    if games == DYNASTY_GAMES:
        return why
    return said_of(
        games, "{why} after {number} of {all} games", "{why} after {number} of {all} games", why=why, all=DYNASTY_GAMES
    )


def _refuse_missing_players(games: Sequence[Mapping[str, ScoreSheet]]) -> None:
    everybody = dict.fromkeys(player for game in games for player in game)
    for number, game in enumerate(games, start=1):
        for player in everybody:
            if player not in game:
                raise RulesError(f"{player} has no kingdom in game {number}; a Dynasty is played by the same players")


def _key(sheet: ScoreSheet, rules: Rules) -> Key:
    return (sheet.total, *(int(getattr(sheet, measure)) for measure in rules.tie_breaks))


class _Comparison(NamedTuple):
    """A player beside the rivals that the place was decided against."""

    player: str
    place: int
    own: Key
    rivals: tuple[str, ...]
    theirs: Key
    measures: tuple[str, ...]

    @property
    def level(self) -> int:
        """How many of the measures are equal before one differs."""
        pairs = zip(self.own, self.theirs, strict=True)
        return next((at for at, (own, theirs) in enumerate(pairs) if own != theirs), len(self.own))

    @property
    def decided_by(self) -> str:
        if not self.rivals:
            return "alone"
        return self.measures[self.level] if self.level < len(self.measures) else "shared"


def _comparisons(keys: Mapping[str, Key], measures: tuple[str, ...]) -> Iterator[_Comparison]:
    """Everybody with whoever shares the place; else with the next above, or for the winner the next below."""
    best_first = sorted(keys, key=lambda player: keys[player], reverse=True)
    for player in best_first:
        own = keys[player]
        above = [other for other in best_first if keys[other] > own]
        equal = [other for other in best_first if keys[other] == own and other != player]
        below = [other for other in best_first if keys[other] < own]
        rivals = tuple(equal or above[-1:] or below[:1])
        yield _Comparison(player, len(above) + 1, own, rivals, keys[rivals[0]] if rivals else own, measures)


def _why(c: _Comparison) -> str:
    if c.decided_by == "alone":
        return said("the only kingdom")
    if c.decided_by == "shared":
        amounts = listed(_amounts(c))
        if c.place == 1:
            return said("shares the victory: {amounts} each", amounts=amounts)
        return said("shares place {place}: {amounts} each", place=c.place, amounts=amounts)
    if c.decided_by == "points":
        gap = counted_points(abs(c.own[0] - c.theirs[0]))
        return (
            said("{gap} ahead", gap=gap)
            if c.own > c.theirs
            else said("{gap} behind {rival}", gap=gap, rival=c.rivals[0])
        )
    return _tie_break(c)


def _tie_break(c: _Comparison) -> str:
    own, theirs = c.own[c.level], c.theirs[c.level]
    if c.decided_by == "largest_territory":
        return said("tie on {points}: largest territory {own} to {theirs}", points=c.own[0], own=own, theirs=theirs)
    level = "tie on {points}, largest territory {squares} each: crowns {own} to {theirs}"
    return said(level, points=c.own[0], squares=c.own[1], own=own, theirs=theirs)


def _story(c: _Comparison) -> str:
    if c.decided_by == "alone":
        return said("{player} has the only kingdom, with {points}", player=c.player, points=counted_points(c.own[0]))
    if c.decided_by == "shared":
        return _shared(c)
    rival, own, theirs = c.rivals[0], c.own[c.level], c.theirs[c.level]
    if c.decided_by == "points":
        pattern = "{player} has {points}, {gap} more than {rival}"
        if own < theirs:
            pattern = "{player} has {points}, {gap} fewer than {rival}"
        return said(pattern, player=c.player, points=counted_points(own), gap=abs(own - theirs), rival=rival)
    pattern = "{player} and {rival} both have {level}; {player}'s largest territory has {amount}, {rival}'s {theirs}"
    amount = counted_squares(own)
    if c.decided_by == "crowns":
        pattern = "{player} and {rival} both have {level}; {player} has {amount}, {rival} {theirs}"
        amount = counted_crowns(own)
    return said(pattern, player=c.player, rival=rival, level=listed(_amounts(c)), amount=amount, theirs=theirs)


def _shared(c: _Comparison) -> str:
    rivals, amounts = listed(c.rivals), listed(_amounts(c))
    if c.place == 1:
        return said(
            "{player} shares the victory with {rivals}: {amounts} each", player=c.player, rivals=rivals, amounts=amounts
        )
    pattern = "{player} shares place {place} with {rivals}: {amounts} each"
    return said(pattern, player=c.player, place=c.place, rivals=rivals, amounts=amounts)


def _amounts(c: _Comparison) -> list[str]:
    """What both have alike, in words."""
    alike = zip(c.measures[: c.level], c.own[: c.level], strict=True)
    return [_AMOUNTS[measure](number) for measure, number in alike]
