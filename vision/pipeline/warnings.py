"""Warn of what may be wrong with a reading, and of what would make a better photo."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.boxes import Box, Printing
from scoring.dominoes.nearest import find_stray_dominoes
from scoring.kingdom import Kingdom, Position
from scoring.rules import GRIDS
from vision.locate.locate import Location
from vision.photo.light import has_colour_cast, is_overexposed
from vision.photo.photo import Bgr, Photo
from vision.pipeline.calibration import UNCALIBRATED, Calibration
from vision.rectify import cut_squares
from vision.squares.reading import SquareReading, Squares
from vision.warning import ReadingWarning, WarningCode

Warnings = tuple[ReadingWarning, ...]


@dataclass(frozen=True)
class WarningThresholds:
    """Limits beyond which a reading is warned of."""

    cut_off_squares: float = 0.12  # by which a kingdom sticks out of the photo
    at_edge_squares: float = -0.04  # a tile so near to the edge touches it: others may lie beyond
    near_edge_squares: float = -0.2  # the same, if dominoes do not explain the kingdom
    small_square_px: float = 18.0  # of the original photo; on smaller squares crowns blur into each other
    min_sharpness: float = 0.24  # that of squares blurred by 2.5 of their 64 pixels (sigma); beyond it crowns are lost
    min_brightness: float = 10.0  # mean of the rectified photo, of 255
    white: int = 250  # of 255, in all three channels
    max_white_share: float = 0.25  # of a square
    min_castle_side_confidence: float = 0.9  # below it, a standing castle may hide a crown of a square next to it


THRESHOLDS = WarningThresholds()


def warn_of_kingdom(kingdom: Kingdom, box: Box, *, explained: bool) -> Warnings:
    """Return the reasons why a kingdom may not be what lies on the table.

    Args:
        kingdom: The decoded kingdom.
        box: The dominoes on the table.
        explained: Whether these cover its squares.
    """
    found = []
    longest = max(kingdom.height, kingdom.width)
    if longest > max(GRIDS):
        params = {"rows": kingdom.height, "columns": kingdom.width, "largest": max(GRIDS)}
        found.append(ReadingWarning(WarningCode.TOO_LARGE, params=params))
    stray = find_stray_dominoes(kingdom, box)
    if stray:
        squares = tuple(sorted({square for pair in stray for square in pair}))
        found.append(ReadingWarning(WarningCode.STRAY_DOMINO, squares, {"number": longest}))
    if not kingdom.castles:
        found.append(ReadingWarning(WarningCode.NO_CASTLE))
    elif not explained:
        found.append(ReadingWarning(WarningCode.NO_COVER, params={"number": len(box.dominoes)}))
    return tuple(found)


def warn_of_view(
    kingdom: Kingdom, location: Location, photo: Photo, *, explained: bool, manual_corners: bool = False
) -> Warnings:
    """Return the reasons why a photo may not show all of a kingdom.

    Args:
        kingdom: The decoded kingdom.
        location: Its grid.
        photo: The photo.
        explained: Whether dominoes of the box cover its squares.
        manual_corners: Whether a person has set the corners of the grid.
    """
    found = []
    beyond, square_px = _measure_edge(photo, location, kingdom)
    may_continue = beyond > THRESHOLDS.at_edge_squares and not manual_corners and not _is_full(kingdom)
    is_unexplained = not (kingdom.castles and explained)
    if (
        location.truncated
        or beyond > THRESHOLDS.cut_off_squares
        or may_continue
        or (beyond > THRESHOLDS.near_edge_squares and is_unexplained)
    ):
        found.append(ReadingWarning(WarningCode.CUT_OFF))
    if square_px < THRESHOLDS.small_square_px:
        found.append(ReadingWarning(WarningCode.SMALL))
    return tuple(found)


def _is_full(kingdom: Kingdom) -> bool:
    """Return whether a kingdom fills the grid of a game, so that no tile of it can be elsewhere."""
    return kingdom.height == kingdom.width in GRIDS and not any(square.is_empty for _, square in kingdom.squares())


def _measure_edge(photo: Photo, location: Location, kingdom: Kingdom) -> tuple[float, float]:
    """Return by how many squares the farthest tile sticks out of the photo, and the side of a square.

    Returns:
        Squares beyond the edge, negative inside the photo; pixels of the original photo.
    """
    tiles = [position for position, square in kingdom.squares() if not square.is_empty]
    spots = [[column + x, row + y] for row, column in tiles or [(0, 0)] for y in (0.0, 1.0) for x in (0.0, 1.0)]
    corners = cv2.perspectiveTransform(np.array([spots]), location.homography)[0]
    height, width = photo.image.shape[:2]
    square_px = (cv2.contourArea(location.corners(photo)) / (location.rows * location.columns)) ** 0.5
    beyond = float(max(-corners.min(), (corners - [width, height]).max())) * photo.scale / square_px
    return beyond, square_px


def warn_of_photo(board: Bgr, rows: int, columns: int) -> Warnings:
    """Return what would make a better photo: more light, focus, no glare.

    Args:
        board: The grid rectified to 64 pixels a square.
        rows: Of the grid.
        columns: Of the grid.
    """
    found = []
    if board.mean() < THRESHOLDS.min_brightness:
        found.append(ReadingWarning(WarningCode.DARK))
    elif measure_sharpness(board) < THRESHOLDS.min_sharpness:
        found.append(ReadingWarning(WarningCode.BLURRED))
    white = (cut_squares(board, rows, columns).min(-1) >= THRESHOLDS.white).mean((1, 2)).reshape(rows, columns)
    glaring = np.argwhere(white > THRESHOLDS.max_white_share).tolist()
    if glaring:
        found.append(ReadingWarning(WarningCode.GLARE, tuple((row, column) for row, column in glaring)))
    return tuple(found)


def warn_of_light(board: Bgr, *, washed_out: bool) -> Warnings:
    """Return the reason why the colours of a whole board may be misread.

    Args:
        board: The grid rectified to 64 pixels a square.
        washed_out: Whether ``vision.photo.light.is_washed_out`` holds for it.
    """
    if is_overexposed(board):
        return (ReadingWarning(WarningCode.OVEREXPOSED),)
    if washed_out:
        return (ReadingWarning(WarningCode.PALE),)
    if has_colour_cast(board):
        return (ReadingWarning(WarningCode.TINTED),)
    return ()


def warn_of_castle(squares: Squares) -> Warnings:
    """Warn of squares around a castle with doubtful crowns: a standing castle may hide one."""
    castles = [(r, c) for r, row in enumerate(squares) for c, square in enumerate(row) if square.square.is_castle]
    doubtful = tuple(
        (r, c)
        for r, row in enumerate(squares)
        for c, square in enumerate(row)
        if any(max(abs(r - top), abs(c - left)) == 1 for top, left in castles) and _has_doubtful_crowns(square)
    )
    return (ReadingWarning(WarningCode.BEHIND_CASTLE, doubtful),) if doubtful else ()


def _has_doubtful_crowns(square: SquareReading) -> bool:
    """Return whether the alternative of an uncertain square differs in its crowns alone."""
    other = square.alternative
    return (
        square.confidence < THRESHOLDS.min_castle_side_confidence
        and other is not None
        and other.terrain == square.square.terrain is not None
    )


def measure_sharpness(board: Bgr) -> float:
    """Return the strength of fine detail relative to coarse: about 0.8 in a sharp photo, 0.2 in a blurred one."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 2.0)
    coarse = cv2.GaussianBlur(grey, (0, 0), 8.0)
    return float((grey - fine).std() / max(float((fine - coarse).std()), 1e-3))


def warn_of_hidden_squares(kingdom: Kingdom, hidden: Collection[Position]) -> Warnings:
    """Warn of each hidden square that was read as a tile."""
    tiles = [square for square in hidden if not kingdom[square].is_empty]
    return tuple(ReadingWarning(WarningCode.HIDDEN, (square,)) for square in tiles)


def warn_of_unknown_squares(unknown: Collection[Position]) -> Warnings:
    """Warn of the squares that look like no known tile."""
    return (ReadingWarning(WarningCode.UNKNOWN_TILES, tuple(sorted(unknown))),) if unknown else ()


def warn_of_calibration(calibration: Calibration) -> Warnings:
    """Warn if no reading can be sure because the networks have no calibration."""
    is_missing = calibration._replace(kingdom=UNCALIBRATED.kingdom) == UNCALIBRATED
    return (ReadingWarning(WarningCode.NOT_CALIBRATED),) if is_missing else ()


def warn_of_tiles(printing: Printing | None, *, taught: bool) -> Warnings:
    """Warn of tiles that people have taught, or that are of neither official printing."""
    if taught:
        return (ReadingWarning(WarningCode.TAUGHT_TILES),)
    return (ReadingWarning(WarningCode.UNFAMILIAR_TILES),) if printing is Printing.OTHER else ()
