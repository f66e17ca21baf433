"""Kingdoms as bit sets for the exact cover search, with every placement of a domino of the box.

Whether the box has enough dominoes, a necessary condition for a tiling, is a maximum flow. Colour the squares like a
chessboard: every domino covers a dark and a light one. So each dark square sends one unit through one domino of the box
to a light square (Ford and Fulkerson). The flow ignores which squares are neighbours, so it can refute a tiling and
never prove one.
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

Network = dict[Hashable, set[Hashable]]  # from each node to the nodes one unit can still flow to


@dataclass(frozen=True)
class Supply:
    """The dominoes of a box as the search wants them: by what they look like.

    ``kinds`` are the different squares on them. ``faces`` are the different dominoes, each as two kinds, the smaller
    first since a domino can be turned; ``numbers`` are the dominoes that look like each face, ``copies`` how many these
    are.
    """

    kinds: tuple[Square, ...]
    faces: tuple[tuple[int, int], ...]
    numbers: tuple[tuple[int, ...], ...]
    copies: bytes
    kind_of: Mapping[Square, int]
    face_of: Mapping[tuple[int, int], int]  # either way round


@cache
def supply_of(box: Box) -> Supply:
    """The dominoes of a box by their faces, in the order of their numbers."""
    kinds = tuple(dict.fromkeys(square for domino in box.dominoes for square in domino.squares))
    kind_of = {square: kind for kind, square in enumerate(kinds)}
    numbers: dict[tuple[int, int], list[int]] = {}
    for domino in box.dominoes:
        first, second = sorted(kind_of[square] for square in domino.squares)
        numbers.setdefault((first, second), []).append(domino.number)
    faces = tuple(numbers)
    face_of = {pair: at for at, (first, second) in enumerate(faces) for pair in ((first, second), (second, first))}
    named = tuple(tuple(alike) for alike in numbers.values())
    return Supply(kinds, faces, named, bytes(map(len, named)), kind_of, face_of)


class Placement(NamedTuple):
    """A place where a domino of the box can lie; squares are bits of one number."""

    squares: int  # two bits
    joins: int  # the castle and the squares around of the same terrain: one of them must lie before
    face: int  # of the faces in stock
    kinds: tuple[int, int]  # of the lower bit and of the higher bit


@dataclass(frozen=True)
class CoverProblem:
    """What dominoes have to cover, and could. Bit ``i`` stands for ``cells[i]``."""

    cells: tuple[tuple[int, Position], ...]  # which of the kingdoms, and where in it
    squares: int  # all these are to be covered
    free: int  # these can be: the squares, and the open ones
    castle: int
    places: tuple[Placement, ...]
    stock: Supply

    @property
    def dark(self) -> int:
        """The dark squares if each kingdom were a chessboard."""
        return sum(1 << bit for bit, (_, (row, column)) in enumerate(self.cells) if (row + column) % 2)

    @property
    def coverable(self) -> int:
        """The squares that some domino can lie on."""
        return reduce(or_, (place.squares for place in self.places), 0)

    def in_any_order(self) -> CoverProblem:
        """The same ground where every domino can be laid at once, joined or not."""
        joined = tuple(place._replace(joins=-1) for place in self.places)
        return replace(self, castle=-1, places=joined)

    def joined(self, tiling: Iterable[Placement]) -> list[Placement]:
        """The places of a tiling ``in_any_order`` with what joins them on this ground."""
        here = {(place.squares, place.kinds): place for place in self.places}
        return [here[place.squares, place.kinds] for place in tiling]

    def wanting(self, squares: int) -> CoverProblem:
        """The same ground where only these squares have to be covered, and the others can be."""
        return replace(self, squares=squares)

    def halves(self, place: Placement) -> tuple[tuple[int, Position], tuple[int, Position]]:
        """The cells of the lower and of the higher bit of a place."""
        lower = place.squares & -place.squares
        return self.cells[lower.bit_length() - 1], self.cells[place.squares.bit_length() - 1]

    def positions(self, squares: int) -> tuple[Position, ...]:
        """The positions of these bits, for the ground of a single kingdom."""
        return tuple(position for bit, (_, position) in enumerate(self.cells) if squares >> bit & 1)


def cover_problem(kingdoms: Sequence[Kingdom], open_to_all: Collection[Position] = (), box: Box = BASE) -> CoverProblem:
    """The ground of some kingdoms that share one box.

    Squares that ``open_to_all`` names may hold anything, or stay empty; only the ground of one kingdom has such.
    A square that no domino shows has no place.
    """
    cells: list[tuple[int, Position]] = []
    places: list[Placement] = []
    squares = free = castle = 0
    stock = supply_of(box)
    for index, kingdom in enumerate(kingdoms):
        plot = _Plot(kingdom, frozenset(open_to_all), first_bit=len(cells), stock=stock)
        cells += [(index, position) for position in plot.bits]
        places += plot.places()
        for position, bit in plot.bits.items():
            is_open, is_land = position in open_to_all, kingdom[position].terrain is not None
            free |= bit if is_open or is_land else 0
            squares |= bit if is_land and not is_open else 0
            castle |= bit if kingdom[position].is_castle and not is_open else 0
    return CoverProblem(tuple(cells), squares, free, castle, tuple(places), stock)


class _Plot:
    """One kingdom while it is laid out."""

    def __init__(self, kingdom: Kingdom, open_to_all: frozenset[Position], first_bit: int, stock: Supply) -> None:
        taken = [p for p, square in kingdom.squares() if p in open_to_all or not square.is_empty]
        self.bits = {position: 1 << bit for bit, position in enumerate(taken, start=first_bit)}
        self.kingdom = kingdom
        self.open = open_to_all
        self.stock = stock

    def _kinds(self, position: Position) -> Iterable[int]:
        if position in self.open:
            return range(len(self.stock.kinds))
        kind = self.stock.kind_of.get(self.kingdom[position])
        return () if kind is None else (kind,)

    def places(self) -> Iterator[Placement]:
        for row, column in self.bits:
            for other in ((row, column + 1), (row + 1, column)):
                if other in self.bits:
                    yield from self._places((row, column), other)

    def _places(self, here: Position, there: Position) -> Iterator[Placement]:
        both = self.bits[here] | self.bits[there]
        for first, second in product(self._kinds(here), self._kinds(there)):
            face = self.stock.face_of.get((first, second))
            if face is not None:
                joins = (self._joins(here, first) | self._joins(there, second)) & ~both
                yield Placement(both, joins, face, (first, second))

    def _joins(self, position: Position, kind: int) -> int:
        """The castle and the neighbours that are, or if open could be, of the terrain of this kind."""
        near = [(one, self.kingdom[one]) for one in self.kingdom.neighbours(position) if one in self.bits]
        terrain = self.stock.kinds[kind].terrain
        return sum(
            self.bits[one] for one, square in near if one in self.open or square.is_castle or square.terrain is terrain
        )


def box_suffices(squares: int, dark: int, places: Iterable[Placement], copies: bytes) -> bool:
    """False if ``copies`` of each face cannot cover these squares, dark or light ones, from these places."""
    places = list(places)
    return not any(any(_stuck(squares & side, _network(side, places, copies))) for side in (dark, ~dark))


def shortage(squares: int, dark: int, places: Iterable[Placement], copies: bytes) -> int:
    """The most squares of one colour that ``copies`` of each face leave uncovered, however they are laid."""
    places = list(places)
    return max(sum(1 for _ in _stuck(squares & side, _network(side, places, copies))) for side in (dark, ~dark))


def _network(side: int, places: Iterable[Placement], copies: bytes) -> Network:
    network: Network = defaultdict(set)
    for place in places:
        near = place.squares & side
        far = ("far", place.squares ^ near)
        for copy in range(copies[place.face]):
            into, out = ("into", place.face, copy), ("out", place.face, copy)
            network[near].add(into)
            network[into].add(out)
            network[out].add(far)
        network[far].add(SINK)
    return network


def _stuck(sources: int, network: Network) -> Iterator[int]:
    """The squares from which nothing can flow beside all that flows from others."""
    while sources:
        source = sources & -sources
        sources ^= source
        path = _path(network, source)
        if not path:
            yield source
        for node, after in pairwise(path):
            network[node].discard(after)
            network[after].add(node)


def _path(network: Network, source: Hashable) -> list[Hashable]:
    """A shortest path from the source to the sink along which a unit can still flow; empty if there is none."""
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
