"""Lattices of squares from the corner heatmaps: peaks, growth, homography, occupied squares."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.extent import KINGDOM, kingdom_sized, largest_part, with_hints
from vision.locate.heatmaps import Array, Heatmaps, Matrix, Peaks, find_peaks, tiled_share

Cell = tuple[int, int]  # (row, column) of a lattice point or a square; the origin is arbitrary while growing

SEED = 0.3  # how likely a corner must be to start a lattice
NEAR = 0.3  # of a step: how far a corner may lie from where its neighbour expects it
FITTED = 0.22  # of a step: the same once a homography is known
TILED = 0.5  # share of a square that must look like a tile
OWN_CORNERS = 3  # that a square must show: two are also its neighbour's, and a domino may lie close by
WHOLLY = 0.93  # share that no domino lying close by covers
MIN_SQUARES = 3  # the castle and one domino
STEEPEST = 6.0  # how many times wider the nearest square may look than the farthest: at a tilt of 66 degrees 4 times
LARGEST = 2 * KINGDOM + 1  # squares a side that are followed: two kingdoms with a square between them
LARGEST_ALONE = 9  # squares a side of what may be one layout
IN_LINE = 0.4  # mean certainty of the corners of two kingdoms in line; half the steps of one have 0.3


@dataclass(frozen=True, eq=False)
class Lattice:
    """Squares found in a picture.

    ``homography`` maps board points, (0, 0) the top left corner of the grid and one unit a square, to picture points;
    ``occupancy`` (rows, columns) is the probability that a tile lies there; ``support`` the mean certainty of the
    corners of its occupied squares.
    """

    homography: Matrix
    occupancy: Array
    support: float

    @property
    def score(self) -> float:
        """How much of a kingdom this is: certain squares count, doubtful ones less."""
        return float(self.occupancy.clip(0.3, 1.0).sum() - 0.3 * self.occupancy.size) * self.support**2


def find_lattices(heatmaps: Heatmaps, *, most: int = 8) -> list[Lattice]:
    """All lattices of at least ``MIN_SQUARES`` squares, the most convincing first."""
    peaks = find_peaks(heatmaps)
    free = np.ones(len(peaks.points), bool)
    found: list[Lattice] = []
    for seed in np.argsort(-peaks.certainty):
        if not free[seed] or peaks.certainty[seed] < SEED or len(found) == most:
            continue
        members = _grown(peaks, int(seed), free)
        free[seed] = False
        homography = _fitted(peaks, members)
        if homography is None:
            continue
        members = _gathered(heatmaps, peaks, homography, members, free)
        homography = _fitted(peaks, members)
        lattice = _occupied(heatmaps, peaks, homography, members) if homography is not None else None
        if lattice is not None:
            free &= ~_within(lattice, peaks.points)
            found.append(lattice)
    return sorted(found, key=lambda lattice: -lattice.score)


def _grown(peaks: Peaks, seed: int, free: NDArray[np.bool_]) -> dict[Cell, int]:
    """Lattice points reached from a peak by steps from corner to corner, the surest first: cell -> peak."""
    members: dict[Cell, int] = {(0, 0): seed}
    taken = {seed}
    waiting: list[tuple[float, Cell, int, Cell]] = []

    def look_around(cell: Cell, steps: Matrix, peak: int) -> None:
        for side, step in (((0, 1), steps[0]), ((1, 0), steps[1]), ((0, -1), -steps[0]), ((-1, 0), -steps[1])):
            distance = np.hypot(*(peaks.points - peaks.points[peak] - step).T) / np.hypot(*step)
            distance[~free] = np.inf
            near = int(np.argmin(distance))
            if distance[near] < NEAR:
                cost = float(distance[near]) - float(peaks.certainty[near])
                heapq.heappush(waiting, (cost, (cell[0] + side[0], cell[1] + side[1]), near, cell))

    turned = {seed: peaks.steps[seed]}
    look_around((0, 0), peaks.steps[seed], seed)
    while waiting:
        _, cell, peak, parent = heapq.heappop(waiting)
        if cell in members or peak in taken or max(map(abs, cell)) > LARGEST:
            continue
        steps = _turned_like(peaks.steps[peak], turned[members[parent]])
        if steps is None:
            continue
        members[cell] = peak
        taken.add(peak)
        turned[peak] = steps
        look_around(cell, steps, peak)
    return members


def _turned_like(steps: Matrix, other: Matrix) -> Matrix | None:
    """The quarter turn of these steps that is most like the other's; None when none is."""
    right, down = steps
    turns = np.array([[right, down], [down, -right], [-right, -down], [-down, right]])
    unlike = np.linalg.norm(turns - other, axis=(1, 2)) / np.linalg.norm(other)
    best = int(np.argmin(unlike))
    return turns[best] if unlike[best] < 0.4 else None


def _fitted(peaks: Peaks, members: dict[Cell, int]) -> Matrix | None:
    """The homography from lattice points (column, row) to the peaks that were found for them."""
    if len(members) < 6:
        return None
    board = np.array([(column, row) for row, column in members], np.float64)
    if np.ptp(board[:, 0]) < 1 or np.ptp(board[:, 1]) < 1:
        return None
    points = peaks.points[list(members.values())]
    step = float(np.median(np.linalg.norm(peaks.steps[list(members.values())], axis=(1, 2)))) / 2**0.5
    homography: Matrix | None = cv2.findHomography(board, points, cv2.RANSAC, 0.2 * step, maxIters=500)[0]
    return homography


def _gathered(
    heatmaps: Heatmaps, peaks: Peaks, homography: Matrix, members: dict[Cell, int], free: NDArray[np.bool_]
) -> dict[Cell, int]:
    """The peaks that lie where the homography expects corners of joined tiles, up to one step beyond those known."""
    for _ in range(2):
        top, left = min(r for r, _ in members) - 1, min(c for _, c in members) - 1
        shape = max(r for r, _ in members) + 1 - top, max(c for _, c in members) + 1 - left
        shifted = homography @ np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
        tiled = np.pad(largest_part(tiled_share(heatmaps, shifted, shape) > TILED), 1)
        cornered = tiled[:-1, :-1] | tiled[1:, :-1] | tiled[:-1, 1:] | tiled[1:, 1:]
        cells = [(top + int(row), left + int(column)) for row, column in np.argwhere(cornered)]
        if not cells:
            return members
        expected, steps = _projected(homography, np.array([(c, r) for r, c in cells], np.float64))
        gathered: dict[Cell, int] = {}
        for cell, point, step in zip(cells, expected, steps, strict=True):
            distance = np.hypot(*(peaks.points - point).T) / max(step, 1e-6)
            distance[~free] = np.inf
            near = int(np.argmin(distance))
            if distance[near] < FITTED:
                gathered[cell] = near
        if len(gathered) <= len(members):
            return gathered or members
        members = gathered
    return members


def _projected(homography: Matrix, board: Matrix) -> tuple[Matrix, Matrix]:
    """Where board points appear, and how large a step is there (0 beyond the horizon)."""
    homogeneous = np.column_stack([board, np.ones(len(board))]) @ homography.T
    w = homogeneous[:, 2]
    in_front = w * np.sign(np.median(w)) > 1e-6
    points = homogeneous[:, :2] / np.where(in_front, w, np.inf)[:, None]
    right = (homography[:2, 0] - points * homography[2, 0]) / w[:, None]
    down = (homography[:2, 1] - points * homography[2, 1]) / w[:, None]
    step = np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))
    return np.where(in_front[:, None], points, -1e6), np.where(in_front, step, 0.0)


def _occupied(heatmaps: Heatmaps, peaks: Peaks, homography: Matrix, members: dict[Cell, int]) -> Lattice | None:
    """The lattice cut to the squares where tiles lie and join; None when they are too few."""
    rows = min(r for r, _ in members) - 1, max(r for r, _ in members) + 1
    columns = min(c for _, c in members) - 1, max(c for _, c in members) + 1
    shifted = homography @ np.array([[1, 0, columns[0]], [0, 1, rows[0]], [0, 0, 1.0]])
    shape = rows[1] - rows[0], columns[1] - columns[0]
    occupancy = tiled_share(heatmaps, shifted, shape)
    known = np.zeros((shape[0] + 1, shape[1] + 1), np.float32)
    for (row, column), peak in members.items():
        known[row - rows[0], column - columns[0]] = peaks.certainty[peak]
    corners = np.stack([known[:-1, :-1], known[:-1, 1:], known[1:, :-1], known[1:, 1:]])
    cornered = (corners > 0).sum(0)
    own = (cornered >= OWN_CORNERS) | (occupancy > WHOLLY) & (cornered >= 2)
    joined = largest_part((occupancy > TILED) & own)
    if joined.sum() < MIN_SQUARES:
        return None
    inside = with_hints(kingdom_sized(joined, occupancy * corners.mean(0)), occupancy)
    moved = shifted @ np.array([[1, 0, inside[1].start], [0, 1, inside[0].start], [0, 0, 1.0]])
    kept = np.where(cornered >= 2, occupancy, np.minimum(occupancy, TILED))[inside]
    support = float(corners.mean(0)[inside][joined[inside]].mean())
    if not (_could_be_laid(kept.shape, support) and _could_be_seen(moved, *kept.shape)):
        return None
    return upright(Lattice(moved / moved[2, 2], kept, support))


def _within(lattice: Lattice, points: Matrix) -> NDArray[np.bool_]:
    """Which picture points lie on the lattice's grid, its border included."""
    rows, columns = lattice.occupancy.shape
    board, _ = _projected(np.asarray(np.linalg.inv(lattice.homography), np.float64), points)
    return np.asarray(((board > -NEAR) & (board < np.array([columns, rows]) + NEAR)).all(1))


def _could_be_laid(shape: tuple[int, ...], support: float) -> bool:
    """Whether people lay so many squares: one layout, or two kingdoms in line."""
    if max(shape) <= LARGEST_ALONE:
        return True
    return max(shape) <= LARGEST and min(shape) <= KINGDOM and support >= IN_LINE


def _could_be_seen(homography: Matrix, rows: int, columns: int) -> bool:
    """Whether a camera could see a grid so: all of it before the horizon, no square many times larger than another."""
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64)
    w = corners @ homography[2, :2] + homography[2, 2]
    if not np.isfinite(homography).all() or w.min() * w.max() <= 0:
        return False
    _, steps = _projected(homography, corners)
    return bool(steps.min() > 1.0 and steps.max() < STEEPEST * steps.min())


def upright(lattice: Lattice) -> Lattice:
    """The same lattice turned by quarters so that its rows run as nearly as possible from left to right."""
    for _ in range(4):
        rows, columns = lattice.occupancy.shape
        middle = np.array([[columns / 2, rows / 2], [columns / 2 + 0.1, rows / 2]])
        (x0, y0), (x1, y1) = _projected(lattice.homography, middle)[0]
        if x1 - x0 >= abs(y1 - y0):
            return lattice
        turned = lattice.homography @ np.array([[0, -1, columns], [1, 0, 0], [0, 0, 1.0]])
        lattice = Lattice(turned, np.ascontiguousarray(np.rot90(lattice.occupancy)), lattice.support)
    return lattice
