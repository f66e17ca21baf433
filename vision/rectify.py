"""Rectification: warp a kingdom to the view from straight above and cut it into squares."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.light import normalise_light
from vision.photo.photo import Bgr, Photo, Points

SQUARE_PX = 64


def compute_homography(corners: Points, rows: int, columns: int) -> NDArray[np.float64]:
    """Return the homography (3, 3) from board points to the picture that contains the grid's ``corners`` (4, 2)."""
    board = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix: NDArray[np.float64] = cv2.getPerspectiveTransform(board, np.asarray(corners, np.float32))
    return matrix


def project_grid_points(corners: Points, rows: int, columns: int) -> Points:
    """Return where the lines of a grid cross, (rows + 1, columns + 1, 2), in the pixels of its ``corners`` (4, 2)."""
    board = np.stack(np.meshgrid(np.arange(columns + 1), np.arange(rows + 1)), axis=-1).astype(np.float64)
    points = cv2.perspectiveTransform(board.reshape(1, -1, 2), compute_homography(corners, rows, columns))
    return points.reshape(rows + 1, columns + 1, 2).astype(np.float32)


def warp(
    image: Bgr,
    homography: NDArray[np.float64],
    rows: int,
    columns: int,
    *,
    square_px: int = SQUARE_PX,
    margin: float = 0.0,
    outside: int | None = None,
) -> Bgr:
    """Warp a board to the view from straight above.

    Where the picture has a higher resolution than the result, its pixels are averaged.

    Args:
        image: The picture.
        homography: (3, 3), from board points to picture points.
        rows: Squares from top to bottom.
        columns: Squares from left to right.
        square_px: Side of a square in the result.
        margin: Squares of the surroundings on each side.
        outside: Grey level (0 to 255) outside the picture; None repeats its edge.
    """
    oversampling = _choose_oversampling(homography, rows, columns, square_px)
    px = square_px * oversampling
    edge = round(margin * square_px) * oversampling
    to_board = np.array([[1 / px, 0, (0.5 - edge) / px], [0, 1 / px, (0.5 - edge) / px], [0, 0, 1.0]])
    to_pixel = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    size = columns * px + 2 * edge, rows * px + 2 * edge
    board: Bgr = cv2.warpPerspective(
        image,
        to_pixel @ homography @ to_board,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE if outside is None else cv2.BORDER_CONSTANT,
        borderValue=(outside or 0,) * 3,
    )
    if oversampling == 1:
        return board
    reduced = size[0] // oversampling, size[1] // oversampling
    return np.asarray(cv2.resize(board, reduced, interpolation=cv2.INTER_AREA))


def outline_grid(homography: NDArray[np.float64], rows: int, columns: int) -> Points:
    """Return the corners (4, 2) of a grid in the picture, clockwise from the top left."""
    corners = np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float64)
    outline: Points = cv2.perspectiveTransform(corners, homography)[0].astype(np.float32)
    return outline


def _choose_oversampling(homography: NDArray[np.float64], rows: int, columns: int, square_px: int) -> int:
    """Return the picture pixels to one pixel of the result, 1 to 3, so that warping does not alias."""
    area = cv2.contourArea(outline_grid(homography, rows, columns))
    return int(np.clip(round((area / (rows * columns)) ** 0.5 / square_px), 1, 3))


def rectify(photo: Photo, corners: Points, rows: int, columns: int, *, square_px: int = SQUARE_PX) -> Bgr:
    """Warp the grid with these corners to the view from straight above, ``square_px`` a square.

    Args:
        photo: The photo.
        corners: (4, 2), in upright pixels of the original photo, clockwise from the top left.
        rows: Squares from top to bottom.
        columns: Squares from left to right.
        square_px: Side of a square in the result.
    """
    return warp(
        photo.image,
        compute_homography(np.asarray(corners, np.float32) / np.float32(photo.scale), rows, columns),
        rows,
        columns,
        square_px=square_px,
    )


def rectify_squares(photo: Photo, corners: Points, rows: int, columns: int) -> NDArray[np.uint8]:
    """Return the squares of a grid as the classifier gets them, row by row: (rows * columns, 64, 64, 3).

    ``corners`` (4, 2) are in pixels of the original photo; exposure and white balance are normalised.
    """
    return cut_squares(normalise_light(rectify(photo, corners, rows, columns)), rows, columns)


def cut_squares(board: Bgr, rows: int, columns: int) -> NDArray[np.uint8]:
    """Cut a rectified board into its squares, row by row: (rows * columns, side, side, 3)."""
    side = board.shape[0] // rows
    grid = board[: rows * side, : columns * side].reshape(rows, side, columns, side, 3)
    return np.ascontiguousarray(grid.swapaxes(1, 2)).reshape(-1, side, side, 3)
