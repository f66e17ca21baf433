"""Necessary condition for a tiling: whether the box has enough dominoes, as a maximum flow.

Colour the squares like a chessboard: every domino covers a dark and a light one. So each dark square sends one unit
through one domino of the box to a light square (Ford and Fulkerson). The flow ignores which squares are neighbours,
so it can refute a tiling and never prove one.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise

from scoring.dominoes.ground import Placement

Network = dict[Hashable, set[Hashable]]  # from each node to the nodes one unit can still flow to

SINK = "sink"


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
            if after == SINK:
                return _back(before, after)
            queue.append(after)
    return []


def _back(before: dict[Hashable, Hashable | None], node: Hashable | None) -> list[Hashable]:
    path = []
    while node is not None:
        path.append(node)
        node = before[node]
    return path[::-1]
