"""Tilings: every way to cover the ground with distinct dominoes, and the orders in which they can be laid.

An exact cover search that always continues at a square with few places left. A tiling can be laid in some order
exactly if laying whatever joins, starting at the castle, reaches every domino: a domino laid never hinders another,
and the grid that holds the finished kingdom holds all that came before it. So only tilings are searched, not
orders, and a branch is left as soon as not even all places still open together would reach everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.dominoes.cover_problem import CoverProblem, Placement, box_suffices

PATIENCE = 40  # steps of the search before it is asked whether the box has enough dominoes at all


class _Step(NamedTuple):
    """A tiling in the making."""

    squares: int  # still to be covered
    free: int  # these and the open ones
    copies: bytes  # dominoes left, by face
    laid: tuple[Placement, ...]
    reached: int  # the castle and all squares laid in a legal order
    waiting: tuple[Placement, ...]  # laid, but nothing reached joins them yet
    places: list[Placement]  # where a domino may still lie
    pivot: int = 0  # the search continues at one of these squares


def iterate_tilings(ground: CoverProblem, copies: bytes | None = None) -> Iterator[tuple[Placement, ...]]:
    """Every tiling of the ground that can be laid in some order, with ``copies`` of each face; by default all in stock.

    Open squares of the ground count as joining anything beside them, so a caller that opens squares has to check
    the kingdom that results. Identical dominoes are interchangeable and make no tiling of their own.
    """
    return _Search(ground, ground.stock.copies if copies is None else copies).start()


def find_tiling(ground: CoverProblem, copies: bytes | None = None) -> tuple[Placement, ...] | None:
    """One such tiling, or None if there is none."""
    return next(iterate_tilings(ground, copies), None)


def is_refuted(ground: CoverProblem, steps: int) -> bool:
    """True if a search of so many steps proves that there is no such tiling."""
    try:
        return next(_Search(ground, ground.stock.copies, steps).start(), None) is None
    except _OutOfSteps:
        return False


def order_placements(ground: CoverProblem, tiling: Iterable[Placement]) -> tuple[Placement, ...]:
    """The dominoes of a tiling in an order in which each can be laid; those that never can are left out."""
    order: list[Placement] = []
    reached, waiting = ground.castle, list(tiling)
    while joining := next((place for place in waiting if place.joins & reached), None):
        order.append(joining)
        reached |= joining.squares
        waiting.remove(joining)
    return tuple(order)


class _OutOfSteps(Exception):  # noqa: N818 - an end of patience, not an error
    """The search has taken all the steps it was given."""


class _Search:
    """One search through the tilings of a ground, with the states that it has found to be dead ends."""

    def __init__(self, ground: CoverProblem, copies: bytes, most_steps: int | None = None) -> None:
        self.ground = ground
        self.copies = copies
        self.most_steps = most_steps
        self.steps = 0
        self.is_hopeless = False
        self.dead_ends: set[tuple[int, int, bytes, frozenset[Placement]]] = set()  # states that no tiling continues

    def start(self) -> Iterator[tuple[Placement, ...]]:
        ground = self.ground
        return self.tilings(_Step(ground.squares, ground.free, self.copies, (), ground.castle, (), list(ground.places)))

    def tilings(self, step: _Step) -> Iterator[tuple[Placement, ...]]:
        self._count_step()
        forced = _forced(step)
        if forced is None or self.is_hopeless:
            return
        if not forced.squares and not forced.waiting:
            yield forced.laid
            return
        key = (forced.squares, forced.free, forced.copies, frozenset(forced.waiting))
        if key in self.dead_ends:
            return
        is_dead_end = True
        for place in forced.places:
            if place.squares & forced.pivot:
                for tiling in self.tilings(_lay(forced, place)):
                    is_dead_end = False
                    yield tiling
        if is_dead_end:
            self.dead_ends.add(key)

    def _count_step(self) -> None:
        if self.steps == self.most_steps:
            raise _OutOfSteps
        self.steps += 1
        if self.steps == PATIENCE:
            ground = self.ground
            self.is_hopeless = not box_suffices(ground.squares, ground.dark, ground.places, self.copies)


def _lay(step: _Step, place: Placement) -> _Step:
    copies = bytearray(step.copies)
    copies[place.face] -= 1
    return step._replace(
        squares=step.squares & ~place.squares,
        free=step.free & ~place.squares,
        copies=bytes(copies),
        laid=(*step.laid, place),
        waiting=(*step.waiting, place),
    )


def _forced(step: _Step) -> _Step | None:
    """The step after every domino that has no alternative is laid, with the next pivot; None at a dead end."""
    while True:
        free, copies = step.free, step.copies
        places = [place for place in step.places if not place.squares & ~free and copies[place.face]]
        reached, waiting = _reach(step.reached, list(step.waiting))
        in_reach, stranded = _reach(reached, waiting + places)
        if step.squares & ~in_reach or any(place in stranded for place in waiting):
            return None
        places = [place for place in places if place not in stranded] if stranded else places
        coverable, twice, thrice = _options(places)
        if step.squares & ~coverable:
            return None
        step = step._replace(reached=reached, waiting=tuple(waiting), places=places)
        single = step.squares & ~twice
        if not single:
            return step._replace(pivot=_pivot(step, thrice))
        for place in places:
            if place.squares & single:
                if place.squares & ~step.free or not step.copies[place.face]:
                    return None
                step = _lay(step, place)


def _reach(reached: int, waiting: list[Placement]) -> tuple[int, list[Placement]]:
    """All squares reached once everything that can join has joined, and what still waits."""
    while True:
        stranded = []
        for place in waiting:
            if place.joins & reached:
                reached |= place.squares
            else:
                stranded.append(place)
        if len(stranded) == len(waiting):
            return reached, stranded
        waiting = stranded


def _options(places: list[Placement]) -> tuple[int, int, int]:
    """The squares with at least one, two and three places."""
    once = twice = thrice = 0
    for place in places:
        squares = place.squares
        thrice |= twice & squares
        twice |= once & squares
        once |= squares
    return once, twice, thrice


def _pivot(step: _Step, thrice: int) -> int:
    """A square with only two places if there is one; when all squares are covered, any place may join the waiting."""
    candidates = step.squares & ~thrice or step.squares
    return candidates & -candidates or step.free
