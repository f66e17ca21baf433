"""What is worth a cheer when a game ends: a player's best ever, a first win, a rival beaten at last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from scoring.message import Message, message
from ui.table.finished import Result, Told

FEWEST_BEFORE = 2  # games that a player has played before one can be the best ever
FEWEST_TOGETHER = 3  # games, this one among them, before a first win against somebody is worth telling

Source = TypeVar("Source")
Results = Mapping[str, Result[Source]]  # of one game, by the name whatever its case


def cheers(earlier: Iterable[Told[Source]], game: Told[Source]) -> tuple[Message, ...]:
    """What is worth a cheer in a game after those played before it, the winners' first; empty if nothing is."""
    before = [_by_name(one) for one in sorted(earlier, key=lambda one: one.played) if one.played < game.played]
    now = _by_name(game)
    winners_first = sorted(now.values(), key=lambda one: (not one.won, -one.points))
    return tuple(cheer for one in winners_first for cheer in _of_player(one, now, before))


def _of_player(one: Result[Source], now: Results[Source], before: Sequence[Results[Source]]) -> list[Message]:
    found = []
    name = one.name.casefold()
    points = [results[name].points for results in before if name in results]
    if len(points) >= FEWEST_BEFORE and one.points > max(points):
        found.append(message("{name}'s best ever: {points}", name=one.name, points=one.points))
    if not one.won:
        return found
    if points and not any(results[name].won for results in before if name in results):
        return [*found, message("{name}'s first win", name=one.name)]
    rivals = ((rival, _games_since_beaten(name, rival.name.casefold(), before)) for rival in now.values())
    beaten = [(games, rival.name) for rival, games in rivals if not rival.won and games >= FEWEST_TOGETHER]
    if beaten:
        games, rival = max(beaten, key=lambda pair: pair[0])
        first = message(
            "{name}'s first win against {rival} in {number} games", name=one.name, rival=rival, number=games
        )
        found.append(first)
    return found


def _games_since_beaten(name: str, rival: str, before: Sequence[Results[Source]]) -> int:
    """How many games both have played since one last won against the other, the present one among them."""
    games = 1
    for results in reversed(before):
        if name in results and rival in results:
            if results[name].won and not results[rival].won:
                return games
            games += 1
    return games


def _by_name(game: Told[Source]) -> dict[str, Result[Source]]:
    return {result.name.casefold(): result for result in game.results}
