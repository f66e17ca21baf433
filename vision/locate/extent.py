"""The extent of a kingdom in its lattice: joined tiles, and no larger than the rules allow if in doubt."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.rules import GRIDS, fitting_grid
from vision.locate.heatmaps import Array

SMALL_KINGDOM, KINGDOM = min(GRIDS), max(GRIDS)  # squares a side of the largest legal kingdoms
HINT = 0.3  # share of a square beyond the found ones that may be a tile
FAINT = 2.5  # usual squares: a row beyond that with less is not believed


def kingdom_sized(joined: NDArray[np.bool_], worth: Array) -> tuple[slice, slice]:
    """The rows and columns of the squares, without faint ones at the edge that would make it larger than any."""
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
    """The rows and columns, and one more at an end where a tile may lie, if the kingdom may yet grow there.

    A kingdom grows to the smallest grid that it fits in. Whether a tile lies there, the squares will say.
    """
    rows, columns = inside
    across, down = occupancy[:, columns].max(1), occupancy[rows].max(0)
    return _stretched(rows, across > HINT), _stretched(columns, down > HINT)


def _stretched(line: slice, hinted: NDArray[np.bool_]) -> slice:
    start, stop = int(line.start), int(line.stop)
    limit = fitting_grid(stop - start)
    if stop < len(hinted) and hinted[stop] and stop - start < limit:
        stop += 1
    if start > 0 and hinted[start - 1] and stop - start < limit:
        start -= 1
    return slice(start, stop)


def largest_part(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest group of cells joined side by side."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=4)
    if len(stats) < 2:
        return cells
    part: NDArray[np.bool_] = labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return part
