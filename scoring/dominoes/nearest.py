"""The legal kingdom nearest to an illegal one: the fewest squares to change.

A domino that lies beside a kingdom and was taken for a part of it is a change of its own: without it the kingdom fits
its grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from scoring.boxes import BASE, Box
from scoring.dominoes.cover_problem import cover_problem, shortage
from scoring.dominoes.legality import build_order, default_grid, find_uncoverable
from scoring.dominoes.tilings import iterate_tilings
from scoring.kingdom import Kingdom, Position, position_label
from scoring.message import Message, message
from scoring.rules import GRIDS
from scoring.terrain import CASTLE, EMPTY, Square

Pair = tuple[Position, Position]  # the left or upper square first


@dataclass(frozen=True)
class Change:
    """One square to change so that a kingdom becomes legal."""

    position: Position
    was: Square
    becomes: Square

    @property
    def label(self) -> Message:
        """The change as a player says it: ``row 2, column 4: forest instead of mine with 3 crowns``."""
        place = position_label(self.position)
        return message("{place}: {new} instead of {old}", place=place, new=self.becomes.label, old=self.was.label)


def find_nearest_legal(
    kingdom: Kingdom, grid: int | None = None, most: int = 2, box: Box = BASE
) -> tuple[Change, ...] | None:
    """The fewest changes that make a kingdom legal; none for a legal one, None if more than ``most`` are needed.

    Only squares of the rectangle as it is written are changed; to any square, the castle or empty. Often
    several squares would do: these are the first found. The work grows fast with ``most``.
    """
    grid = grid or default_grid(kingdom)
    if build_order(kingdom, grid, box) is not None:
        return ()
    for number in range(1, most + 1):
        for start in _starts(kingdom, grid, number):
            repaired = _repaired(start, number - len(start.changed), box)
            if repaired is not None:
                squares = zip(kingdom.squares(), repaired.squares(), strict=True)
                return tuple(Change(position, was, new) for (position, was), (_, new) in squares if was != new)
    return None


@dataclass(frozen=True)
class _Start:
    """A kingdom with its one castle, within the grid, and which squares of it had to be changed for that."""

    kingdom: Kingdom
    changed: frozenset[Position]
    open: frozenset[Position]  # of those: former castles, which may now be anything
    within: frozenset[Position]  # the grid as it was laid over the kingdom


def _starts(kingdom: Kingdom, grid: int, most: int) -> Iterator[_Start]:
    """Every choice of a castle and of a grid laid over the kingdom that takes at most so many changes."""
    castles = frozenset(kingdom.castles)
    height, width = min(grid, kingdom.height), min(grid, kingdom.width)
    for top, left in product(range(kingdom.height - height + 1), range(kingdom.width - width + 1)):
        within = frozenset(product(range(top, top + height), range(left, left + width)))
        outside = frozenset(kingdom.tiles) - within
        for castle in sorted(within, key=lambda position: position not in castles):
            changed = outside | castles ^ {castle}
            if len(changed) <= most:
                cleared = _with(kingdom, dict.fromkeys(outside | castles, EMPTY) | {castle: CASTLE})
                yield _Start(cleared, changed, castles & within - {castle}, within)


def _repaired(start: _Start, number: int, box: Box) -> Kingdom | None:
    """A legal kingdom that differs from the start in its open squares and so many more, if there is one.

    A changed square lies on one domino or on none: take that away, and one dark and one light square are bare. So the
    box must not leave more squares uncovered than that. Squares that no dominoes cover together stay so until one of
    them or of their neighbours changes: a change must touch each such group.
    """
    kingdom = start.kingdom
    ground = cover_problem([kingdom], start.open, box)
    if number < 0 or shortage(ground.squares, ground.dark, ground.places, ground.stock.copies) > number:
        return None
    groups = [ground.positions(squares) for squares in find_uncoverable(ground.in_any_order())]
    suspects = [frozenset(group).union(*(kingdom.neighbours(position) for position in group)) for group in groups]
    changeable = sorted(position for position in start.within - start.open if not kingdom[position].is_castle)
    for more in combinations(changeable, number):
        if all(not group.isdisjoint(more) for group in suspects):
            legal = _legal_with_open(kingdom, start.open.union(more), box)
            if legal is not None:
                return legal
    return None


def _legal_with_open(kingdom: Kingdom, opened: frozenset[Position], box: Box) -> Kingdom | None:
    """A legal kingdom that differs only in the open squares."""
    ground = cover_problem([kingdom], opened, box)
    for tiling in iterate_tilings(ground):
        kinds = {
            position: ground.stock.kinds[kind]
            for place in tiling
            for (_, position), kind in zip(ground.halves(place), place.kinds, strict=True)
        }
        laid = _with(kingdom, {position: kinds.get(position, EMPTY) for position in opened})
        if build_order(laid, box=box) is not None:  # what open squares join was only supposed
            return laid
    return None


def _with(kingdom: Kingdom, squares: Mapping[Position, Square]) -> Kingdom:
    for (row, column), square in squares.items():
        kingdom = kingdom.with_square(row, column, square)
    return kingdom


def find_stray_dominoes(kingdom: Kingdom, box: Box = BASE) -> tuple[Pair, ...]:
    """The pairs of squares without which a kingdom fits a grid that it is too wide for, and can have been laid."""
    grid = min(GRIDS) if _fits(kingdom, max(GRIDS)) else max(GRIDS)
    if _fits(kingdom, grid) or kingdom.tile_count > grid**2 + 2:
        return ()
    land = {position for position, square in kingdom.squares() if square.terrain is not None}
    beside = (((r, c), other) for r, c in sorted(land) for other in ((r, c + 1), (r + 1, c)))
    rests = ((pair, remove_pair(kingdom, pair)) for pair in beside if pair[1] in land)
    return tuple(pair for pair, rest in rests if _fits(rest, grid) and build_order(rest, grid, box) is not None)


def remove_pair(kingdom: Kingdom, pair: Pair) -> Kingdom:
    """The kingdom with these two squares empty."""
    return _with(kingdom, dict.fromkeys(pair, EMPTY))


def _fits(kingdom: Kingdom, grid: int) -> bool:
    tiles = kingdom.crop()
    return max(tiles.height, tiles.width) <= grid
