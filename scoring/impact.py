"""The impact of doubtful squares: how they change a score, and whether that can change the places of a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

from scoring.kingdom import Kingdom, Position
from scoring.rules import DEFAULT_RULES, Rules
from scoring.scoresheet import score
from scoring.terrain import Square

MAX_COMBINATIONS = 256  # of the doubtful squares of one kingdom that are scored
MARGIN = 6  # points between places that are certain: misread squares without a doubt may change as many

Player = TypeVar("Player", bound=Hashable)


def score_impact(
    kingdom: Kingdom, position: Position, others: Iterable[Square], rules: Rules = DEFAULT_RULES
) -> tuple[int, ...]:
    """Return how many points each other square at a position would add to the score; negative if fewer.

    Example:
        >>> score_impact(Kingdom.parse("w1wC"), (0, 1), [Square.parse("f")])
        (-1,)
    """
    total = score(kingdom, rules).total
    return tuple(score(kingdom.with_square(*position, other), rules).total - total for other in others)


def order_by_impact(
    kingdom: Kingdom,
    doubts: Mapping[Position, Sequence[Square]],
    rules: Rules = DEFAULT_RULES,
    leads: Sequence[int] = (),
) -> tuple[Position, ...]:
    """Order doubtful squares by how much it matters to check them.

    First come squares that may change who leads, then those that may change most points; of equals the first in
    reading order.

    Args:
        kingdom: The kingdom.
        doubts: What each doubtful square may hold instead.
        rules: The rules of the table.
        leads: The points by which this kingdom leads each rival; negative if it is behind.
    """

    def urgency(position: Position) -> tuple[bool, int, Position]:
        changes = score_impact(kingdom, position, doubts[position], rules)
        decides = any(_changes_ranks(change, lead) for change in changes for lead in leads)
        return not decides, -max(map(abs, changes), default=0), position

    return tuple(sorted(doubts, key=urgency))


def _changes_ranks(change: int, lead: int) -> bool:
    """Return whether a change of points ends a lead, creates one, or makes or ends a tie."""
    return change != 0 and (lead > 0) - (lead < 0) != (lead + change > 0) - (lead + change < 0)


class ScoreRange(NamedTuple):
    """The fewest and the most points that a kingdom may have."""

    fewest: int
    most: int


def score_range(
    kingdom: Kingdom, doubts: Mapping[Position, Sequence[Square]], points: Callable[[Kingdom], int]
) -> ScoreRange | None:
    """Return the range of points over all combinations of the doubtful squares.

    Args:
        kingdom: The kingdom.
        doubts: What each doubtful square may hold instead.
        points: Scores a kingdom.

    Returns:
        The range; None if a doubtful square may hold anything, or there are more than MAX_COMBINATIONS combinations.
    """
    options = [(kingdom[position], *others) for position, others in doubts.items()]
    if not all(doubts.values()) or prod(map(len, options)) > MAX_COMBINATIONS:
        return None
    totals = []
    for squares in product(*options):
        reading = kingdom
        for position, square in zip(doubts, squares, strict=True):
            reading = reading.with_square(*position, square)
        totals.append(points(reading))
    return ScoreRange(min(totals), max(totals))


def certain_ranks(ranges: Mapping[Player, ScoreRange | None]) -> frozenset[Player]:
    """Return the players who lead or trail each of the others by more than MARGIN points in every combination."""
    return frozenset(
        one
        for one, span in ranges.items()
        if all(
            span and other and (span.most + MARGIN < other.fewest or other.most + MARGIN < span.fewest)
            for another, other in ranges.items()
            if another != one
        )
    )
