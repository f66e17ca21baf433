"""Who won, and why: places, tie-breaks and the Dynasty of three games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules import USUAL_RULES, Rules, RulesError
from scoring.scoresheet import ScoreSheet
from scoring.territories import counted

DYNASTY_GAMES = 3  # rulebook, Dynasty

_AMOUNTS = {
    "points": lambda number: counted(number, "point"),
    "largest_territory": lambda number: f"a largest territory of {counted(number, 'square')}",
    "crowns": lambda number: counted(number, "crown"),
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
    so_far = "" if len(games) == DYNASTY_GAMES else f" after {len(games)} of {DYNASTY_GAMES} games"
    return tuple(
        DynastyStanding(c.player, points[c.player], sum(points[c.player]), c.place, _why(c) + so_far)
        for c in _comparisons(keys, ("points",))
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
        return "the only kingdom"
    if c.decided_by == "shared":
        return f"shares {_shared(c.place)}: {_listed(_amounts(c))} each"
    if c.decided_by == "points":
        gap = counted(abs(c.own[0] - c.theirs[0]), "point")
        return f"{gap} ahead" if c.own > c.theirs else f"{gap} behind {c.rivals[0]}"
    equal = "".join(f", {_name(c.measures[at])} {c.own[at]} each" for at in range(1, c.level))
    return f"tie on {c.own[0]}{equal}: {_name(c.decided_by)} {c.own[c.level]} to {c.theirs[c.level]}"


def _story(c: _Comparison) -> str:
    if c.decided_by == "alone":
        return f"{c.player} has the only kingdom, with {counted(c.own[0], 'point')}"
    if c.decided_by == "shared":
        return f"{c.player} shares {_shared(c.place)} with {_listed(c.rivals)}: {_listed(_amounts(c))} each"
    rival, own, theirs = c.rivals[0], c.own[c.level], c.theirs[c.level]
    if c.decided_by == "points":
        gap = f"{abs(own - theirs)} {'more' if own > theirs else 'fewer'} than {rival}"
        return f"{c.player} has {counted(own, 'point')}, {gap}"
    level = f"{c.player} and {rival} both have {_listed(_amounts(c))}"
    if c.decided_by == "largest_territory":
        return f"{level}; {c.player}'s largest territory has {counted(own, 'square')}, {rival}'s {theirs}"
    return f"{level}; {c.player} has {counted(own, 'crown')}, {rival} {theirs}"


def _amounts(c: _Comparison) -> list[str]:
    """What both have alike, in words."""
    alike = zip(c.measures[: c.level], c.own[: c.level], strict=True)
    return [_AMOUNTS[measure](number) for measure, number in alike]


def _shared(place: int) -> str:
    return "the victory" if place == 1 else f"place {place}"


def _name(measure: str) -> str:
    return measure.replace("_", " ")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
