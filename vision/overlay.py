"""Overlays on the photo: the grid, the territories with their sums, several kingdoms to choose from.

Every drawing is a new image; ``corners`` are (4, 2), in pixels of the image drawn on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom, Position
from scoring.territories import Territory, territories
from vision.photo.photo import Bgr, Points
from vision.rectify import grid_crossings

CREAM = (220, 246, 255)
INK = (23, 26, 28)
GRID_WIDTH = 0.035  # of the side of a square: how thick a line of the grid is
BORDER_WIDTH = 0.06  # of the side of a square: the border of a territory
LABEL_HEIGHT = 0.25  # of the side of a square: the figures on a territory


def with_grid(image: Bgr, corners: Points, rows: int, columns: int) -> Bgr:
    """The image with the lines of a grid."""
    drawing, crossings = image.copy(), grid_crossings(corners, rows, columns)
    lines = [*crossings, *crossings.swapaxes(0, 1)]
    _draw_lines(drawing, lines, GRID_WIDTH * _square_side(crossings))
    return drawing


def with_territories(image: Bgr, corners: Points, kingdom: Kingdom) -> Bgr:
    """The image with the border of every territory, and the points of those that earn any."""
    drawing, crossings = image.copy(), grid_crossings(corners, kingdom.height, kingdom.width)
    side = _square_side(crossings)
    found = territories(kingdom)
    edges = [crossings[tuple(zip(*edge, strict=True))] for territory in found for edge in _border(territory)]
    _draw_lines(drawing, edges, BORDER_WIDTH * side)
    for territory in found:
        if territory.points:
            _draw_label(drawing, str(territory.points), _middle(territory, crossings), LABEL_HEIGHT * side)
    return drawing


def with_numbers(image: Bgr, outlines: Sequence[Points], *, first: int = 1) -> Bgr:
    """The image with kingdoms outlined and numbered from the first number on, to choose one of them."""
    drawing = image.copy()
    for number, outline in enumerate(outlines, start=first):
        side = 0.2 * float(np.sqrt(cv2.contourArea(np.asarray(outline, np.float32))))
        _draw_lines(drawing, [np.vstack([outline, outline[:1]])], BORDER_WIDTH * side)
        _draw_label(drawing, str(number), np.mean(outline, axis=0), 0.7 * side)
    return drawing


def _square_side(crossings: Points) -> float:
    """The mean side of a square, in pixels."""
    right = np.linalg.norm(np.diff(crossings, axis=1), axis=-1).mean()
    down = np.linalg.norm(np.diff(crossings, axis=0), axis=-1).mean()
    return float(right + down) / 2


def _border(territory: Territory) -> Iterator[tuple[Position, Position]]:
    """The edges round a territory, each between two crossings (row, column) of the grid."""
    squares = set(territory.squares)
    for row, column in territory.squares:
        ring = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column), (row, column))
        beyond = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        yield from (edge for edge, near in zip(pairwise(ring), beyond, strict=True) if near not in squares)


def _middle(territory: Territory, crossings: Points) -> NDArray[np.float64]:
    """The centre of the square nearest the middle of a territory."""
    squares = np.array(territory.squares)
    row, column = squares[np.linalg.norm(squares - squares.mean(axis=0), axis=1).argmin()]
    centre: NDArray[np.float64] = crossings[row : row + 2, column : column + 2].mean(axis=(0, 1), dtype=np.float64)
    return centre


def _draw_lines(drawing: Bgr, lines: Sequence[NDArray[np.float32]], width: float) -> None:
    """Cream lines with a dark rim, visible on any terrain."""
    points = [np.round(line * 16).astype(np.int32) for line in lines]  # sixteenths of a pixel
    thin = max(1, round(width))
    for colour, thickness in ((INK, thin + 2 * max(1, thin // 3)), (CREAM, thin)):
        cv2.polylines(drawing, points, False, colour, thickness, cv2.LINE_AA, shift=4)


def _draw_label(drawing: Bgr, text: str, centre: NDArray[np.floating], height: float) -> None:
    """Dark text on a cream disc or pill, ``height`` pixels high."""
    scale, thick = height / 30, max(1, round(height / 14))
    (width, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x, y = (round(float(value)) for value in centre)
    reach = max(0, round(width / 2 - tall / 4))
    for colour, radius in ((INK, tall + thick), (CREAM, tall)):
        cv2.line(drawing, (x - reach, y), (x + reach, y), colour, 2 * radius, cv2.LINE_AA)
    cv2.putText(
        drawing, text, (x - width // 2, y + tall // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, thick, cv2.LINE_AA
    )
