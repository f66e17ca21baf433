"""What a doubt is worth: how many points change if a square is something else, and whether that decides the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

from scoring.kingdom import Kingdom, Position
from scoring.rules import DEFAULT_RULES, Rules
from scoring.scoresheet import score
from scoring.terrain import Square

MAX_COMBINATIONS = 256  # of one kingdom, that are scored to say what its doubts may change

# Points by which places are apart before they are certain: misread squares that nobody doubts may change as many.
MARGIN = 6

Player = TypeVar("Player", bound=Hashable)


def score_impact(
    kingdom: Kingdom, position: Position, others: Iterable[Square], rules: Rules = DEFAULT_RULES
) -> tuple[int, ...]:
    """By how many points the kingdom scores more (below 0: less) with each other square at a position."""
    total = score(kingdom, rules).total
    return tuple(score(kingdom.with_square(*position, other), rules).total - total for other in others)


def order_by_impact(
    kingdom: Kingdom,
    doubts: Mapping[Position, Sequence[Square]],
    rules: Rules = DEFAULT_RULES,
    leads: Sequence[int] = (),
) -> tuple[Position, ...]:
    """The doubtful squares in the order in which they are best asked about.

    ``doubts`` has what each may be instead; ``leads`` are the points by which this kingdom is ahead of each rival
    (below 0: behind). First come squares that may change who is ahead, then those that may change most points, last
    those that change nothing; of equals the first in reading order.
    """

    def urgency(position: Position) -> tuple[bool, int, Position]:
        changes = score_impact(kingdom, position, doubts[position], rules)
        decides = any(_changes_places(change, lead) for change in changes for lead in leads)
        return not decides, -max(map(abs, changes), default=0), position

    return tuple(sorted(doubts, key=urgency))


def _changes_places(change: int, lead: int) -> bool:
    """True if a change of points takes a lead away, gives one, or makes or ends a tie."""
    return change != 0 and (lead > 0) - (lead < 0) != (lead + change > 0) - (lead + change < 0)


class ScoreRange(NamedTuple):
    """The fewest and the most points that a kingdom may have."""

    fewest: int
    most: int


def score_range(
    kingdom: Kingdom, doubts: Mapping[Position, Sequence[Square]], points: Callable[[Kingdom], int]
) -> ScoreRange | None:
    """The points that a kingdom may have, every doubtful square being what it is or any of its others, all at once.

    ``points`` scores a kingdom. None where nothing can be said: where a doubtful square has no others, so that it may
    be anything, and where there are more than MOST_READINGS ways to read them.
    """
    ways = [(kingdom[position], *others) for position, others in doubts.items()]
    if not all(doubts.values()) or prod(map(len, ways)) > MAX_COMBINATIONS:
        return None
    totals = []
    for squares in product(*ways):
        reading = kingdom
        for position, square in zip(doubts, squares, strict=True):
            reading = reading.with_square(*position, square)
        totals.append(points(reading))
    return ScoreRange(min(totals), max(totals))


def certain_ranks(spans: Mapping[Player, ScoreRange | None]) -> frozenset[Player]:
    """Those ahead of, or behind, each of the others by more than MARGIN points, however doubtful squares are read."""
    return frozenset(
        one
        for one, span in spans.items()
        if all(
            span and other and (span.most + MARGIN < other.fewest or other.most + MARGIN < span.fewest)
            for another, other in spans.items()
            if another != one
        )
    )
