"""Exact cover search: every way to cover a kingdom with distinct dominoes that can be placed in some order.

The search branches on a square with few placements left (minimum remaining values) and remembers dead ends. A tiling
can be placed in some order exactly if placing whatever is adjacent, starting at the castle, connects every domino: a
placed domino never blocks another, and the grid that holds the finished kingdom holds every kingdom before it. So only
tilings are searched, not orders, and a branch is cut as soon as not even all placements left together would connect
everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.dominoes.cover_problem import CoverProblem, Placement

FLOW_CHECK_AFTER_STEPS = 40  # short searches are cheaper than the flow that shows whether the box has enough dominoes


class _State(NamedTuple):
    """A partial tiling.

    Attributes:
        squares: The squares still to cover.
        free: These and the wildcards left.
        copies: The dominoes left, by face.
        placed: The dominoes placed.
        connected: The castle and the squares of all dominoes placed in a legal order.
        pending: Placed dominoes that are not yet adjacent to anything connected.
        placements: The placements left.
        pivot: The squares at one of which the search continues.
    """

    squares: int
    free: int
    copies: bytes
    placed: tuple[Placement, ...]
    connected: int
    pending: tuple[Placement, ...]
    placements: list[Placement]
    pivot: int = 0


def iterate_tilings(problem: CoverProblem, copies: bytes | None = None) -> Iterator[tuple[Placement, ...]]:
    """Iterate over the tilings that can be placed in some order.

    Wildcards count as adjacent to anything, so a caller that uses them has to check the resulting kingdom. Identical
    dominoes are interchangeable and give no further tilings.

    Args:
        problem: The cover problem.
        copies: The dominoes available by face; by default the whole supply.
    """
    return _Search(problem, problem.supply.copies if copies is None else copies).start()


def find_tiling(problem: CoverProblem, copies: bytes | None = None) -> tuple[Placement, ...] | None:
    """Return the first tiling of ``iterate_tilings``, or None if there is none."""
    return next(iterate_tilings(problem, copies), None)


def is_refuted(problem: CoverProblem, steps: int) -> bool:
    """Return whether a search of so many steps proves that there is no tiling."""
    try:
        return next(_Search(problem, problem.supply.copies, steps).start(), None) is None
    except StepLimitExceeded:
        return False


def order_placements(problem: CoverProblem, tiling: Iterable[Placement]) -> tuple[Placement, ...]:
    """Return a tiling in an order in which each domino can be placed; those that never can are left out."""
    order: list[Placement] = []
    connected, pending = problem.castle, list(tiling)
    while following := next((placement for placement in pending if placement.adjacent_mask & connected), None):
        order.append(following)
        connected |= following.squares
        pending.remove(following)
    return tuple(order)


class StepLimitExceeded(Exception):  # noqa: N818 - a result, not an error
    """The search has used all its steps."""


class _Search:
    """A depth-first search for tilings that remembers dead ends."""

    def __init__(self, problem: CoverProblem, copies: bytes, max_steps: int | None = None) -> None:
        self.problem = problem
        self.copies = copies
        self.max_steps = max_steps
        self.steps = 0
        self.is_hopeless = False
        self.dead_ends: set[tuple[int, int, bytes, frozenset[Placement]]] = set()  # states that no tiling continues

    def start(self) -> Iterator[tuple[Placement, ...]]:
        problem = self.problem
        return self.tilings(
            _State(problem.squares, problem.free, self.copies, (), problem.castle, (), list(problem.placements))
        )

    def tilings(self, state: _State) -> Iterator[tuple[Placement, ...]]:
        """Iterate over the tilings that continue a state."""
        self._count_step()
        reduced = _place_forced(state)
        if reduced is None or self.is_hopeless:
            return
        if not reduced.squares and not reduced.pending:
            yield reduced.placed
            return
        key = (reduced.squares, reduced.free, reduced.copies, frozenset(reduced.pending))
        if key in self.dead_ends:
            return
        is_dead_end = True
        for placement in reduced.placements:
            if placement.squares & reduced.pivot:
                for tiling in self.tilings(_add(reduced, placement)):
                    is_dead_end = False
                    yield tiling
        if is_dead_end:
            self.dead_ends.add(key)

    def _count_step(self) -> None:
        if self.steps == self.max_steps:
            raise StepLimitExceeded
        self.steps += 1
        if self.steps == FLOW_CHECK_AFTER_STEPS:
            self.is_hopeless = self.problem.count_shortage(self.copies) > 0


def _add(state: _State, placement: Placement) -> _State:
    copies = bytearray(state.copies)
    copies[placement.face] -= 1
    return state._replace(
        squares=state.squares & ~placement.squares,
        free=state.free & ~placement.squares,
        copies=bytes(copies),
        placed=(*state.placed, placement),
        pending=(*state.pending, placement),
    )


def _place_forced(state: _State) -> _State | None:
    """Place every domino without an alternative and choose the next pivot; return None at a dead end."""
    while True:
        free, copies = state.free, state.copies
        placements = [one for one in state.placements if not one.squares & ~free and copies[one.face]]
        connected, pending = _connect(state.connected, list(state.pending))
        in_reach, stranded = _connect(connected, pending + placements)
        if state.squares & ~in_reach or any(placement in stranded for placement in pending):
            return None
        placements = [one for one in placements if one not in stranded] if stranded else placements
        coverable, twice, thrice = _count_options(placements)
        if state.squares & ~coverable:
            return None
        state = state._replace(connected=connected, pending=tuple(pending), placements=placements)
        single = state.squares & ~twice
        if not single:
            return state._replace(pivot=_choose_pivot(state, thrice))
        for placement in placements:
            if placement.squares & single:
                if placement.squares & ~state.free or not state.copies[placement.face]:  # taken by another one
                    return None
                state = _add(state, placement)


def _connect(connected: int, pending: list[Placement]) -> tuple[int, list[Placement]]:
    """Connect all dominoes that can be; return the connected squares and the dominoes left."""
    while True:
        stranded = []
        for placement in pending:
            if placement.adjacent_mask & connected:
                connected |= placement.squares
            else:
                stranded.append(placement)
        if len(stranded) == len(pending):
            return connected, stranded
        pending = stranded


def _count_options(placements: list[Placement]) -> tuple[int, int, int]:
    """Return the squares with at least one, two and three placements."""
    once = twice = thrice = 0
    for placement in placements:
        squares = placement.squares
        thrice |= twice & squares
        twice |= once & squares
        once |= squares
    return once, twice, thrice


def _choose_pivot(state: _State, thrice: int) -> int:
    """Return a square with only two placements if there is one; once all squares are covered, every free square."""
    candidates = state.squares & ~thrice or state.squares
    return candidates & -candidates or state.free
