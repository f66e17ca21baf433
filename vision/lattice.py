"""From the corner network's answer to lattices of squares: peaks, growth, homography, occupied squares."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Matrix = NDArray[np.float64]
Cell = tuple[int, int]  # (row, column) of a lattice point or a square; the origin is arbitrary while growing

PEAK = 0.25  # a corner less likely than this starts and extends nothing
NEAR = 0.3  # of a step: how far a corner may lie from where its neighbour expects it
FITTED = 0.22  # of a step: the same once a homography is known
TILED = 0.5  # share of a square that must look like a tile
OWN_CORNERS = 3  # that a square must show: two are also its neighbour's, and a domino may lie close by
MIN_SQUARES = 3  # the castle and one domino
STEEPEST = 2.6  # how many times wider the nearest square may look than the farthest
KINGDOM = 7  # squares a side of the largest legal kingdom
FAINT = 2.5  # usual squares: a row beyond that with less is not believed
LARGEST = 9  # squares a side that are followed
SAMPLES = 6  # a side: where a square is looked at to see whether a tile lies there


@dataclass(frozen=True, eq=False)
class Evidence:
    """What the network answered to one picture, in its own pixels: ``stride`` picture pixels each.

    ``corner`` and ``tile`` are probabilities (h, w); ``lie`` (5, h, w) is how squares lie there.
    """

    corner: Array
    tile: Array
    lie: Array
    stride: int
    step_unit_px: float


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
        return float(self.occupancy.clip(0.3, 1.0).sum() - 0.3 * self.occupancy.size) * self.support


@dataclass(frozen=True, eq=False)
class Peaks:
    """Likely corners: points (n, 2) in picture pixels, certainty (n,), and the steps (n, 2, 2) right and down there."""

    points: Matrix
    certainty: Array
    steps: Matrix


def find_lattices(evidence: Evidence, *, most: int = 8) -> list[Lattice]:
    """All lattices of at least ``MIN_SQUARES`` squares, the most convincing first."""
    peaks = _peaks(evidence)
    free = np.ones(len(peaks.points), bool)
    found: list[Lattice] = []
    for seed in np.argsort(-peaks.certainty):
        if not free[seed] or len(found) == most:
            continue
        members = _grown(peaks, int(seed), free)
        free[seed] = False
        homography = _fitted(peaks, members, free)
        if homography is None:
            continue
        members = _gathered(peaks, homography, members, free)
        homography = _fitted(peaks, members, free)
        lattice = _occupied(evidence, peaks, homography, members) if homography is not None else None
        if lattice is not None:
            free[list(members.values())] = False
            found.append(lattice)
    return sorted(found, key=lambda lattice: -lattice.score)


def _peaks(evidence: Evidence) -> Peaks:
    corner = evidence.corner
    highest = cv2.dilate(corner, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((corner >= highest) & (corner > PEAK))
    padded = np.pad(corner, 1)
    window = np.stack([padded[rows + dy, columns + dx] for dy in range(3) for dx in range(3)], 1)
    window = window / window.sum(1, keepdims=True)
    dy, dx = np.repeat([-1, 0, 1], 3), np.tile([-1, 0, 1], 3)
    points = np.stack([columns + 0.5 + 1.6 * window @ dx, rows + 0.5 + 1.6 * window @ dy], 1) * evidence.stride
    return Peaks(points, corner[rows, columns], _steps(evidence, rows, columns))


def _steps(evidence: Evidence, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Matrix:
    """The picture vectors (n, 2, 2) of one step right and one down (or a quarter turn of these) at output pixels."""
    weight = evidence.tile + 1e-3
    around = (7, 7)
    total = cv2.blur(weight, around)
    lie = np.stack([(cv2.blur(layer * weight, around) / total)[rows, columns] for layer in evidence.lie], 1)
    log_step, stretch, shear, cos4, sin4 = lie.astype(np.float64).T
    area = (evidence.step_unit_px * np.exp(log_step.clip(-3, 3))) ** 2
    roundness = np.sqrt((1 - stretch**2 - shear**2).clip(0.05, 1))
    trace = 2 * area / roundness
    root = np.sqrt(trace + 2 * area)
    r00 = (trace / 2 * (1 + stretch) + area) / root
    r11 = (trace / 2 * (1 - stretch) + area) / root
    r01 = trace / 2 * shear / root
    angle = np.arctan2(sin4, cos4) / 4
    cos, sin = np.cos(angle), np.sin(angle)
    right = np.stack([r00 * cos + r01 * sin, r01 * cos + r11 * sin], 1)
    down = np.stack([-r00 * sin + r01 * cos, -r01 * sin + r11 * cos], 1)
    return np.stack([right, down], 1)


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


def _fitted(peaks: Peaks, members: dict[Cell, int], free: NDArray[np.bool_]) -> Matrix | None:
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


def _gathered(peaks: Peaks, homography: Matrix, members: dict[Cell, int], free: NDArray[np.bool_]) -> dict[Cell, int]:
    """The peaks that lie where the homography expects lattice points, up to one step beyond those known."""
    for _ in range(2):
        rows = range(min(r for r, _ in members) - 1, max(r for r, _ in members) + 2)
        columns = range(min(c for _, c in members) - 1, max(c for _, c in members) + 2)
        cells = [(row, column) for row in rows for column in columns]
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


def _occupied(evidence: Evidence, peaks: Peaks, homography: Matrix, members: dict[Cell, int]) -> Lattice | None:
    """The lattice cut to the squares where tiles lie and join; None when they are too few."""
    rows = min(r for r, _ in members) - 1, max(r for r, _ in members) + 1
    columns = min(c for _, c in members) - 1, max(c for _, c in members) + 1
    shifted = homography @ np.array([[1, 0, columns[0]], [0, 1, rows[0]], [0, 0, 1.0]])
    shape = rows[1] - rows[0], columns[1] - columns[0]
    occupancy = tiled_share(evidence, shifted, shape)
    known = np.zeros((shape[0] + 1, shape[1] + 1), np.float32)
    for (row, column), peak in members.items():
        known[row - rows[0], column - columns[0]] = peaks.certainty[peak]
    corners = np.stack([known[:-1, :-1], known[:-1, 1:], known[1:, :-1], known[1:, 1:]])
    cornered = (corners > 0).sum(0)
    joined = _largest_part((occupancy > TILED) & (cornered >= OWN_CORNERS))
    if joined.sum() < MIN_SQUARES:
        return None
    inside = _kingdom_sized(joined, occupancy * corners.mean(0))
    moved = shifted @ np.array([[1, 0, inside[1].start], [0, 1, inside[0].start], [0, 0, 1.0]])
    kept = np.where(cornered >= 2, occupancy, np.minimum(occupancy, TILED))[inside]
    if max(kept.shape) > LARGEST or not _could_be_seen(moved, *kept.shape):
        return None
    support = float(corners.mean(0)[inside][joined[inside]].mean())
    return upright(Lattice(moved / moved[2, 2], kept, support))


def _kingdom_sized(joined: NDArray[np.bool_], worth: Array) -> tuple[slice, slice]:
    """The rows and columns of the squares, without faint ones at the edge that would make it larger than 7x7."""
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


def tiled_share(evidence: Evidence, homography: Matrix, shape: tuple[int, int]) -> Array:
    """How much of each square of a (rows, columns) grid looks like a tile."""
    to_samples = np.array([[1 / SAMPLES, 0, 0.5 / SAMPLES], [0, 1 / SAMPLES, 0.5 / SAMPLES], [0, 0, 1.0]])
    to_answer = np.array([[1 / evidence.stride, 0, -0.5], [0, 1 / evidence.stride, -0.5], [0, 0, 1.0]])
    size = shape[1] * SAMPLES, shape[0] * SAMPLES
    samples = cv2.warpPerspective(
        evidence.tile, to_answer @ homography @ to_samples, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    squares = samples.reshape(shape[0], SAMPLES, shape[1], SAMPLES)
    share: Array = squares[:, 1:-1, :, 1:-1].mean((1, 3), dtype=np.float32)
    return share


def _could_be_seen(homography: Matrix, rows: int, columns: int) -> bool:
    """Whether a camera could see a grid so: all of it before the horizon, no square many times larger than another."""
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64)
    w = corners @ homography[2, :2] + homography[2, 2]
    if not np.isfinite(homography).all() or w.min() * w.max() <= 0:
        return False
    _, steps = _projected(homography, corners)
    return bool(steps.min() > 1.0 and steps.max() < STEEPEST * steps.min())


def _largest_part(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest group of cells joined side by side."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    if len(stats) < 2:
        return cells
    part: NDArray[np.bool_] = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return part


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
