"""The territories of a kingdom: connected squares of one terrain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.kingdom import Kingdom, Position
from scoring.message import Described
from scoring.terrain import Terrain


@dataclass(frozen=True, slots=True)
class Territory(Described):
    """Squares of one terrain connected horizontally or vertically (rulebook, end of game).

    Attributes:
        terrain: The terrain.
        squares: The positions, row by row.
        crowns: The number of crowns on all squares.
    """

    terrain: Terrain
    squares: tuple[Position, ...]
    crowns: int

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.squares)

    @property
    def points(self) -> int:
        """Squares times crowns: a territory without a crown scores nothing."""
        return len(self.squares) * self.crowns


def find_territories(kingdom: Kingdom) -> tuple[Territory, ...]:
    """Return the territories of a kingdom: most points first, then most squares, then in reading order.

    Castle and empty squares belong to none, and corners do not connect (rulebook, end of game). The kingdom may be
    illegal.

    Example:
        >>> [(one.terrain.value, one.points) for one in find_territories(Kingdom.parse("w1w/Cf1"))]
        [('wheat', 2), ('forest', 1)]
    """
    positions, neighbours = _grid(kingdom.height, kingdom.width)
    squares = [square for row in kingdom.rows for square in row]
    unclaimed = [square.terrain for square in squares]
    found = []
    for start, terrain in enumerate(unclaimed):
        if terrain is None:
            continue
        unclaimed[start] = None
        territory = [start]
        for index in territory:  # grows during the walk, until no neighbour is left
            for near in neighbours[index]:
                if unclaimed[near] is terrain:
                    unclaimed[near] = None
                    territory.append(near)
        territory.sort()
        crowns = sum([squares[index].crowns for index in territory])
        found.append(Territory(terrain, tuple([positions[index] for index in territory]), crowns))
    found.sort(key=_order, reverse=True)  # stable: equals stay in reading order
    return tuple(found)


def replace_crowns(territories: Iterable[Territory], crowns: Mapping[Position, int]) -> tuple[Territory, ...]:
    """Return the territories with other crowns on their squares, in their new order."""
    counted = [replace(t, crowns=sum([crowns.get(position, 0) for position in t.squares])) for t in territories]
    in_reading_order = sorted(counted, key=lambda territory: territory.squares[0])
    return tuple(sorted(in_reading_order, key=_order, reverse=True))


def _order(territory: Territory) -> tuple[int, int]:
    size = len(territory.squares)
    return size * territory.crowns, size


@lru_cache
def _grid(height: int, width: int) -> tuple[tuple[Position, ...], tuple[tuple[int, ...], ...]]:
    """Return the positions of a rectangle row by row, and for each the indices of its neighbours in that list."""
    positions = tuple((row, column) for row in range(height) for column in range(width))
    index_of = {position: index for index, position in enumerate(positions)}
    neighbours = tuple(
        tuple(
            index_of[near]
            for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if near in index_of
        )
        for row, column in positions
    )
    return positions, neighbours
