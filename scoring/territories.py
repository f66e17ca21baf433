"""The territories of a kingdom: squares of one terrain joined side by side, and which are worth telling of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.kingdom import Kingdom, Position
from scoring.message import Message, message, plural
from scoring.terrain import Terrain


@dataclass(frozen=True, slots=True)
class Territory:
    """Squares of one terrain joined horizontally or vertically (rulebook, end of game).

    ``squares`` run row by row; ``crowns`` is the number of crowns on them all.
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
        """Squares times crowns: without a crown a territory earns nothing."""
        return len(self.squares) * self.crowns

    @property
    def line(self) -> Message:
        """The sum as a player would write it: ``forest 7 squares x 3 crowns = 21``."""
        return message(
            "{terrain} {squares} x {crowns} = {points}",
            terrain=self.terrain.label,
            squares=squares_label(self.size),
            crowns=crowns_label(self.crowns),
            points=self.points,
        )


def squares_label(number: int) -> Message:
    """A number of squares: ``1 square``, ``7 squares``."""
    return plural(number, "{number} square", "{number} squares")


def crowns_label(number: int) -> Message:
    """A number of crowns: ``1 crown``, ``3 crowns``."""
    return plural(number, "{number} crown", "{number} crowns")


def points_label(number: int) -> Message:
    """A number of points: ``1 point``, ``54 points``."""
    return plural(number, "{number} point", "{number} points")


def find_territories(kingdom: Kingdom) -> tuple[Territory, ...]:
    """Every territory of a kingdom: most points first, then most squares, then from the top left.

    Castle and empty squares belong to none, and corners do not join (rulebook, end of game).
    Any kingdom has territories, a legal one or not.
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
        for place in territory:  # grows while we walk it, until no neighbour is left
            for near in neighbours[place]:
                if unclaimed[near] is terrain:
                    unclaimed[near] = None
                    territory.append(near)
        territory.sort()
        crowns = sum([squares[place].crowns for place in territory])
        found.append(Territory(terrain, tuple([positions[place] for place in territory]), crowns))
    found.sort(key=_rank, reverse=True)  # stable: equals stay in reading order
    return tuple(found)


def replace_crowns(found: Iterable[Territory], crowns: Mapping[Position, int]) -> tuple[Territory, ...]:
    """The same territories with other crowns on their squares, in their new order."""
    counted = [replace(t, crowns=sum([crowns.get(position, 0) for position in t.squares])) for t in found]
    in_reading_order = sorted(counted, key=lambda territory: territory.squares[0])
    return tuple(sorted(in_reading_order, key=_rank, reverse=True))


def _rank(territory: Territory) -> tuple[int, int]:
    size = len(territory.squares)
    return size * territory.crowns, size


@lru_cache
def _grid(height: int, width: int) -> tuple[tuple[Position, ...], tuple[tuple[int, ...], ...]]:
    """Positions of a rectangle row by row, and for each the places of its neighbours in that list."""
    positions = tuple((row, column) for row in range(height) for column in range(width))
    place = {position: index for index, position in enumerate(positions)}
    neighbours = tuple(
        tuple(
            place[near]
            for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            if near in place
        )
        for row, column in positions
    )
    return positions, neighbours


def find_highlights(kingdom: Kingdom) -> tuple[Message, ...]:
    """What is worth telling about a kingdom, legal or not, in sentences.

    The largest territory, of equals that with more points; the best; and how many squares earned nothing.
    """
    found = find_territories(kingdom)
    largest = max(found, key=lambda territory: territory.size, default=None)
    crownless = sum(territory.size for territory in found if not territory.crowns)
    lines = []
    if largest:
        lines.append(message("The largest territory: {territory}", territory=largest.line))
    if found and found[0].points and found[0] != largest:
        lines.append(message("The most valuable territory: {territory}", territory=found[0].line))
    if crownless:
        lines.append(
            plural(
                crownless,
                "{number} square earned nothing: no crown in its territory",
                "{number} squares earned nothing: no crown in their territories",
            )
        )
    return tuple(lines)
