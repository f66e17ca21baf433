"""Which reading is of which kingdom, and which way round."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.evenings import Lying
from scoring.kingdom import Kingdom
from scoring.rules import Rules
from scoring.scoresheet import score
from vision.photo.photo import Points
from vision.pipeline.reading import Reading

RIGHT = 0.25  # of a square: the most a corner may be off
SAME = 0.3  # share of the smaller grid that a reading and a kingdom share at least

Pair = tuple[Reading | None, Lying]


def matched(readings: Sequence[Reading], kingdoms: Sequence[Lying]) -> tuple[list[Pair], list[Reading]]:
    """Each kingdom with its reading, None where it was not read, and the readings that are of none."""
    left = list(readings)
    pairs: list[Pair] = []
    for lying in kingdoms:
        same = max(left, key=lambda reading: _shared(reading, lying), default=None)
        if same is None or _shared(same, lying) < SAME:
            pairs.append((None, lying))
        else:
            left = [reading for reading in left if reading is not same]
            pairs.append((same, lying))
    return pairs, left


def _shared(reading: Reading, lying: Lying) -> float:
    """The area a reading and a kingdom share, as a share of the smaller; of real photos, how much was read."""
    if lying.corners is None:
        return 1.0 + reading.kingdom.height * reading.kingdom.width
    found = np.array(reading.corners, np.float32)
    smaller = min(cv2.contourArea(found), cv2.contourArea(lying.corners))
    return float(cv2.intersectConvexConvex(found, lying.corners)[0]) / max(smaller, 1.0)


def turn_between(reading: Reading, lying: Lying) -> int | None:
    """By how many quarters the reading's grid is turned against the kingdom's; None for another grid."""
    shape, size = (lying.kingdom.height, lying.kingdom.width), (reading.kingdom.height, reading.kingdom.width)
    turns = [turn for turn in range(4) if (size if turn % 2 == 0 else size[::-1]) == shape]
    if lying.corners is None:
        squares = squares_of(reading.kingdom)
        return min(turns, key=lambda k: int((np.rot90(squares, -k) != squares_of(lying.kingdom)).sum()), default=None)
    step = (cv2.contourArea(lying.corners) / (shape[0] * shape[1])) ** 0.5
    found = np.array(reading.corners, np.float32)
    near = [turn for turn in turns if _farthest(np.roll(found, turn, 0), lying.corners) < RIGHT * step]
    return near[0] if near else None


def is_same(kingdom: Kingdom, other: Kingdom) -> bool:
    """Whether two kingdoms are one, whichever way round they lie."""
    return any(np.array_equal(np.rot90(squares_of(kingdom), turns), squares_of(other)) for turns in range(4))


def squares_of(kingdom: Kingdom) -> NDArray[np.object_]:
    """What lies on each square, in words: (rows, columns)."""
    return np.array([[str(square) for square in row] for row in kingdom.rows], object)


def _farthest(found: Points, corners: Points) -> float:
    return float(np.hypot(*(found - corners).T).max())


def points_of(kingdom: Kingdom) -> int:
    """What a kingdom of the basic game scores, on the grid it needs."""
    return score(kingdom, Rules(grid=7 if max(kingdom.height, kingdom.width) > 5 else 5)).total
