"""A domino that lies beside a kingdom and was taken for a part of it: without it the kingdom fits its grid."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.boxes import BASE, Box
from scoring.dominoes.legality import build_order
from scoring.kingdom import Kingdom, Position
from scoring.rules import GRIDS
from scoring.terrain import EMPTY

FEW_SQUARES = 36  # of a kingdom in the larger grid, which has 49: with so few it is a small one and what lies beside it

Pair = tuple[Position, Position]  # the left or upper square first


def loose_dominoes(kingdom: Kingdom, box: Box = BASE) -> tuple[Pair, ...]:
    """The pairs of squares without which a kingdom too wide for its grid fits it and can have been laid."""
    grid = min(GRIDS) if kingdom.taken <= FEW_SQUARES else max(GRIDS)
    if _fits(kingdom, grid):
        return ()
    rests = ((pair, without(kingdom, pair)) for pair in _pairs(kingdom))
    return tuple(pair for pair, rest in rests if _fits(rest, grid) and build_order(rest, grid, box) is not None)


def without(kingdom: Kingdom, pair: Pair) -> Kingdom:
    """The kingdom with these two squares empty."""
    for position in pair:
        kingdom = kingdom.with_square(*position, EMPTY)
    return kingdom


def _fits(kingdom: Kingdom, grid: int) -> bool:
    tiles = kingdom.trimmed()
    return max(tiles.height, tiles.width) <= grid


def _pairs(kingdom: Kingdom) -> Iterator[Pair]:
    """All neighbouring squares that may be a domino."""
    land = {position for position, square in kingdom.squares() if not (square.is_empty or square.is_castle)}
    for row, column in sorted(land):
        yield from (((row, column), other) for other in ((row, column + 1), (row + 1, column)) if other in land)
