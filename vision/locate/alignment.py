"""Lattice points and the homography that takes them to the picture: how it is fitted, and what does not follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.heatmaps import Matrix, Peaks

Cell = tuple[int, int]  # (row, column) of a lattice point or a square; the origin is arbitrary while growing

FEWEST = 6  # lattice points that give a homography
ASTRAY = 0.2  # of a step: how far a peak may lie from the homography that it has a say in
REACH = 2  # lines of squares at a side of a kingdom that a domino lying beside it takes up at most
SIDES = 4  # of a kingdom, at which a domino may lie
FEWEST_BESIDE, MOST_BESIDE = 2, 4  # corners that a domino beside a kingdom adds to its lattice
BESIDE = 0.17  # of a step: from there on a tile is not laid to the kingdom; laid ones are found within 0.1


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
    """Where board points appear, and how large a step is there (0 beyond the horizon)."""
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
    """What lies too far out at each side of a lattice: the whole outermost line, and as much as a domino adds."""
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
