"""Lattices of squares from the corner heatmaps: peaks, growth, homography, occupied squares, extent of the kingdom."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.rules import GRIDS, smallest_grid
from vision.locate.heatmaps import Array, Heatmaps, Matrix, Peaks, find_peaks, tiled_share

SMALL_KINGDOM, KINGDOM = min(GRIDS), max(GRIDS)  # squares a side of the largest legal kingdoms
HINT = 0.3  # share of a square beyond the found ones that may be a tile
FAINT = 2.5  # usual squares: a row beyond that with less is not believed

Cell = tuple[int, int]  # (row, column) of a lattice point or a square; the origin is arbitrary while growing

FEWEST = 6  # lattice points that give a homography
ASTRAY = 0.2  # of a step: how far a peak may lie from the homography that it has a say in
REACH = 2  # lines of squares at a side of a kingdom that a domino lying beside it takes up at most
SIDES = 4  # of a kingdom, at which a domino may lie
FEWEST_BESIDE, MOST_BESIDE = 2, 4  # corners that a domino beside a kingdom adds to its lattice
BESIDE = 0.17  # of a step: from there on a tile is not laid to the kingdom; laid ones are found within 0.1

SEED = 0.3  # how likely a corner must be to start a lattice
MOST_SEEDS = 8  # that start none in a row: kingdoms in photos are found from the first five
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
        """The amount of a kingdom in this: certain squares count, doubtful ones less."""
        return float(self.occupancy.clip(0.3, 1.0).sum() - 0.3 * self.occupancy.size) * self.support**2


def find_lattices(heatmaps: Heatmaps, *, most: int = 8) -> list[Lattice]:
    """All lattices of at least ``MIN_SQUARES`` squares, the most convincing first."""
    peaks = find_peaks(heatmaps)
    free = np.ones(len(peaks.points), bool)
    found: list[Lattice] = []
    fruitless = 0
    for seed in np.argsort(-peaks.certainty):
        if not free[seed]:
            continue
        if peaks.certainty[seed] < SEED or len(found) == most or fruitless == MOST_SEEDS:
            break
        fruitless += 1
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
            fruitless = 0
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
    """The squares that show a domino close by: tiles with a corner beside a lattice point that has none.

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
    """The picture points (n,) that lie on the lattice's grid, its border included."""
    rows, columns = lattice.occupancy.shape
    board, _ = projected(np.asarray(np.linalg.inv(lattice.homography), np.float64), points)
    return np.asarray(((board > -NEAR) & (board < np.array([columns, rows]) + NEAR)).all(1))


def _could_be_laid(shape: tuple[int, ...], support: float) -> bool:
    """True for as many squares as people lay: one layout, or two kingdoms in line."""
    if max(shape) <= LARGEST_ALONE:
        return True
    return max(shape) <= LARGEST and min(shape) <= KINGDOM and support >= IN_LINE


def _could_be_seen(homography: Matrix, rows: int, columns: int) -> bool:
    """True for a grid that a camera could see so: before the horizon, no square many times larger than another."""
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


def fitted(peaks: Peaks, members: Mapping[Cell, int]) -> Matrix | None:
    """The homography from lattice points (column, row) to the peaks that were found for them; None for too few."""
    if len(members) < FEWEST:
        return None
    board = np.array([(column, row) for row, column in members], np.float64)
    if np.ptp(board[:, 0]) < 1 or np.ptp(board[:, 1]) < 1:
        return None
    points = peaks.points[list(members.values())]
    step = float(np.median(np.linalg.norm(peaks.steps[list(members.values())], axis=(1, 2)))) / 2**0.5
    homography: Matrix | None = cv2.findHomography(board, points, cv2.RANSAC, ASTRAY * step, maxIters=500)[0]
    return homography


def projected(homography: Matrix, board: Matrix) -> tuple[Matrix, Matrix]:
    """The picture points (n, 2) of board points (n, 2), and the length (n,) of a step there (0 beyond the horizon)."""
    homogeneous = np.column_stack([board, np.ones(len(board))]) @ homography.T
    w = homogeneous[:, 2]
    in_front = w * np.sign(np.median(w)) > 1e-6
    points = homogeneous[:, :2] / np.where(in_front, w, np.inf)[:, None]
    right = (homography[:2, 0] - points * homography[2, 0]) / w[:, None]
    down = (homography[:2, 1] - points * homography[2, 1]) / w[:, None]
    step = np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))
    return np.where(in_front[:, None], points, -1e6), np.where(in_front, step, 0.0)


def out_of_line(peaks: Peaks, members: Mapping[Cell, int]) -> set[Cell]:
    """The lattice points that do not follow the others: corners of dominoes that lie close by.

    A domino a quarter of a square from a kingdom bends a homography that it has a say in. So the outermost lines of
    points at each side are compared with where all others expect them, first those without which the others agree best.
    """
    astray: set[Cell] = set()
    for _ in range(SIDES):
        left = {cell: peak for cell, peak in members.items() if cell not in astray}
        found = min(_unexpected(peaks, left), key=lambda each: each.disagreement, default=None)
        if found is None:
            break
        astray |= found.cells
    return astray


class _Beside(NamedTuple):
    """Lattice points beside where the others expect them, and how far these lie from where they are expected."""

    disagreement: float  # of a step, as a rule
    cells: frozenset[Cell]


def _unexpected(peaks: Peaks, members: Mapping[Cell, int]) -> Iterator[_Beside]:
    """The points too far out at each side of a lattice: the whole outermost line, and as much as a domino adds."""
    cells, points = np.array(list(members)), peaks.points[list(members.values())]
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        depth = sign * cells[:, axis]
        if (depth == depth.max()).sum() > MOST_BESIDE:
            continue
        for lines in range(1, REACH + 1):
            outer = depth > depth.max() - lines
            homography = _without(cells, points, outer) if np.ptp(depth) > 2 * lines else None
            if homography is None:
                continue
            board, _ = projected(np.asarray(np.linalg.inv(homography), np.float64), points)
            off = board - cells[:, ::-1]
            beside = outer & (sign * off[:, 1 - axis] > BESIDE)
            if FEWEST_BESIDE <= beside.sum() <= MOST_BESIDE and beside[depth == depth.max()].all():
                astray = frozenset((int(row), int(column)) for row, column in cells[beside])
                yield _Beside(float(np.abs(off[~outer]).mean()), astray)


def _without(cells: NDArray[np.intp], points: Matrix, outer: NDArray[np.bool_]) -> Matrix | None:
    """The homography of the other points; None for too few, and for those that lie on one line in the picture."""
    if (~outer).sum() < FEWEST or min(np.ptp(cells[~outer], axis=0)) < 1:
        return None
    homography: Matrix | None = cv2.findHomography(cells[~outer, ::-1].astype(np.float64), points[~outer], 0)[0]
    return None if homography is None or np.linalg.matrix_rank(homography) < 3 else homography


def kingdom_sized(joined: NDArray[np.bool_], worth: Array) -> tuple[slice, slice]:
    """The rows and columns of squares (rows, columns), without faint ones at the edge that make it larger than any."""
    rows, columns = np.nonzero(joined.any(1))[0], np.nonzero(joined.any(0))[0]
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    usual = float(worth[joined].mean())
    while max(bottom - top, right - left) > KINGDOM:
        squares = np.where(joined, worth, 0)[top:bottom, left:right]
        ends = {"top": squares[0], "bottom": squares[-1]} if bottom - top > KINGDOM else {}
        ends |= {"left": squares[:, 0], "right": squares[:, -1]} if right - left > KINGDOM else {}
        faintest = min(ends, key=lambda end: float(ends[end].sum()))
        if float(ends[faintest].sum()) > FAINT * usual:
            break
        top, bottom = top + (faintest == "top"), bottom - (faintest == "bottom")
        left, right = left + (faintest == "left"), right - (faintest == "right")
    return slice(top, bottom), slice(left, right)


def with_hints(inside: tuple[slice, slice], occupancy: Array) -> tuple[slice, slice]:
    """The rows and columns of a grid (rows, columns), and one more at an end where a tile may lie and the kingdom grow.

    A kingdom grows to the smallest grid that it fits in. Whether a tile lies there, the squares will say.
    """
    rows, columns = inside
    across, down = occupancy[:, columns].max(1), occupancy[rows].max(0)
    return _stretched(rows, across > HINT), _stretched(columns, down > HINT)


def _stretched(line: slice, hinted: NDArray[np.bool_]) -> slice:
    start, stop = int(line.start), int(line.stop)
    limit = smallest_grid(stop - start)
    if stop < len(hinted) and hinted[stop] and stop - start < limit:
        stop += 1
    if start > 0 and hinted[start - 1] and stop - start < limit:
        start -= 1
    return slice(start, stop)


def largest_part(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest group of cells (rows, columns) joined side by side."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    if len(stats) < 2:
        return cells
    part: NDArray[np.bool_] = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return part
