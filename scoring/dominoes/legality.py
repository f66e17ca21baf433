"""Legality of a kingdom: the dominoes that build it and their order, or the rules it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from scoring.boxes import BASE, FACES_BY_NUMBER, Box
from scoring.dominoes.cover_problem import CoverProblem, Placement, build_cover_problem
from scoring.dominoes.grid import default_grid, find_grid_problem, grid_with_gaps, squares_outside
from scoring.dominoes.tilings import find_tiling, is_refuted, iterate_tilings, order_placements
from scoring.kingdom import Kingdom, Position
from scoring.problem import Problem, Rule
from scoring.terrain import MAX_CROWNS, Square
from scoring.type_check import check_type

__all__ = ["PlacedDomino", "Rule", "build_order", "default_grid", "find_problems", "grid_with_gaps"]

REFUTING_STEPS = 60  # of each search for the squares to blame; more steps would keep a player waiting
EXAMPLES = 50  # tilings searched for one that leaves few squares over
OVERSIZE_STEPS = 500  # of the search on kingdoms larger than the grid, which are illegal anyway
UNCOVERABLE = {
    Rule.NO_SUCH_CROWNS,
    Rule.NO_SUCH_TERRAIN,
    Rule.TOO_MANY_OF_TERRAIN,
    Rule.TOO_MANY_CROWNED,
    Rule.TOO_MANY_CROWNLESS,
}


@dataclass(frozen=True)
class PlacedDomino:
    """A domino on the board: its number, and the positions of its two squares in printed order."""

    number: int
    squares: tuple[Position, Position]


def find_problems(kingdom: Kingdom, grid: int | None = None, box: Box = BASE) -> tuple[Problem, ...]:
    """Return everything that the rules forbid in a finished kingdom; empty exactly for a legal one.

    A finished kingdom is legal if it has one castle, lies within the grid, and its other squares can be cut into
    distinct dominoes of the box that can be placed in some order, each step legal (rulebook, connection rules).

    Args:
        kingdom: The kingdom.
        grid: Side of the grid in squares; by default ``default_grid(kingdom)``.
        box: The boxes in play.

    Example:
        >>> [str(problem) for problem in find_problems(Kingdom.parse("w3wC"))]
        ['3 crowns on a wheat square do not exist: row 1, column 1']
    """
    check_type("kingdom", kingdom, Kingdom, "read one from a code with Kingdom.parse(text)")
    grid = grid or default_grid(kingdom)
    if build_order(kingdom, grid, box) is not None:
        return ()
    simple = (
        *_check_castle(kingdom),
        *find_grid_problem(kingdom, grid),
        *_check_squares(kingdom, box),
        *_check_connection(kingdom),
    )
    known = {problem.rule for problem in simple}
    if known & UNCOVERABLE:
        return simple  # no dominoes cover such squares, so a search would only repeat the problem
    return simple + tuple(_check_dominoes(kingdom, known, box))


def build_order(kingdom: Kingdom, grid: int | None = None, box: Box = BASE) -> tuple[PlacedDomino, ...] | None:
    """Return the dominoes of a legal kingdom in an order in which each placement was legal; None for an illegal one.

    Each step follows the connection rules of the rulebook. Other dominoes and orders may build it, too. Of dominoes
    with the same face the lowest number is placed first.

    Example:
        >>> build_order(Kingdom.parse("wwC"))
        (PlacedDomino(number=1, squares=((0, 0), (0, 1))),)
    """
    if len(kingdom.castles) != 1 or squares_outside(kingdom, grid or default_grid(kingdom)):
        return None
    problem = build_cover_problem([kingdom], box=box)
    tiling = find_tiling(problem)
    return None if tiling is None else number_dominoes(problem, order_placements(problem, tiling))


def number_dominoes(problem: CoverProblem, tiling: Iterable[Placement]) -> tuple[PlacedDomino, ...]:
    """Return the dominoes of a tiling by number, in the same order."""
    used: Counter[int] = Counter()
    dominoes = []
    for placement in tiling:
        number = problem.supply.numbers[placement.face][used[placement.face]]
        used[placement.face] += 1
        (_, first), (_, second) = problem.halves(placement)
        is_turned = problem.supply.kinds[placement.kinds[0]] != FACES_BY_NUMBER[number][0]
        dominoes.append(PlacedDomino(number, (second, first) if is_turned else (first, second)))
    return tuple(dominoes)


def _check_castle(kingdom: Kingdom) -> Iterator[Problem]:
    castles = kingdom.castles
    if not castles:
        yield Problem(Rule.NO_CASTLE)
    if len(castles) > 1:
        yield Problem(Rule.SEVERAL_CASTLES, castles, {"castles": len(castles)})


def _check_squares(kingdom: Kingdom, box: Box) -> Iterator[Problem]:
    """Find squares that no domino has, and more squares of a kind than all dominoes have (rulebook, last page)."""
    for position, square in kingdom.squares():
        if square.terrain is not None and square not in box.squares:
            rule = Rule.NO_SUCH_CROWNS if square.terrain in box.terrains else Rule.NO_SUCH_TERRAIN
            yield Problem(rule, (position,), {"crowns": square.crowns, "terrain": square.terrain})
    placed = [(position, square) for position, square in kingdom.squares() if square in box.squares]
    for terrain in box.terrains:
        here = tuple(position for position, square in placed if square.terrain is terrain)
        there = sum(box.squares.get(Square(terrain, crowns), 0) for crowns in range(MAX_CROWNS + 1))
        if len(here) > there:
            counts = {"here": len(here), "terrain": terrain, "there": there}
            yield Problem(Rule.TOO_MANY_OF_TERRAIN, here, counts)
    for kind, there in box.squares.items():
        here = tuple(position for position, square in placed if square == kind)
        if len(here) > there:
            rule = Rule.TOO_MANY_CROWNED if kind.crowns else Rule.TOO_MANY_CROWNLESS
            yield Problem(rule, here, {"here": len(here), "square": kind, "there": there})


def _check_connection(kingdom: Kingdom) -> Iterator[Problem]:
    """Find squares that no chain of adjacent squares connects to the castle; without one, to the largest part."""
    parts = _split_into_parts(kingdom)
    if len(parts) < 2:
        return
    main = max(parts, key=lambda part: (any(kingdom[position].is_castle for position in part), len(part)))
    for part in parts:
        if part is not main:
            yield Problem(Rule.CUT_OFF, tuple(sorted(part)))


def _split_into_parts(kingdom: Kingdom) -> list[list[Position]]:
    unseen = set(kingdom.tiles)
    parts = []
    for start, _ in kingdom.squares():
        if start in unseen:
            unseen.discard(start)
            part = [start]
            for position in part:  # grows during the walk
                near = [n for n in kingdom.neighbours(position) if n in unseen]
                unseen.difference_update(near)
                part += near
            parts.append(part)
    return parts


def _check_dominoes(kingdom: Kingdom, known: set[StrEnum], box: Box) -> Iterator[Problem]:
    """Find why no dominoes cover the squares, or why no order of those that do is legal."""
    problem = build_cover_problem([kingdom], box=box)
    number = problem.squares.bit_count()
    if number % 2 and problem.castle:
        yield Problem(Rule.ODD_NUMBER, (), {"number": number})
    unmatched = problem.squares & ~problem.coverable
    for position in problem.positions(unmatched):
        yield Problem(Rule.NO_DOMINO, (position,), {"square": kingdom[position]})
    if number % 2 or unmatched:
        return
    blamed = find_uncoverable(problem.in_any_order(), exactly=Rule.OUTSIDE_GRID not in known)
    for squares in blamed:
        positions = problem.positions(squares)
        yield Problem(Rule.NO_COVER, positions, {"number": len(positions)})
    if not blamed and not known:
        yield _find_order_problem(problem)


def find_uncoverable(problem: CoverProblem, *, exactly: bool = True) -> list[int]:
    """Return minimal sets of squares, as bits, that no distinct dominoes cover together.

    Args:
        problem: The cover problem, where dominoes may be placed in any order.
        exactly: Whether to search until it is certain that the rest can be covered.
    """
    blamed: list[int] = []
    left = problem
    while find_tiling(left) is None if exactly else is_refuted(left, OVERSIZE_STEPS):
        core = left.squares
        for bit in range(len(problem.cells)):
            fewer = core & ~(1 << bit)
            if fewer != core and is_refuted(problem.with_required(fewer), REFUTING_STEPS):
                core = fewer
        blamed.append(core)
        left = problem.with_required(left.squares & ~core)
    return blamed


def _find_order_problem(problem: CoverProblem) -> Problem:
    """Return the fewest squares left over by the legal placements of some tilings."""
    some = islice(iterate_tilings(problem.in_any_order()), EXAMPLES)
    orders = (order_placements(problem, problem.with_adjacency(tiling)) for tiling in some)
    left = (problem.squares & ~sum(placement.squares for placement in order) for order in orders)
    return Problem(Rule.NO_ORDER, problem.positions(min(left, key=int.bit_count)))
