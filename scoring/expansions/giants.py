"""Giants of Age of Giants: each stands on a crown, which is then worth nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from scoring.kingdom import Kingdom, at_place
from scoring.message import message, plural
from scoring.pieces import Pieces
from scoring.problem import Problem
from scoring.territories import counted_crowns

MOST = 6  # giants in the box


class Rule(StrEnum):
    """What giants can break."""

    GIANTS = "giants"  # no more than crowns on their square, and than the box has


def problems(kingdom: Kingdom, pieces: Pieces) -> Iterator[Problem]:
    """Giants that stand where no crown is left for them."""
    crowns = pieces.without_giants.crowns_on(kingdom)
    for position, giants in pieces.giants:
        here = crowns.get(position, 0)
        if giants > here:
            many = plural(
                giants,
                "{number} giant on {crowns}, and each needs one",
                "{number} giants on {crowns}, and each needs one",
                crowns=counted_crowns(here),
            )
            yield Problem(at_place(position, many), (position,), Rule.GIANTS)


def too_many(pieces: Iterable[Pieces]) -> Iterator[Problem]:
    """More giants on a table than the box has."""
    giants = sum(count for one in pieces for _, count in one.giants)
    if giants > MOST:
        yield Problem(message("{here} giants; the box has {there}", here=giants, there=MOST), (), Rule.GIANTS)
