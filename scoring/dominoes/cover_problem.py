"""Kingdoms as an exact cover problem: squares as bits, and every placement of a domino of the box.

Whether the box has enough dominoes is a maximum flow (Ford and Fulkerson 1956), a necessary condition for a tiling.
Colour the squares like a chessboard: every domino covers a dark and a light one. So each dark square sends one unit
through one domino of the box to a light square. The flow ignores which squares are adjacent, so it can refute a tiling
and never prove one.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import pairwise, product
from operator import or_
from typing import NamedTuple

from scoring.boxes import BASE, Box
from scoring.kingdom import Kingdom, Position
from scoring.terrain import Square

SINK = "sink"
ANYWHERE = -1  # all bits: a mask that every square satisfies

Network = dict[Hashable, set[Hashable]]  # from each node to the nodes one unit can still flow to


@dataclass(frozen=True)
class Supply:
    """The dominoes of a box, grouped by face.

    Attributes:
        kinds: The different squares on the dominoes.
        faces: The different faces, each as two kinds, the smaller first, since a domino can be turned.
        numbers: The numbers of the dominoes with each face.
        copies: How many dominoes have each face.
        kind_of: The index of the kind of each square.
        face_of: The index of the face of two kinds, in either order.
    """

    kinds: tuple[Square, ...]
    faces: tuple[tuple[int, int], ...]
    numbers: tuple[tuple[int, ...], ...]
    copies: bytes
    kind_of: Mapping[Square, int]
    face_of: Mapping[tuple[int, int], int]


@cache
def build_supply(box: Box) -> Supply:
    """Group the dominoes of a box by face, in the order of their numbers."""
    kinds = tuple(dict.fromkeys(square for domino in box.dominoes for square in domino.squares))
    kind_of = {square: kind for kind, square in enumerate(kinds)}
    numbers: dict[tuple[int, int], list[int]] = {}
    for domino in box.dominoes:
        first, second = sorted(kind_of[square] for square in domino.squares)
        numbers.setdefault((first, second), []).append(domino.number)
    faces = tuple(numbers)
    face_of = {pair: at for at, (first, second) in enumerate(faces) for pair in ((first, second), (second, first))}
    by_face = tuple(tuple(alike) for alike in numbers.values())
    return Supply(kinds, faces, by_face, bytes(map(len, by_face)), kind_of, face_of)


class Placement(NamedTuple):
    """A way to place a domino of the box.

    Attributes:
        squares: The two squares, as bits.
        adjacent_mask: The adjacent squares that hold the castle or the same terrain: the connection rule wants one of
            them to be connected before this domino is placed.
        face: Index of the face in the supply.
        kinds: The kinds on the lower and on the higher bit.
    """

    squares: int
    adjacent_mask: int
    face: int
    kinds: tuple[int, int]


@dataclass(frozen=True)
class CoverProblem:
    """The squares that dominoes have to cover, and the placements that can cover them.

    Attributes:
        cells: For each bit the kingdom, as an index, and the position in it.
        squares: The squares that must be covered, as bits.
        free: The squares that may be covered: ``squares`` and wildcards.
        castle: The castles, which are connected before any domino is placed.
        placements: Every placement.
        supply: The dominoes.
    """

    cells: tuple[tuple[int, Position], ...]
    squares: int
    free: int
    castle: int
    placements: tuple[Placement, ...]
    supply: Supply

    @property
    def dark(self) -> int:
        """The dark squares if each kingdom were a chessboard."""
        return sum(1 << bit for bit, (_, (row, column)) in enumerate(self.cells) if (row + column) % 2)

    @property
    def coverable(self) -> int:
        """The squares of all placements."""
        return reduce(or_, (placement.squares for placement in self.placements), 0)

    def in_any_order(self) -> CoverProblem:
        """Return the problem without the connection rule: each domino can be placed first."""
        placements = tuple(placement._replace(adjacent_mask=ANYWHERE) for placement in self.placements)
        return replace(self, castle=ANYWHERE, placements=placements)

    def with_adjacency(self, tiling: Iterable[Placement]) -> list[Placement]:
        """Return the placements of a tiling ``in_any_order`` with the adjacency masks of this problem."""
        here = {(placement.squares, placement.kinds): placement for placement in self.placements}
        return [here[placement.squares, placement.kinds] for placement in tiling]

    def with_required(self, squares: int) -> CoverProblem:
        """Return the problem where only these squares must be covered, and the others may be."""
        return replace(self, squares=squares)

    def halves(self, placement: Placement) -> tuple[tuple[int, Position], tuple[int, Position]]:
        """Return the cells of the lower and of the higher bit of a placement."""
        lower = placement.squares & -placement.squares
        return self.cells[lower.bit_length() - 1], self.cells[placement.squares.bit_length() - 1]

    def count_shortage(self, copies: bytes) -> int:
        """Return how many squares of one colour ``copies`` of each face leave uncovered at least, for the worse colour.

        Both colours are tried, because a domino may cover a square that must be covered and a wildcard.
        """
        networks = ((colour, _build_network(colour, self.placements, copies)) for colour in (self.dark, ~self.dark))
        return max(sum(1 for _ in _find_stuck(self.squares & colour, network)) for colour, network in networks)

    def positions(self, squares: int) -> tuple[Position, ...]:
        """Return the positions of these bits in a problem of a single kingdom."""
        return tuple(position for bit, (_, position) in enumerate(self.cells) if squares >> bit & 1)


def build_cover_problem(
    kingdoms: Sequence[Kingdom], wildcards: Collection[Position] = (), box: Box = BASE
) -> CoverProblem:
    """Build the cover problem of some kingdoms that share one box.

    Args:
        kingdoms: The kingdoms.
        wildcards: Squares that may hold anything or stay empty; only for a single kingdom.
        box: The box, or several as one. A square that no domino has gets no placement.
    """
    cells: list[tuple[int, Position]] = []
    placements: list[Placement] = []
    squares = free = castle = 0
    supply = build_supply(box)
    for index, kingdom in enumerate(kingdoms):
        kingdom_cells = _KingdomCells(kingdom, frozenset(wildcards), first_bit=len(cells), supply=supply)
        cells += [(index, position) for position in kingdom_cells.bits]
        placements += kingdom_cells.placements()
        for position, bit in kingdom_cells.bits.items():
            is_wildcard, is_land = position in wildcards, kingdom[position].terrain is not None
            free |= bit if is_wildcard or is_land else 0
            squares |= bit if is_land and not is_wildcard else 0
            castle |= bit if kingdom[position].is_castle and not is_wildcard else 0
    return CoverProblem(tuple(cells), squares, free, castle, tuple(placements), supply)


class _KingdomCells:
    """The bits of one kingdom, and the placements on them."""

    def __init__(self, kingdom: Kingdom, wildcards: frozenset[Position], first_bit: int, supply: Supply) -> None:
        used = [p for p, square in kingdom.squares() if p in wildcards or not square.is_empty]
        self.bits = {position: 1 << bit for bit, position in enumerate(used, start=first_bit)}
        self.kingdom = kingdom
        self.wildcards = wildcards
        self.supply = supply

    def placements(self) -> Iterator[Placement]:
        """List every placement on two adjacent cells."""
        for row, column in self.bits:
            for other in ((row, column + 1), (row + 1, column)):
                if other in self.bits:
                    yield from self._placements_on((row, column), other)

    def _placements_on(self, here: Position, there: Position) -> Iterator[Placement]:
        both = self.bits[here] | self.bits[there]
        for first, second in product(self._kinds_at(here), self._kinds_at(there)):
            face = self.supply.face_of.get((first, second))
            if face is not None:
                adjacent_mask = (self._adjacent_to(here, first) | self._adjacent_to(there, second)) & ~both
                yield Placement(both, adjacent_mask, face, (first, second))

    def _kinds_at(self, position: Position) -> Iterable[int]:
        if position in self.wildcards:
            return range(len(self.supply.kinds))
        kind = self.supply.kind_of.get(self.kingdom[position])
        return () if kind is None else (kind,)

    def _adjacent_to(self, position: Position, kind: int) -> int:
        """Return the castle and the neighbours that are, or as wildcards could be, of the terrain of this kind."""
        near = [(one, self.kingdom[one]) for one in self.kingdom.neighbours(position) if one in self.bits]
        terrain = self.supply.kinds[kind].terrain
        return sum(
            self.bits[one]
            for one, square in near
            if one in self.wildcards or square.is_castle or square.terrain is terrain
        )


def _build_network(colour: int, placements: Iterable[Placement], copies: bytes) -> Network:
    """Link the squares of one colour through the dominoes to squares of the other colour, and these to the sink.

    Each domino is two nodes with one link, so that one unit at most flows through it.
    """
    network: Network = defaultdict(set)
    for placement in placements:
        near = placement.squares & colour
        far = ("far", placement.squares ^ near)
        for copy in range(copies[placement.face]):
            into, out = ("into", placement.face, copy), ("out", placement.face, copy)
            network[near].add(into)
            network[into].add(out)
            network[out].add(far)
        network[far].add(SINK)
    return network


def _find_stuck(sources: int, network: Network) -> Iterator[int]:
    """List the squares whose unit finds no path in addition to the flow from the others."""
    while sources:
        source = sources & -sources
        sources ^= source
        path = _find_path(network, source)
        if not path:
            yield source
        for node, after in pairwise(path):
            network[node].discard(after)
            network[after].add(node)


def _find_path(network: Network, source: Hashable) -> list[Hashable]:
    """Return a shortest path from the source to the sink with capacity for one unit; empty if there is none."""
    before: dict[Hashable, Hashable | None] = {source: None}
    queue = deque([source])
    while queue:
        node = queue.popleft()
        for after in network[node]:
            if after in before:
                continue
            before[after] = node
            if after != SINK:
                queue.append(after)
                continue
            path: list[Hashable] = [after]
            while (last := before[path[-1]]) is not None:
                path.append(last)
            return path[::-1]
    return []
