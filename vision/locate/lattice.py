"""Lattices of squares from the corner heatmaps: peaks, growth, homography, occupied squares."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.locate.alignment import BESIDE, Cell, fitted, out_of_line, projected
from vision.locate.extent import KINGDOM, SMALL_KINGDOM, kingdom_sized, largest_part, with_hints
from vision.locate.heatmaps import Array, Heatmaps, Matrix, Peaks, find_peaks, tiled_share

SEED = 0.3  # how likely a corner must be to start a lattice
NEAR = 0.3  # of a step: how far a corner may lie from where its neighbour expects it
FITTED = 0.22  # of a step: the same once a homography is known
TILED = 0.5  # share of a square that must look like a tile
CLOSE_BY = 0.45  # of a step: a corner no farther from a lattice point belongs to a domino lying close by
MOST_LOOSE = 4  # squares of dominoes that lie close by: of two
OWN_CORNERS = 3  # that a square must show: two are also its neighbour's, and a domino may lie close by
WHOLLY = 0.93  # share that no domino lying close by covers
MIN_SQUARES = 3  # the castle and one domino
STEEPEST = 6.0  # how many times wider the nearest square may look than the farthest: at a tilt of 66 degrees 4 times
LARGEST = 2 * KINGDOM + 1  # squares a side that are followed: two kingdoms with a square between them
LARGEST_ALONE = 9  # squares a side of what may be one layout
AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))  # rows and columns to the right, down, left and up
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
        homography = fitted(peaks, members)
        if homography is None:
            continue
        members = _gathered(heatmaps, peaks, homography, members, free)
        lattice = _laid(heatmaps, peaks, members)
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
        ahead = np.concatenate([steps, -steps])
        off = (peaks.points - peaks.points[peak])[None] - ahead[:, None]
        distances = np.hypot(off[..., 0], off[..., 1]) / np.hypot(ahead[:, 0], ahead[:, 1])[:, None]
        distances[:, ~free] = np.inf
        nearest = distances.argmin(1).tolist()
        for side, near, distance in zip(AHEAD, nearest, distances.min(1).tolist(), strict=True):
            if distance < NEAR:
                cost = distance - float(peaks.certainty[near])
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
    unlike = np.sqrt(((turns - other) ** 2).sum((1, 2)) / (other**2).sum())
    best = int(unlike.argmin())
    return turns[best] if unlike[best] < 0.4 else None


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
        expected, steps = projected(homography, np.array([(c, r) for r, c in cells], np.float64))
        off = peaks.points[None] - expected[:, None]
        distances = np.hypot(off[..., 0], off[..., 1]) / np.maximum(steps, 1e-6)[:, None]
        distances[:, ~free] = np.inf
        nearest = zip(cells, distances.argmin(1).tolist(), distances.min(1).tolist(), strict=True)
        gathered = {cell: near for cell, near, distance in nearest if distance < FITTED}
        if len(gathered) <= len(members):
            return gathered or members
        members = gathered
    return members


def _laid(heatmaps: Heatmaps, peaks: Peaks, members: dict[Cell, int]) -> Lattice | None:
    """The lattice of the tiles that join; without dominoes that lie close by, if it is smaller and surer without."""
    whole = _occupied(heatmaps, peaks, members)
    astray = out_of_line(peaks, members)
    if whole is None or (not astray and max(whole.occupancy.shape) <= SMALL_KINGDOM):
        return whole
    kept = {cell: peak for cell, peak in members.items() if cell not in astray}
    alone = _occupied(heatmaps, peaks, kept, loose=True)
    better = alone is not None and alone.occupancy.size < whole.occupancy.size and alone.support >= whole.support
    return alone if better else whole


def _occupied(heatmaps: Heatmaps, peaks: Peaks, members: dict[Cell, int], *, loose: bool = False) -> Lattice | None:
    """The lattice cut to the squares where tiles lie and join; None when they are too few.

    ``loose`` says that what shows a corner beside its place is left out.
    """
    homography = fitted(peaks, members)
    if homography is None:
        return None
    rows = min(r for r, _ in members) - 1, max(r for r, _ in members) + 1
    columns = min(c for _, c in members) - 1, max(c for _, c in members) + 1
    shifted = homography @ np.array([[1, 0, columns[0]], [0, 1, rows[0]], [0, 0, 1.0]])
    shape = rows[1] - rows[0], columns[1] - columns[0]
    known = np.zeros((shape[0] + 1, shape[1] + 1), np.float32)
    for (row, column), peak in members.items():
        known[row - rows[0], column - columns[0]] = peaks.certainty[peak]
    corners = _corners_of(known)
    cornered = (corners > 0).sum(0)
    occupancy = tiled_share(heatmaps, shifted, shape)
    if loose:
        occupancy[_loose(peaks, shifted, occupancy, known)] = 0
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


def _corners_of(points: Array) -> Array:
    """The values of each square's corners, (4, rows, columns), from those of all lattice points."""
    return np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, :-1], points[1:, 1:]])


def _loose(peaks: Peaks, homography: Matrix, occupancy: Array, known: Array) -> NDArray[np.bool_]:
    """Which squares show a domino that lies close by: tiles with a corner beside a lattice point that has none.

    ``known`` is how certain the corner at each lattice point is. More squares than dominoes that lie about would cover
    are none of them: then corners are found badly.
    """
    expected, steps = projected(homography, np.argwhere(known > -1)[:, ::-1].astype(np.float64))
    sure = peaks.points[peaks.certainty > SEED]
    distance = np.hypot(*(sure[None] - expected[:, None]).transpose(2, 0, 1)) / np.maximum(steps, 1e-6)[:, None]
    nearest = distance.min(1, initial=np.inf).reshape(known.shape)
    beside = (nearest > BESIDE) & (nearest < CLOSE_BY) & (known == 0)
    few = (_corners_of(known) > 0).sum(0) < OWN_CORNERS
    loose: NDArray[np.bool_] = (_corners_of(beside) > 0).any(0) & few & (occupancy > TILED)
    return loose if loose.sum() <= MOST_LOOSE else np.zeros_like(loose)


def _within(lattice: Lattice, points: Matrix) -> NDArray[np.bool_]:
    """Which picture points lie on the lattice's grid, its border included."""
    rows, columns = lattice.occupancy.shape
    board, _ = projected(np.asarray(np.linalg.inv(lattice.homography), np.float64), points)
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
    _, steps = projected(homography, corners)
    return bool(steps.min() > 1.0 and steps.max() < STEEPEST * steps.min())


def upright(lattice: Lattice) -> Lattice:
    """The same lattice turned by quarters so that its rows run as nearly as possible from left to right."""
    for _ in range(4):
        rows, columns = lattice.occupancy.shape
        middle = np.array([[columns / 2, rows / 2], [columns / 2 + 0.1, rows / 2]])
        (x0, y0), (x1, y1) = projected(lattice.homography, middle)[0]
        if x1 - x0 >= abs(y1 - y0):
            return lattice
        turned = lattice.homography @ np.array([[0, -1, columns], [1, 0, 0], [0, 0, 1.0]])
        lattice = Lattice(turned, np.ascontiguousarray(np.rot90(lattice.occupancy)), lattice.support)
    return lattice
