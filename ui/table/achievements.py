"""Achievements of a game, compared with earlier ones: a best score, a first win, a first win against a rival."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.message import Message, message
from ui.table.completed_games import Result
from ui.table.statistics import FEWEST_TOGETHER

FEWEST_BEFORE = 2  # games that a player has played before one can be the best ever


@dataclass(frozen=True)
class PriorStats:
    """What a player had done before a game: how many games, how many of them were won, and the most points."""

    games: int = 0
    wins: int = 0
    best: int = 0


CareerOf = Callable[[str], PriorStats]
SinceBeaten = Callable[[str, str], int]


def find_achievements(
    results: Iterable[Result[Any]], career_of: CareerOf, since_beaten: SinceBeaten
) -> tuple[Message, ...]:
    """List the achievements of a game with these results, the winners' first.

    What a player had done before it, ``career_of`` says by the name; ``since_beaten`` how many games two had played
    together since the first last won and the other did not.
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
