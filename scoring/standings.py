"""Who won, and why: places, tie-breaks and the Dynasty of three games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules import USUAL_RULES, Rules, RulesError
from scoring.scoresheet import ScoreSheet
from scoring.territories import counted

DYNASTY_GAMES = 3  # rulebook, Dynasty

Key = tuple[int, ...]  # what is compared, in order: the points, then the tie-breaks


@dataclass(frozen=True)
class Standing:
    """The place of one player and the reason for it.

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
    """The place of one player over the games of a Dynasty so far; ``place``, ``why`` as in Standing."""

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
    standings = []
    for player in _best_first(keys):
        place, rivals = _place(player, keys), _rivals(player, keys)
        decided_by = _decided_by(keys, player, rivals, measures)
        why = _why(keys, player, place, rivals, measures)
        story = _story(keys, player, place, rivals, measures)
        standings.append(Standing(player, sheets[player], place, why, story, decided_by, rivals))
    return tuple(standings)


def dynasty(games: Sequence[Mapping[str, ScoreSheet]]) -> tuple[DynastyStanding, ...]:
    """The standings over up to three games in a row, best first (rulebook, Dynasty).

    Only the sum of the totals counts: equal sums share the place, whatever the edition.
    Raises RulesError for no game, more than three, or a player who misses one.
    """
    if not 1 <= len(games) <= DYNASTY_GAMES:
        raise RulesError(f"a Dynasty has {DYNASTY_GAMES} games, not {len(games)}")
    for number, game in enumerate(games, start=1):
        for player in sorted(games[0].keys() ^ game.keys()):
            missed = number if player in games[0] else 1
            raise RulesError(f"{player} has no kingdom in game {missed}; a Dynasty is played by the same players")
    points = {player: tuple(game[player].total for game in games) for player in games[0]}
    keys: dict[str, Key] = {player: (sum(each),) for player, each in points.items()}
    so_far = "" if len(games) == DYNASTY_GAMES else f" after {len(games)} of {DYNASTY_GAMES} games"
    standings = []
    for player in _best_first(keys):
        place = _place(player, keys)
        why = _why(keys, player, place, _rivals(player, keys), ("points",)) + so_far
        standings.append(DynastyStanding(player, points[player], sum(points[player]), place, why))
    return tuple(standings)


def _key(sheet: ScoreSheet, rules: Rules) -> Key:
    return (sheet.total, *(int(getattr(sheet, measure)) for measure in rules.tie_breaks))


def _best_first(keys: Mapping[str, Key]) -> list[str]:
    return sorted(keys, key=lambda player: keys[player], reverse=True)


def _place(player: str, keys: Mapping[str, Key]) -> int:
    return 1 + sum(key > keys[player] for key in keys.values())


def _rivals(player: str, keys: Mapping[str, Key]) -> tuple[str, ...]:
    """Who shares the place; else the next above, or for the winner the next below."""
    own = keys[player]
    level = tuple(other for other in keys if other != player and keys[other] == own)
    if level:
        return level
    above = [other for other in _best_first(keys) if keys[other] > own]
    below = [other for other in _best_first(keys) if keys[other] < own]
    return tuple(above[-1:] or below[:1])


def _decided_by(keys: Mapping[str, Key], player: str, rivals: Sequence[str], measures: Sequence[str]) -> str:
    if not rivals:
        return "alone"
    differing = [
        measure for measure, own, other in zip(measures, keys[player], keys[rivals[0]], strict=True) if own != other
    ]
    return differing[0] if differing else "shared"


def _why(keys: Mapping[str, Key], player: str, place: int, rivals: Sequence[str], measures: Sequence[str]) -> str:
    decided_by, own = _decided_by(keys, player, rivals, measures), keys[player]
    if decided_by == "alone":
        return "the only kingdom"
    if decided_by == "shared":
        return f"shares {_shared(place)}: {_level(own, measures)}"
    other = keys[rivals[0]]
    if decided_by == "points":
        gap = counted(abs(own[0] - other[0]), "point")
        return f"{gap} ahead" if own > other else f"{gap} behind {rivals[0]}"
    at = measures.index(decided_by)
    equal = "".join(
        f", {_name(measure)} {value} each" for measure, value in zip(measures[1:at], own[1:at], strict=True)
    )
    return f"tie on {own[0]}{equal}: {_name(decided_by)} {own[at]} to {other[at]}"


def _story(keys: Mapping[str, Key], player: str, place: int, rivals: Sequence[str], measures: Sequence[str]) -> str:
    decided_by, own = _decided_by(keys, player, rivals, measures), keys[player]
    if decided_by == "alone":
        return f"{player} has the only kingdom, with {counted(own[0], 'point')}"
    if decided_by == "shared":
        return f"{player} shares {_shared(place)} with {_listed(rivals)}: {_level(own, measures)}"
    rival, other = rivals[0], keys[rivals[0]]
    if decided_by == "points":
        gap = abs(own[0] - other[0])
        return f"{player} has {counted(own[0], 'point')}, {gap} {'more' if own > other else 'fewer'} than {rival}"
    at = measures.index(decided_by)
    level = " and ".join(_amount(measure, value) for measure, value in zip(measures[:at], own[:at], strict=True))
    return f"{player} and {rival} both have {level}; {_compared(decided_by, player, own[at], rival, other[at])}"


def _compared(measure: str, player: str, own: int, rival: str, other: int) -> str:
    if measure == "largest_territory":
        return f"{player}'s largest territory has {counted(own, 'square')}, {rival}'s {other}"
    return f"{player} has {counted(own, 'crown')}, {rival} {other}"


def _level(key: Key, measures: Sequence[str]) -> str:
    return _listed([_amount(measure, value) for measure, value in zip(measures, key, strict=True)]) + " each"


def _amount(measure: str, value: int) -> str:
    if measure == "points":
        return counted(value, "point")
    if measure == "largest_territory":
        return f"a largest territory of {counted(value, 'square')}"
    return counted(value, "crown")


def _shared(place: int) -> str:
    return "the victory" if place == 1 else f"place {place}"


def _name(measure: str) -> str:
    return measure.replace("_", " ")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
