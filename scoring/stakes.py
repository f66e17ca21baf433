"""What a doubt is worth: how many points change if a square is something else, and whether that decides the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.kingdom import Kingdom, Position
from scoring.rules import USUAL_RULES, Rules
from scoring.scoresheet import score
from scoring.terrain import Square


def points_at_stake(
    kingdom: Kingdom, position: Position, others: Iterable[Square], rules: Rules = USUAL_RULES
) -> tuple[int, ...]:
    """By how many points the kingdom scores more (below 0: less) with each other square at a position."""
    total = score(kingdom, rules).total
    return tuple(score(kingdom.with_square(*position, other), rules).total - total for other in others)


def in_order_of_stakes(
    kingdom: Kingdom,
    doubts: Mapping[Position, Sequence[Square]],
    rules: Rules = USUAL_RULES,
    leads: Sequence[int] = (),
) -> tuple[Position, ...]:
    """The doubtful squares in the order in which they are best asked about.

    ``doubts`` has what each may be instead; ``leads`` are the points by which this kingdom is ahead of each rival
    (below 0: behind). First come squares that may change who is ahead, then those that may change most points, last
    those that change nothing; of equals the first in reading order.
    """

    def urgency(position: Position) -> tuple[bool, int, Position]:
        changes = points_at_stake(kingdom, position, doubts[position], rules)
        decides = any(_changes_places(change, lead) for change in changes for lead in leads)
        return not decides, -max(map(abs, changes), default=0), position

    return tuple(sorted(doubts, key=urgency))


def _changes_places(change: int, lead: int) -> bool:
    """Whether a change of points takes a lead away, gives one, or makes or ends a tie."""
    return change != 0 and (lead > 0) - (lead < 0) != (lead + change > 0) - (lead + change < 0)
