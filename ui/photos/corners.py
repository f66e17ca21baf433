"""Where a board that was turned and moved lies in its photo.

Corners run clockwise from the board's top left as it lies now, in pixels of the kept picture.
"""

from __future__ import annotations

import cv2
import numpy as np

from ui.table.source import Source
from vision.overlay import lattice
from vision.photo.photo import Points
from vision.rectify import homography_of


def board_corners(source: Source) -> Points:
    """The corners of the board (4, 2)."""
    down, right = source.orientation.shift
    return _window_of_reading(source, -down, -right, source.rows, source.columns)


def window_corners(source: Source, top: int, left: int, rows: int, columns: int) -> Points:
    """The corners (4, 2) of the part of the board from a row and a column on."""
    down, right = source.orientation.shift
    return _window_of_reading(source, top - down, left - right, rows, columns)


def crossings(source: Source) -> Points:
    """Where the lines of the board's grid cross: (rows + 1, columns + 1, 2)."""
    return lattice(board_corners(source), source.rows, source.columns)


def _window_of_reading(source: Source, top: int, left: int, rows: int, columns: int) -> Points:
    """The corners of a part of what was read, turned as the board is; it may reach beyond."""
    read = np.roll(np.array(source.reading.corners, np.float32), source.orientation.quarter_turns, axis=0)
    ends = [[left, top], [left + columns, top], [left + columns, top + rows], [left, top + rows]]
    corners = cv2.perspectiveTransform(np.array([ends], np.float64), homography_of(read, *source.read_size))[0]
    return (corners / source.picture.scale).astype(np.float32)
