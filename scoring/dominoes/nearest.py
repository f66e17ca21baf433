"""The legal kingdom nearest to an illegal one: the fewest squares to change.

A domino that lies beside a kingdom and was taken for a part of it is a change of its own: without it the kingdom fits
its grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.boxes import BASE, Box
from scoring.dominoes.ground import CoverProblem, Placement, cover_problem, shortage
from scoring.dominoes.legality import build_order, uncoverable, usual_grid
from scoring.dominoes.tilings import tilings
from scoring.kingdom import Kingdom, Position, place_name
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
    def words(self) -> Message:
        """The change as a player says it: ``row 2, column 4: forest instead of mine with 3 crowns``."""
        place = place_name(self.position)
        return message("{place}: {new} instead of {old}", place=place, new=self.becomes.words, old=self.was.words)


def nearest_legal(
    kingdom: Kingdom, grid: int | None = None, most: int = 2, box: Box = BASE
) -> tuple[Change, ...] | None:
    """The fewest changes that make a kingdom legal; none for a legal one, None if more than ``most`` are needed.

    Only squares of the rectangle as it is written are changed; to any square, the castle or empty. Often
    several squares would do: these are the first found. The work grows fast with ``most``.
    """
    grid = grid or usual_grid(kingdom)
    if build_order(kingdom, grid, box) is not None:
        return ()
    for number in range(1, most + 1):
        for start in _starts(kingdom, grid, number):
            repaired = _repaired(start, number - len(start.changed), box)
            if repaired is not None:
                return _changes(kingdom, repaired)
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
    for within in _windows(kingdom, grid):
        outside = frozenset(p for p, square in kingdom.squares() if not square.is_empty) - within
        for castle in sorted(within, key=lambda position: position not in castles):
            changed = outside | castles ^ {castle}
            if len(changed) <= most:
                cleared = _with(kingdom, dict.fromkeys(outside | castles, EMPTY) | {castle: CASTLE})
                yield _Start(cleared, changed, castles & within - {castle}, within)


def _windows(kingdom: Kingdom, grid: int) -> Iterator[frozenset[Position]]:
    height, width = min(grid, kingdom.height), min(grid, kingdom.width)
    for top in range(kingdom.height - height + 1):
        for left in range(kingdom.width - width + 1):
            yield frozenset((r, c) for r in range(top, top + height) for c in range(left, left + width))


def _repaired(start: _Start, number: int, box: Box) -> Kingdom | None:
    """A legal kingdom that differs from the start in its open squares and so many more, if there is one."""
    if number < 0 or _lacks_dominoes(start, number, box):
        return None
    suspects = _suspects(start, box)
    changeable = sorted(position for position in start.within - start.open if not start.kingdom[position].is_castle)
    for more in combinations(changeable, number):
        if all(not group.isdisjoint(more) for group in suspects):
            legal = _legal_with_open(start.kingdom, start.open.union(more), box)
            if legal is not None:
                return legal
    return None


def _lacks_dominoes(start: _Start, number: int, box: Box) -> bool:
    """True if the box leaves more squares uncovered than so many changes can mend.

    A changed square lies on one domino or on none: take that away, and one dark and one light square are bare.
    """
    ground = cover_problem([start.kingdom], start.open, box)
    return shortage(ground.squares, ground.dark, ground.places, ground.stock.copies) > number


def _suspects(start: _Start, box: Box) -> list[frozenset[Position]]:
    """Groups of squares; a change must touch each.

    Squares that no dominoes cover together stay so until one of them or of their neighbours changes.
    """
    kingdom = start.kingdom
    ground = cover_problem([kingdom], start.open, box)
    groups = [ground.positions(squares) for squares in uncoverable(ground.in_any_order())]
    return [frozenset(group).union(*(kingdom.neighbours(position) for position in group)) for group in groups]


def _legal_with_open(kingdom: Kingdom, opened: frozenset[Position], box: Box) -> Kingdom | None:
    """A legal kingdom that differs only in the open squares."""
    ground = cover_problem([kingdom], opened, box)
    for tiling in tilings(ground):
        laid = _with(kingdom, dict.fromkeys(opened, EMPTY) | dict(_open_squares(ground, tiling, opened)))
        if build_order(laid, box=box) is not None:  # what open squares join was only supposed
            return laid
    return None


def _open_squares(
    ground: CoverProblem, tiling: tuple[Placement, ...], opened: frozenset[Position]
) -> Iterator[tuple[Position, Square]]:
    """The squares that a tiling lays on the open ones."""
    for place in tiling:
        for (_, position), kind in zip(ground.halves(place), place.kinds, strict=True):
            if position in opened:
                yield position, ground.stock.kinds[kind]


def _with(kingdom: Kingdom, squares: Mapping[Position, Square]) -> Kingdom:
    for (row, column), square in squares.items():
        kingdom = kingdom.with_square(row, column, square)
    return kingdom


def _changes(before: Kingdom, after: Kingdom) -> tuple[Change, ...]:
    pairs = ((position, was, after[position]) for position, was in before.squares())
    return tuple(Change(position, was, becomes) for position, was, becomes in pairs if was != becomes)


def loose_dominoes(kingdom: Kingdom, box: Box = BASE) -> tuple[Pair, ...]:
    """The pairs of squares without which a kingdom fits a grid that it is too wide for, and can have been laid."""
    grid = min(GRIDS) if _fits(kingdom, max(GRIDS)) else max(GRIDS)
    if _fits(kingdom, grid) or kingdom.taken > grid**2 + 2:
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
