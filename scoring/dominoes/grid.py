"""The grid of a kingdom: which squares lie outside it."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.kingdom import Kingdom, Position
from scoring.problem import Problem, Rule
from scoring.rules import smallest_grid


def default_grid(kingdom: Kingdom) -> int:
    """Return the side of the smallest grid that a kingdom fits; the largest grid if it fits none.

    Example:
        >>> default_grid(Kingdom.parse("wwwCwwww"))
        7
    """
    kingdom = kingdom.crop()
    return smallest_grid(max(kingdom.height, kingdom.width))


def grid_with_gaps(kingdom: Kingdom) -> int:
    """Return the side of the grid of a kingdom that is written with its gaps."""
    return smallest_grid(max(kingdom.height, kingdom.width))


def find_grid_problem(kingdom: Kingdom, grid: int) -> Iterator[Problem]:
    """Find the squares outside a grid of ``grid`` squares a side, as one problem."""
    outside = squares_outside(kingdom, grid)
    if outside:
        shape = kingdom.crop()
        size = {"number": len(outside), "height": shape.height, "width": shape.width, "grid": grid}
        yield Problem(Rule.OUTSIDE_GRID, outside, size)


def squares_outside(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    """Return the fewest squares that can lie outside, however the grid is laid over the kingdom."""
    if max(kingdom.height, kingdom.width) <= grid:
        return ()
    tiles = kingdom.tiles
    corners = ((top, left) for top in range(kingdom.height) for left in range(kingdom.width))
    found = (
        tuple((r, c) for r, c in tiles if not (top <= r < top + grid and left <= c < left + grid))
        for top, left in corners
        if top == 0 or top + grid <= kingdom.height
        if left == 0 or left + grid <= kingdom.width
    )
    return min(found, key=len)
