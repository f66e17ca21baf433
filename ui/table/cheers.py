"""What is worth a cheer when a game ends: a player's best ever, a first win, a rival beaten at last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scoring.message import Message, message
from ui.table.finished import Result

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
