"""Fit lattices of squares to the corner heatmaps.

The steps: find peaks, grow a lattice from the most certain one, fit a homography, collect the peaks it predicts, crop
the lattice to the largest group of adjacent tiles, and drop corners of stray dominoes that lie close by.

A corner is one of a tile, a peak is the place in the heatmap where one seems to be, and a lattice point is an integer
position (row, column) that gets at most one peak. The members of a growing lattice map its points to peaks.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.rules import GRIDS, smallest_grid
from vision.locate.heatmaps import Array, Heatmaps, Matrix, Peaks, find_peaks, measure_tiled_share
from vision.locate.strays import Mask, find_stray_squares
from vision.photo.photo import Points
from vision.rectify import outline_grid

SMALL_GRID, LARGE_GRID = min(GRIDS), max(GRIDS)  # squares a side of the legal grids: 5 and 7
MIN_SQUARES = 3  # the castle and one domino
MAX_LATTICES = 8  # of one picture
MIN_STRAY_STEP_PX = 24.0  # side of a square from which corners are exact enough to find stray dominoes
MAX_SIDE = 2 * LARGE_GRID + 1  # squares: two kingdoms in line with a square between them
KINGDOM_SIDES = 4
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # (row, column) of a step right, down, left, up

Cell = tuple[int, int]  # (row, column) of a lattice point; the origin is arbitrary while growing


@dataclass(frozen=True)
class LatticeThresholds:
    """Limits of the search for lattices. A step is the local distance between two neighbouring corners."""

    seed_certainty: float = 0.3  # least certainty of a corner that starts a lattice, or is one of a stray domino
    max_failed_seeds: int = 8  # in a row, before the search ends
    growth_distance_steps: float = 0.3  # from a corner to where its neighbour predicts it; also a lattice's border
    max_step_difference: float = 0.4  # of the steps at two neighbouring corners, relative to their length
    gather_distance_steps: float = 0.22  # from a corner to where the homography predicts it
    inlier_distance_steps: float = 0.2  # of a peak that takes part in fitting the homography
    min_points: int = 6  # for a homography
    scored_occupancy: float = 0.3  # share that looks like a tile, from which a square adds to a lattice's score
    tile_share: float = 0.5  # of a square that must look like a tile
    whole_tile_share: float = 0.93  # no stray domino covers so much of a square
    min_own_corners: int = 3  # of a square; two of them are its neighbour's as well
    hint_share: float = 0.3  # of a square outside the found ones, from which a tile may be there
    faint_line_squares: float = 2.5  # a line of squares in excess of a legal grid is dropped if it has fewer
    stray_offset_steps: float = 0.17  # of a tile that does not belong to the kingdom
    stray_distance_steps: float = 0.45  # from a lattice point to a corner of a stray domino
    max_stray_squares: int = 4  # two dominoes; with more, corners were detected badly
    min_stray_corners: int = 2  # that a stray domino adds to the lattice
    max_stray_corners: int = 4
    max_stray_lines: int = 2  # lines of squares that a stray domino occupies at one side
    max_step_ratio: float = 6.0  # nearest to farthest square
    max_single_side: int = 9  # squares a side of one kingdom with stray dominoes
    min_pair_certainty: float = 0.4  # of two kingdoms in line


THRESHOLDS = LatticeThresholds()


@dataclass(frozen=True, eq=False)
class Lattice:
    """A grid of squares found in a picture."""

    homography: Matrix  # (3, 3), from board points to picture points
    occupancy: Array  # (rows, columns): the share of each square that looks like a tile
    certainty: float  # mean of the corners of its occupied squares, 0 to 1
    stray: Mask | None = None  # (rows, columns): squares on which dominoes lie off the grid

    @property
    def rows(self) -> int:
        return int(self.occupancy.shape[0])

    @property
    def columns(self) -> int:
        return int(self.occupancy.shape[1])

    @property
    def outline(self) -> Points:
        """The corners (4, 2) of the grid in the picture, clockwise from the top left."""
        return outline_grid(self.homography, self.rows, self.columns)

    @property
    def score(self) -> float:
        """Return a rank for comparing lattices: the tiles, weighted by the squared certainty.

        A square counts by the excess of its occupancy over ``scored_occupancy``, so that gaps add nothing.
        The square of the certainty prefers few tiles with certain corners to many with faint ones.
        """
        least = THRESHOLDS.scored_occupancy
        return float(self.occupancy.clip(least, 1.0).sum() - least * self.occupancy.size) * self.certainty**2


def find_lattices(heatmaps: Heatmaps) -> list[Lattice]:
    """Return up to MAX_LATTICES lattices of at least MIN_SQUARES squares, the highest score first."""
    peaks = find_peaks(heatmaps)
    free = np.ones(len(peaks.points), bool)
    found: list[Lattice] = []
    failed = 0
    for seed in np.argsort(-peaks.certainty):
        if not free[seed]:
            continue
        too_faint = peaks.certainty[seed] < THRESHOLDS.seed_certainty
        if too_faint or len(found) == MAX_LATTICES or failed == THRESHOLDS.max_failed_seeds:
            break
        failed += 1
        members = _grow(peaks, int(seed), free)
        free[seed] = False
        homography = fit_homography(peaks, members)
        if homography is None:
            continue
        members = _gather_peaks(heatmaps, peaks, homography, members, free)
        lattice = _build_lattice(heatmaps, peaks, members)
        if lattice is not None:
            free &= ~_contains(lattice, peaks.points)
            found.append(lattice)
            failed = 0
    return sorted(found, key=lambda lattice: -lattice.score)


def _grow(peaks: Peaks, seed: int, free: NDArray[np.bool_]) -> dict[Cell, int]:
    """Grow a lattice from a peak, from corner to corner, best match first; return the peak of each lattice point."""
    members: dict[Cell, int] = {(0, 0): seed}
    used = {seed}
    pending: list[tuple[float, Cell, int, Cell]] = []  # heap of (cost, cell, peak, cell from which it was reached)

    def push_neighbours(cell: Cell, steps: Matrix, peak: int) -> None:
        ahead = np.concatenate([steps, -steps])  # in the order of DIRECTIONS
        offsets = (peaks.points - peaks.points[peak])[None] - ahead[:, None]
        distances = np.hypot(offsets[..., 0], offsets[..., 1]) / np.hypot(ahead[:, 0], ahead[:, 1])[:, None]
        distances[:, ~free] = np.inf
        nearest = distances.argmin(1).tolist()
        for side, near, distance in zip(DIRECTIONS, nearest, distances.min(1).tolist(), strict=True):
            if distance < THRESHOLDS.growth_distance_steps:
                cost = distance - float(peaks.certainty[near])
                heapq.heappush(pending, (cost, (cell[0] + side[0], cell[1] + side[1]), near, cell))

    aligned = {seed: peaks.steps[seed]}  # the steps of each peak, turned to the rows and columns of the lattice
    push_neighbours((0, 0), peaks.steps[seed], seed)
    while pending:
        _, cell, peak, parent = heapq.heappop(pending)
        if cell in members or peak in used or max(map(abs, cell)) > MAX_SIDE:
            continue
        steps = _align_steps(peaks.steps[peak], aligned[members[parent]])
        if steps is None:
            continue
        members[cell] = peak
        used.add(peak)
        aligned[peak] = steps
        push_neighbours(cell, steps, peak)
    return members


def _align_steps(steps: Matrix, reference: Matrix) -> Matrix | None:
    """Return the quarter turn of ``steps`` (2, 2) closest to ``reference``, or None if all differ too much."""
    right, down = steps
    turns = np.array([[right, down], [down, -right], [-right, -down], [-down, right]])
    difference = np.sqrt(((turns - reference) ** 2).sum((1, 2)) / (reference**2).sum())
    best = int(difference.argmin())
    return turns[best] if difference[best] < THRESHOLDS.max_step_difference else None


def _gather_peaks(
    heatmaps: Heatmaps, peaks: Peaks, homography: Matrix, members: dict[Cell, int], free: NDArray[np.bool_]
) -> dict[Cell, int]:
    """Return the peaks where the homography predicts corners of adjacent tiles.

    A pass reaches one step beyond the lattice; a second pass follows if the first one found more peaks.
    """
    for _ in range(2):
        top, left = min(r for r, _ in members) - 1, min(c for _, c in members) - 1
        shape = max(r for r, _ in members) + 1 - top, max(c for _, c in members) + 1 - left
        shifted = homography @ np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
        tiled = np.pad(find_largest_component(measure_tiled_share(heatmaps, shifted, shape) > THRESHOLDS.tile_share), 1)
        has_corner = tiled[:-1, :-1] | tiled[1:, :-1] | tiled[:-1, 1:] | tiled[1:, 1:]
        cells = [(top + int(row), left + int(column)) for row, column in np.argwhere(has_corner)]
        if not cells:
            return members
        expected, steps = project(homography, np.array([(c, r) for r, c in cells], np.float64))
        offsets = peaks.points[None] - expected[:, None]
        distances = np.hypot(offsets[..., 0], offsets[..., 1]) / np.maximum(steps, 1e-6)[:, None]
        distances[:, ~free] = np.inf
        nearest = zip(cells, distances.argmin(1).tolist(), distances.min(1).tolist(), strict=True)
        gathered = {cell: near for cell, near, distance in nearest if distance < THRESHOLDS.gather_distance_steps}
        if len(gathered) <= len(members):
            return gathered or members
        members = gathered
    return members


def _build_lattice(heatmaps: Heatmaps, peaks: Peaks, members: dict[Cell, int]) -> Lattice | None:
    """Return the lattice of adjacent tiles, without stray dominoes if that makes it smaller and no less certain."""
    whole = _crop_to_tiles(heatmaps, peaks, members)
    outliers = find_outliers(peaks, members)
    if whole is None or (not outliers and max(whole.occupancy.shape) <= SMALL_GRID):
        return whole
    kept = {cell: peak for cell, peak in members.items() if cell not in outliers}
    alone = _crop_to_tiles(heatmaps, peaks, kept, drop_strays=True)
    better = alone is not None and alone.occupancy.size < whole.occupancy.size and alone.certainty >= whole.certainty
    return alone if better else whole


def _crop_to_tiles(
    heatmaps: Heatmaps, peaks: Peaks, members: dict[Cell, int], *, drop_strays: bool = False
) -> Lattice | None:
    """Fit the lattice and crop it to the largest group of adjacent tiles; None if that is too small or impossible.

    ``drop_strays`` also leaves out tiles with a corner beside a lattice point (`_find_tiles_off_points`).
    """
    homography = fit_homography(peaks, members)
    if homography is None:
        return None
    rows = min(r for r, _ in members) - 1, max(r for r, _ in members) + 1
    columns = min(c for _, c in members) - 1, max(c for _, c in members) + 1
    shifted = homography @ np.array([[1, 0, columns[0]], [0, 1, rows[0]], [0, 0, 1.0]])
    shape = rows[1] - rows[0], columns[1] - columns[0]
    certainty = np.zeros((shape[0] + 1, shape[1] + 1), np.float32)
    for (row, column), peak in members.items():
        certainty[row - rows[0], column - columns[0]] = peaks.certainty[peak]
    corners = _take_corners(certainty)
    corner_count = (corners > 0).sum(0)
    occupancy = measure_tiled_share(heatmaps, shifted, shape)
    stray = np.zeros(shape, bool)
    corner_points = np.argwhere(certainty > 0)[:, ::-1].astype(np.float64)
    is_close = float(np.median(project(shifted, corner_points)[1])) > MIN_STRAY_STEP_PX
    # The shape has one more line at each side. In larger grids, another kingdom is off the lattice.
    if is_close and max(shape) - 2 <= THRESHOLDS.max_single_side:
        stray = find_stray_squares(_to_board(shifted, peaks.points), shape)
    occupancy[stray] = 0
    if drop_strays:
        occupancy[_find_tiles_off_points(peaks, shifted, occupancy, certainty)] = 0
    has_side = corner_count >= 2  # two corners, which a neighbour may share
    whole = (occupancy > THRESHOLDS.whole_tile_share) & has_side
    aligned = (corner_count >= THRESHOLDS.min_own_corners) | whole
    joined = find_largest_component((occupancy > THRESHOLDS.tile_share) & aligned)
    if joined.sum() < MIN_SQUARES:
        return None
    inside = extend_to_hints(crop_to_grid(joined, occupancy * corners.mean(0)), occupancy)
    moved = shifted @ np.array([[1, 0, inside[1].start], [0, 1, inside[0].start], [0, 0, 1.0]])
    # Squares without two corners stay in doubt, however much they look like a tile.
    kept = np.where(has_side, occupancy, np.minimum(occupancy, THRESHOLDS.tile_share))[inside]
    mean_certainty = float(corners.mean(0)[inside][joined[inside]].mean())
    if not (_is_plausible_size(kept.shape, mean_certainty) and _is_plausible_view(moved, *kept.shape)):
        return None
    here = stray[inside]
    return make_upright(Lattice(moved / moved[2, 2], kept, mean_certainty, here if here.any() else None))


def _take_corners(points: Array) -> Array:
    """Return the values (4, rows, columns) at the corners of each square.

    ``points`` (rows + 1, columns + 1) has the value at each lattice point.
    """
    return np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, :-1], points[1:, 1:]])


def _find_tiles_off_points(peaks: Peaks, homography: Matrix, occupancy: Array, certainty: Array) -> NDArray[np.bool_]:
    """Return a mask (rows, columns) of the squares of stray dominoes: tiles with a corner beside a lattice point.

    ``certainty`` (rows + 1, columns + 1) is that of the corner at each lattice point, 0 where there is none. More
    squares than two dominoes cover mean badly detected corners; then no square is marked.
    """
    lattice_points = np.array([(column, row) for row, column in np.ndindex(certainty.shape)], np.float64)
    expected, steps = project(homography, lattice_points)
    likely = peaks.points[peaks.certainty > THRESHOLDS.seed_certainty]
    distance = np.hypot(*(likely[None] - expected[:, None]).transpose(2, 0, 1)) / np.maximum(steps, 1e-6)[:, None]
    nearest = distance.min(1, initial=np.inf).reshape(certainty.shape)
    is_near = (nearest > THRESHOLDS.stray_offset_steps) & (nearest < THRESHOLDS.stray_distance_steps)
    few_corners = (_take_corners(certainty) > 0).sum(0) < THRESHOLDS.min_own_corners
    near_stray = (_take_corners(is_near & (certainty == 0)) > 0).any(0)
    stray: NDArray[np.bool_] = near_stray & few_corners & (occupancy > THRESHOLDS.tile_share)
    return stray if stray.sum() <= THRESHOLDS.max_stray_squares else np.zeros_like(stray)


def _contains(lattice: Lattice, points: Matrix) -> NDArray[np.bool_]:
    """Return a mask (n,) of the picture points (n, 2) on the lattice or just outside it."""
    board = _to_board(lattice.homography, points)
    border = THRESHOLDS.growth_distance_steps
    return np.asarray(((board > -border) & (board < np.array([lattice.columns, lattice.rows]) + border)).all(1))


def _to_board(homography: Matrix, points: Matrix) -> Matrix:
    """Convert picture points (n, 2) to board points of a lattice."""
    return project(np.asarray(np.linalg.inv(homography), np.float64), points)[0]


def _is_plausible_size(shape: tuple[int, ...], certainty: float) -> bool:
    """Return whether a grid may be one kingdom with stray dominoes, or two kingdoms in line."""
    if max(shape) <= THRESHOLDS.max_single_side:
        return True
    return max(shape) <= MAX_SIDE and min(shape) <= LARGE_GRID and certainty >= THRESHOLDS.min_pair_certainty


def _is_plausible_view(homography: Matrix, rows: int, columns: int) -> bool:
    """Return whether a grid is in front of the horizon and has squares of similar size, as cameras see one."""
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64)
    w = corners @ homography[2, :2] + homography[2, 2]
    if not np.isfinite(homography).all() or w.min() * w.max() <= 0:
        return False
    _, steps = project(homography, corners)
    return bool(steps.min() > 1.0 and steps.max() < THRESHOLDS.max_step_ratio * steps.min())


def make_upright(lattice: Lattice) -> Lattice:
    """Turn a lattice by quarters until its rows run from left to right in the picture."""
    for _ in range(4):
        rows, columns = lattice.rows, lattice.columns
        middle = np.array([[columns / 2, rows / 2], [columns / 2 + 0.1, rows / 2]])
        (x0, y0), (x1, y1) = project(lattice.homography, middle)[0]
        if x1 - x0 >= abs(y1 - y0):
            return lattice
        turned = lattice.homography @ np.array([[0, -1, columns], [1, 0, 0], [0, 0, 1.0]])
        stray = None if lattice.stray is None else np.rot90(lattice.stray)
        occupancy = np.ascontiguousarray(np.rot90(lattice.occupancy))
        lattice = replace(lattice, homography=turned, occupancy=occupancy, stray=stray)
    return lattice


def fit_homography(peaks: Peaks, members: Mapping[Cell, int]) -> Matrix | None:
    """Fit the homography (3, 3) from lattice points (column, row) to their peaks.

    None if the points are too few or on one line, or no homography fits them.
    """
    if len(members) < THRESHOLDS.min_points:
        return None
    board = np.array([(column, row) for row, column in members], np.float64)
    if np.ptp(board[:, 0]) < 1 or np.ptp(board[:, 1]) < 1:
        return None
    points = peaks.points[list(members.values())]
    step = float(np.median(np.linalg.norm(peaks.steps[list(members.values())], axis=(1, 2)))) / 2**0.5
    inlier_px = THRESHOLDS.inlier_distance_steps * step
    homography: Matrix | None = cv2.findHomography(board, points, cv2.RANSAC, inlier_px, maxIters=500)[0]
    return homography


def project(homography: Matrix, board: Matrix) -> tuple[Matrix, Matrix]:
    """Project board points (n, 2) into the picture.

    Returns:
        The picture points (n, 2), far outside if beyond the horizon, and the length (n,) of a step there in pixels,
        which is 0 beyond it.
    """
    homogeneous = np.column_stack([board, np.ones(len(board))]) @ homography.T
    w = homogeneous[:, 2]
    in_front = w * np.sign(np.median(w)) > 1e-6
    depth = np.where(in_front, w, np.inf)[:, None]
    points = homogeneous[:, :2] / depth
    right = (homography[:2, 0] - points * homography[2, 0]) / depth
    down = (homography[:2, 1] - points * homography[2, 1]) / depth
    step = np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))  # 0 beyond the horizon
    return np.where(in_front[:, None], points, -1e6), step


def find_outliers(peaks: Peaks, members: Mapping[Cell, int]) -> set[Cell]:
    """Return the lattice points that do not fit the others: corners of stray dominoes close to the kingdom.

    A domino a quarter of a square away from a kingdom bends a homography that is fitted to its corners, too. So the
    outermost lines at each side are compared with a homography of all other points. The side without which the
    other points fit best goes first.
    """
    outliers: set[Cell] = set()
    for _ in range(KINGDOM_SIDES):
        remaining = {cell: peak for cell, peak in members.items() if cell not in outliers}
        found = min(_generate_outliers(peaks, remaining), key=lambda each: each.mean_error_steps, default=None)
        if found is None:
            break
        outliers |= found.cells
    return outliers


class _Outliers(NamedTuple):
    """Lattice points that do not fit the others, and the mean error of the others without them."""

    mean_error_steps: float
    cells: frozenset[Cell]


def _generate_outliers(peaks: Peaks, members: Mapping[Cell, int]) -> Iterator[_Outliers]:
    """Yield, for each side, the points too far outside: all of its outermost line, and no more than one domino has."""
    cells, points = np.array(list(members)), peaks.points[list(members.values())]
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        depth = sign * cells[:, axis]
        if (depth == depth.max()).sum() > THRESHOLDS.max_stray_corners:
            continue
        for lines in range(1, THRESHOLDS.max_stray_lines + 1):
            outer = depth > depth.max() - lines
            homography = _fit_without(cells, points, outer) if np.ptp(depth) > 2 * lines else None
            if homography is None:
                continue
            board, _ = project(np.asarray(np.linalg.inv(homography), np.float64), points)
            error = board - cells[:, ::-1]
            too_far = outer & (sign * error[:, 1 - axis] > THRESHOLDS.stray_offset_steps)
            as_many_as_a_domino = THRESHOLDS.min_stray_corners <= too_far.sum() <= THRESHOLDS.max_stray_corners
            if as_many_as_a_domino and too_far[depth == depth.max()].all():
                outliers = frozenset((int(row), int(column)) for row, column in cells[too_far])
                yield _Outliers(float(np.abs(error[~outer]).mean()), outliers)


def _fit_without(cells: NDArray[np.intp], points: Matrix, outer: NDArray[np.bool_]) -> Matrix | None:
    """Fit a homography to the points that are not ``outer``; None if they are too few or on one line."""
    if (~outer).sum() < THRESHOLDS.min_points or min(np.ptp(cells[~outer], axis=0)) < 1:
        return None
    homography: Matrix | None = cv2.findHomography(cells[~outer, ::-1].astype(np.float64), points[~outer], 0)[0]
    return None if homography is None or np.linalg.matrix_rank(homography) < 3 else homography


def crop_to_grid(joined: NDArray[np.bool_], weight: Array) -> tuple[slice, slice]:
    """Return the extent of the joined squares, without faint lines at the edge in excess of the largest legal grid.

    Two kingdoms in line keep their faint lines: no stray domino makes a grid so large.

    Args:
        joined: Mask (rows, columns) of the squares that belong together.
        weight: Evidence (rows, columns) for a tile on each square.

    Returns:
        Rows and columns.
    """
    rows, columns = np.nonzero(joined.any(1))[0], np.nonzero(joined.any(0))[0]
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    mean_weight = float(weight[joined].mean())
    if max(bottom - top, right - left) > THRESHOLDS.max_single_side:
        return slice(top, bottom), slice(left, right)
    while max(bottom - top, right - left) > LARGE_GRID:
        squares = np.where(joined, weight, 0)[top:bottom, left:right]
        ends = {"top": squares[0], "bottom": squares[-1]} if bottom - top > LARGE_GRID else {}
        ends |= {"left": squares[:, 0], "right": squares[:, -1]} if right - left > LARGE_GRID else {}
        faintest = min(ends, key=lambda end: float(ends[end].sum()))
        if float(ends[faintest].sum()) > THRESHOLDS.faint_line_squares * mean_weight:
            break
        top, bottom = top + (faintest == "top"), bottom - (faintest == "bottom")
        left, right = left + (faintest == "left"), right - (faintest == "right")
    return slice(top, bottom), slice(left, right)


def extend_to_hints(inside: tuple[slice, slice], occupancy: Array) -> tuple[slice, slice]:
    """Extend rows and columns by a line at an end where a tile may be, up to the smallest grid the kingdom fits in.

    Whether a tile is there is decided later, by the classifier.
    """
    rows, columns = inside
    by_row, by_column = occupancy[:, columns].max(1), occupancy[rows].max(0)
    hint = THRESHOLDS.hint_share
    return _extend(rows, by_row > hint), _extend(columns, by_column > hint)


def _extend(line: slice, hinted: NDArray[np.bool_]) -> slice:
    """Extend a range of lines by hinted ones at its ends, to the side of the smallest legal grid at most."""
    start, stop = int(line.start), int(line.stop)
    limit = smallest_grid(stop - start)
    if stop < len(hinted) and hinted[stop] and stop - start < limit:
        stop += 1
    if start > 0 and hinted[start - 1] and stop - start < limit:
        start -= 1
    return slice(start, stop)


def find_largest_component(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the largest 4-connected component of a mask (rows, columns)."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    if len(stats) < 2:
        return cells
    part: NDArray[np.bool_] = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return part
