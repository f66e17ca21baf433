"""The legal kingdom nearest to an illegal one: the fewest squares to change; and dominoes that lie beside a kingdom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from scoring.boxes import BASE, Box
from scoring.dominoes.cover_problem import build_cover_problem
from scoring.dominoes.grid import default_grid
from scoring.dominoes.legality import build_order, find_uncoverable
from scoring.dominoes.tilings import iterate_tilings
from scoring.kingdom import Kingdom, Position
from scoring.message import Described
from scoring.rules import GRIDS
from scoring.terrain import CASTLE, EMPTY, Square

Pair = tuple[Position, Position]  # the left or upper square first


@dataclass(frozen=True)
class Change(Described):
    """One square to change so that a kingdom becomes legal; ``str(change)`` is the English sentence.

    Attributes:
        position: The square.
        was: What it holds in the illegal kingdom.
        becomes: What it holds in the legal one.
    """

    position: Position
    was: Square
    becomes: Square


def find_nearest_legal(
    kingdom: Kingdom, grid: int | None = None, most: int = 2, box: Box = BASE
) -> tuple[Change, ...] | None:
    """Return the fewest changes that make a kingdom legal; None if more than ``most`` are needed.

    Only squares of the rectangle as it is written change, to any square, the castle or empty. Often several changes
    would do: these are the first found. The work grows fast with ``most``.

    Args:
        kingdom: The kingdom.
        grid: Side of the grid in squares; by default ``default_grid(kingdom)``.
        most: The most changes to try.
        box: The boxes in play.

    Example:
        >>> [str(change) for change in find_nearest_legal(Kingdom.parse("w3wC"))]
        ['row 1, column 1: wheat instead of wheat with 3 crowns']
    """
    grid = grid or default_grid(kingdom)
    if build_order(kingdom, grid, box) is not None:
        return ()
    for number in range(1, most + 1):
        for start in _iterate_starts(kingdom, grid, number):
            repaired = _repair(start, number - len(start.changed), box)
            if repaired is not None:
                squares = zip(kingdom.squares(), repaired.squares(), strict=True)
                return tuple(Change(position, was, new) for (position, was), (_, new) in squares if was != new)
    return None


@dataclass(frozen=True)
class _Start:
    """A kingdom with one castle and nothing outside the grid.

    Attributes:
        kingdom: The kingdom.
        changed: The squares that had to change for that.
        wildcards: Those of them that held another castle, and may now hold anything.
        within: The grid as it was laid over the kingdom.
    """

    kingdom: Kingdom
    changed: frozenset[Position]
    wildcards: frozenset[Position]
    within: frozenset[Position]


def _iterate_starts(kingdom: Kingdom, grid: int, most: int) -> Iterator[_Start]:
    """Try every castle and every grid laid over the kingdom that take at most so many changes."""
    castles = frozenset(kingdom.castles)
    height, width = min(grid, kingdom.height), min(grid, kingdom.width)
    for top, left in product(range(kingdom.height - height + 1), range(kingdom.width - width + 1)):
        within = frozenset(product(range(top, top + height), range(left, left + width)))
        outside = frozenset(kingdom.tiles) - within
        for castle in sorted(within, key=lambda position: position not in castles):
            changed = outside | castles ^ {castle}
            if len(changed) <= most:
                cleared = _replace_squares(kingdom, dict.fromkeys(outside | castles, EMPTY) | {castle: CASTLE})
                yield _Start(cleared, changed, castles & within - {castle}, within)


def _repair(start: _Start, number: int, box: Box) -> Kingdom | None:
    """Return a legal kingdom that differs from the start in its wildcards and so many more squares, if there is one.

    A changed square is on one domino or on none. Remove that domino, and one dark and one light square are uncovered:
    so the box must not leave more squares uncovered than there are changes. Squares that no dominoes cover together
    stay so until one of them or of their neighbours changes: a change must touch each such group.
    """
    kingdom = start.kingdom
    problem = build_cover_problem([kingdom], start.wildcards, box)
    if number < 0 or problem.count_shortage(problem.supply.copies) > number:
        return None
    groups = [problem.positions(squares) for squares in find_uncoverable(problem.in_any_order())]
    suspects = [frozenset(group).union(*(kingdom.neighbours(position) for position in group)) for group in groups]
    changeable = sorted(position for position in start.within - start.wildcards if not kingdom[position].is_castle)
    for more in combinations(changeable, number):
        if all(not group.isdisjoint(more) for group in suspects):
            legal = _fill_wildcards(kingdom, start.wildcards.union(more), box)
            if legal is not None:
                return legal
    return None


def _fill_wildcards(kingdom: Kingdom, wildcards: frozenset[Position], box: Box) -> Kingdom | None:
    """Return a legal kingdom that differs only in the wildcards, if there is one."""
    problem = build_cover_problem([kingdom], wildcards, box)
    for tiling in iterate_tilings(problem):
        kinds = {
            position: problem.supply.kinds[kind]
            for placement in tiling
            for (_, position), kind in zip(problem.halves(placement), placement.kinds, strict=True)
        }
        filled = _replace_squares(kingdom, {position: kinds.get(position, EMPTY) for position in wildcards})
        if build_order(filled, box=box) is not None:  # the search assumes that wildcards connect anything
            return filled
    return None


def _replace_squares(kingdom: Kingdom, squares: Mapping[Position, Square]) -> Kingdom:
    for (row, column), square in squares.items():
        kingdom = kingdom.with_square(row, column, square)
    return kingdom


def find_stray_dominoes(kingdom: Kingdom, box: Box = BASE) -> tuple[Pair, ...]:
    """Return each pair of squares without which a kingdom fits a grid that it is too wide for, and is legal.

    Such a pair may be a domino that lies beside the kingdom in a photo.

    Example:
        >>> find_stray_dominoes(Kingdom.parse("wwCllss"))
        (((0, 5), (0, 6)),)
    """
    grid = min(GRIDS) if _fits(kingdom, max(GRIDS)) else max(GRIDS)
    if _fits(kingdom, grid) or kingdom.tile_count > grid**2 + 2:
        return ()
    land = {position for position, square in kingdom.squares() if square.terrain is not None}
    adjacent = (((r, c), other) for r, c in sorted(land) for other in ((r, c + 1), (r + 1, c)))
    rests = ((pair, remove_pair(kingdom, pair)) for pair in adjacent if pair[1] in land)
    return tuple(pair for pair, rest in rests if _fits(rest, grid) and build_order(rest, grid, box) is not None)


def remove_pair(kingdom: Kingdom, pair: Pair) -> Kingdom:
    """Return the kingdom with these two squares empty."""
    return _replace_squares(kingdom, dict.fromkeys(pair, EMPTY))


def _fits(kingdom: Kingdom, grid: int) -> bool:
    tiles = kingdom.crop()
    return max(tiles.height, tiles.width) <= grid
