"""Rectification: a kingdom seen from straight above, and its squares cut out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.light import light_normalised
from vision.photo.photo import Bgr, Photo, Points

SQUARE_PX = 64


def homography_of(corners: Points, rows: int, columns: int) -> NDArray[np.float64]:
    """The homography (3, 3) from board points to the picture in which the grid's ``corners`` (4, 2) lie."""
    board = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix: NDArray[np.float64] = cv2.getPerspectiveTransform(board, np.asarray(corners, np.float32))
    return matrix


def grid_crossings(corners: Points, rows: int, columns: int) -> Points:
    """The crossings (rows + 1, columns + 1, 2) of the lines of a grid, in the pixels of its ``corners`` (4, 2)."""
    board = np.stack(np.meshgrid(np.arange(columns + 1), np.arange(rows + 1)), axis=-1).astype(np.float64)
    crossings = cv2.perspectiveTransform(board.reshape(1, -1, 2), homography_of(corners, rows, columns))
    return crossings.reshape(rows + 1, columns + 1, 2).astype(np.float32)


def warped(
    image: Bgr,
    homography: NDArray[np.float64],
    rows: int,
    columns: int,
    *,
    square_px: int = SQUARE_PX,
    margin: float = 0.0,
    beyond: int | None = None,
) -> Bgr:
    """The board from straight above, ``square_px`` to a square, with ``margin`` squares of its surroundings.

    What lies outside the picture is continued from its edge, or of the grey ``beyond`` if one is given. Where the
    picture is much finer than the board, it is averaged, not skipped.
    """
    finer = _finer(homography, rows, columns, square_px)
    px = square_px * finer
    edge = round(margin * square_px) * finer
    to_board = np.array([[1 / px, 0, (0.5 - edge) / px], [0, 1 / px, (0.5 - edge) / px], [0, 0, 1.0]])
    to_pixel = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    size = columns * px + 2 * edge, rows * px + 2 * edge
    board: Bgr = cv2.warpPerspective(
        image,
        to_pixel @ homography @ to_board,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE if beyond is None else cv2.BORDER_CONSTANT,
        borderValue=(beyond or 0,) * 3,
    )
    if finer == 1:
        return board
    return np.asarray(cv2.resize(board, (size[0] // finer, size[1] // finer), interpolation=cv2.INTER_AREA))


def _finer(homography: NDArray[np.float64], rows: int, columns: int, square_px: int) -> int:
    """The picture pixels to one board pixel, at most 3: the least that loses nothing to aliasing."""
    outline = np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float64)
    area = cv2.contourArea(cv2.perspectiveTransform(outline, homography).astype(np.float32))
    return int(np.clip(round((area / (rows * columns)) ** 0.5 / square_px), 1, 3))


def rectify(photo: Photo, corners: Points, rows: int, columns: int, *, square_px: int = SQUARE_PX) -> Bgr:
    """The board from straight above, ``square_px`` to a square; ``corners`` (4, 2) in pixels of the original photo."""
    return warped(
        photo.image,
        homography_of(np.asarray(corners, np.float32) / np.float32(photo.scale), rows, columns),
        rows,
        columns,
        square_px=square_px,
    )


def squares_of(photo: Photo, corners: Points, rows: int, columns: int) -> NDArray[np.uint8]:
    """The squares of a grid as the reader cuts them, row by row: (rows * columns, 64, 64, 3).

    ``corners`` (4, 2) are in pixels of the original photo; the light is put right.
    """
    return cut_squares(light_normalised(rectify(photo, corners, rows, columns)), rows, columns)


def cut_squares(board: Bgr, rows: int, columns: int) -> NDArray[np.uint8]:
    """The squares of a rectified board, row by row: (rows * columns, side, side, 3)."""
    side = board.shape[0] // rows
    grid = board[: rows * side, : columns * side].reshape(rows, side, columns, side, 3)
    return np.ascontiguousarray(grid.swapaxes(1, 2)).reshape(-1, side, side, 3)
