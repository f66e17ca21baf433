"""Achievements of a game, compared with earlier ones: a best score, a first win, a first win against a rival."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.message import Message, message
from ui.table.completed_games import Result
from ui.table.statistics import FEWEST_TOGETHER

FEWEST_BEFORE = 2  # earlier games without which no game counts as a record


@dataclass(frozen=True)
class PriorStats:
    """A player's record before a game: games, games won, and the most points."""

    games: int = 0
    wins: int = 0
    best: int = 0


CareerOf = Callable[[str], PriorStats]
SinceBeaten = Callable[[str, str], int]


def find_achievements(
    results: Iterable[Result[Any]], career_of: CareerOf, since_beaten: SinceBeaten
) -> tuple[Message, ...]:
    """List the achievements of a game with these results, the winners' first.

    Args:
        results: The results of the game.
        career_of: Return a player's record before the game, by name.
        since_beaten: Return how many games two players have shared since the first last won without the other.
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
