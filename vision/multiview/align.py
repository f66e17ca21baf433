"""How several looks at one kingdom lie over each other: by quarter turns, and by shifts where one shows less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import DOMINOES
from scoring.rules import GRIDS
from scoring.terrain import CASTLE, EMPTY, Square
from vision.locate.heatmaps import Matrix
from vision.pipeline.layouts import Layout
from vision.squares.classify import KINDS, Logs

MISREAD = 0.1  # chance that a square of a bad photo was read as something else, however surely
LEFT_OUT = 1.0  # nats against two looks of which one has a tile where the other has no square
ALIKE = 0.4  # nats a tile from which two looks show one kingdom; real ones have 0.9 and more, others below 0
OUTSIDE = 0.9  # chance that a square beside a grid is bare
EMPTY_SHARE, CASTLE_SHARE = 0.25, 0.04  # of the squares of grids

Probabilities = NDArray[np.floating]  # (rows, columns, 18)


def _shares() -> NDArray[np.float64]:
    """How often each of KINDS is on the squares of a grid."""
    faces: Counter[Square] = Counter(square for domino in DOMINOES for square in domino.squares)
    known = {EMPTY: EMPTY_SHARE, CASTLE: CASTLE_SHARE}
    land = (1 - EMPTY_SHARE - CASTLE_SHARE) / sum(faces.values())
    return np.array([known.get(square, faces[square] * land) for square in KINDS])


SHARES = _shares()


@dataclass(frozen=True)
class Placement:
    """Where a look lies in the frame of another: turned clockwise by quarters, then its top left square put there."""

    turns: int
    top: int
    left: int


@dataclass(frozen=True)
class Overlay:
    """A placement, and how much better it explains both looks than two kingdoms do: nats a tile."""

    placement: Placement
    alike: float


def overlay(first: Layout, second: Layout) -> Overlay:
    """The best placement of the second look over the first."""
    chances = _chances(first.log_probabilities)
    others = [np.rot90(_chances(second.log_probabilities), -turns) for turns in range(4)]
    found = (
        Overlay(placement, _alike(chances, others[placement.turns], placement))
        for placement in _placements(chances.shape[:2], [other.shape[:2] for other in others])
    )
    return max(found, key=lambda each: each.alike)


def _placements(first: tuple[int, ...], seconds: Sequence[tuple[int, ...]]) -> Iterator[Placement]:
    """All that leave the two within the largest grid of a game."""
    for turns, (height, width) in enumerate(seconds):
        tops = [top for top in range(1 - height, first[0]) if _extent(first[0], top, height) <= max(GRIDS)]
        lefts = [left for left in range(1 - width, first[1]) if _extent(first[1], left, width) <= max(GRIDS)]
        yield from (Placement(turns, top, left) for top, left in product(tops, lefts))


def _extent(length: int, start: int, other: int) -> int:
    return max(length, start + other) - min(0, start)


def _chances(logs: Logs) -> NDArray[np.float64]:
    return np.asarray((1 - MISREAD) * np.exp(logs) + MISREAD * SHARES, np.float64)


def _alike(first: Probabilities, second: Probabilities, at: Placement) -> float:
    """Nats a tile in favour of one kingdom."""
    top, left = max(0, at.top), max(0, at.left)
    bottom, right = min(first.shape[0], at.top + second.shape[0]), min(first.shape[1], at.left + second.shape[1])
    here = first[top:bottom, left:right]
    there = second[top - at.top : bottom - at.top, left - at.left : right - at.left]
    shared = float(np.log((here * there / SHARES).sum(-1)).sum())
    tiles = [float((1 - each[..., KINDS.index(EMPTY)]).sum()) for each in (first, second, here, there)]
    left_out = (tiles[0] - tiles[2]) + (tiles[1] - tiles[3])
    return (shared - LEFT_OUT * left_out) / max(min(tiles[0], tiles[1]), 1.0)


def framed(looks: Sequence[Layout], placements: Sequence[Placement]) -> list[Layout]:
    """The looks in one frame that holds them all, turned as the first of them lies.

    What a look has no square for is as good as bare, and hidden there.
    """
    turned = [np.rot90(look.hidden, -at.turns).shape for look, at in zip(looks, placements, strict=True)]
    top, left = (min(at) for at in zip(*((each.top, each.left) for each in placements), strict=True))
    bottom = max(at.top + shape[0] for at, shape in zip(placements, turned, strict=True))
    right = max(at.left + shape[1] for at, shape in zip(placements, turned, strict=True))
    size = bottom - top, right - left
    moved = [replace(at, top=at.top - top, left=at.left - left) for at in placements]
    return [_in_frame(look, at, size) for look, at in zip(looks, moved, strict=True)]


def _in_frame(look: Layout, at: Placement, size: tuple[int, int]) -> Layout:
    height, width = np.rot90(look.hidden, -at.turns).shape
    inside = np.s_[at.top : at.top + height, at.left : at.left + width]

    def laid(values: NDArray[np.float32], nothing: NDArray[np.float32] | float) -> NDArray[np.float32]:
        found = np.empty((*size, *values.shape[2:]), np.float32)
        found[:] = nothing
        found[inside] = np.rot90(values, -at.turns)
        return found

    bare = np.full(len(KINDS), np.log((1 - OUTSIDE) / (len(KINDS) - 1)), np.float32)
    bare[KINDS.index(EMPTY)] = np.log(OUTSIDE)
    location = replace(
        look.location,
        homography=look.location.homography @ _to_look(at, (height, width)),
        occupancy=laid(look.location.occupancy, 1 - OUTSIDE),
    )
    return Layout(
        location, laid(look.log_probabilities, bare), laid(look.hidden, 1.0), laid(look.beyond, 0.0), look.printing
    )


def _to_look(at: Placement, turned: tuple[int, int]) -> Matrix:
    """From board points of the frame to those of the look, whose size after turning is (rows, columns)."""
    matrix = np.array([[1, 0, -at.left], [0, 1, -at.top], [0, 0, 1.0]])
    height, width = turned
    for _ in range(at.turns):
        matrix = np.array([[0, 1, 0], [-1, 0, width], [0, 0, 1.0]]) @ matrix  # a quarter turn back, counter-clockwise
        height, width = width, height
    return np.asarray(matrix, np.float64)
