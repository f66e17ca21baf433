"""Occlusion: estimate how much of each square is hidden by objects, by a standing castle or by the edge of the photo.

A gap in a kingdom has the colour of the table around it. A square that the classifier takes for a gap but that has
another colour is a tile, or an object lies on it. A standing castle hides the squares behind it from the camera.

Two shares of each square are told apart. The covered share weakens the evidence of the classifier. The hidden share
makes the reader ask people about the square. It is the larger one, because it also counts what only may be hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Printing
from scoring.kingdom import Position
from scoring.terrain import CASTLE, EMPTY
from vision.locate.locate import Location, measure_visible_share
from vision.photo.light import to_lab
from vision.photo.photo import Bgr
from vision.rectify import warp
from vision.squares.castles import CERTAIN_CASTLE_PROBABILITY, NO_COLOUR, classify_colour
from vision.squares.classify import KINDS, Logs, SquarePredictions, ignore_cover_of_certain

Shares = NDArray[np.float32]  # (rows, columns): the hidden share of each square, 0 to 1
Distances = NDArray[np.float32]  # (rows, columns): colour distance of each square from the table (CIELAB, 8 bits)


@dataclass(frozen=True)
class OcclusionThresholds:
    """Limits on how much of a square is hidden, and on its colour distance from the table.

    Shares are of the area of a square, distances are in units of 8-bit CIELAB, probabilities run from 0 to 1.
    """

    min_hidden_share: float = 0.1  # less is ignored: grids are not fitted better, and no crown is lost
    min_covered_share: float = 0.4  # below it the classifier still knows the square
    suspicious_share: float = 0.1  # from here on an object may hide a crown, however certain the kind of the square is
    suspected_share: float = 0.3  # hidden share of such a square, so that people are asked
    max_readable_share: float = 0.5  # above it the tile mask of the square is not believed
    min_table_squares: int = 6  # visible squares of table around the grid that are needed to know its colour
    table_quantile: float = 0.2  # share of the table that a gap resembles; the rest may be tiles or in other light
    lightness_weight: float = 0.5  # of lightness beside colour, because shadows fall on tables
    same_as_table: float = 4.0  # up to this distance all of ``max_evidence_nats`` speaks for a gap, then less
    unlike_gap: float = 9.0  # from this distance on nothing speaks for a gap
    like_table: float = 45.0  # up to this distance nothing speaks against a gap, then more
    unlike_table: float = 80.0  # from this distance on all of ``max_evidence_nats`` speaks against a gap
    max_evidence_nats: float = 4.0  # by which the colour changes the log-probability of a gap at most
    doubtful_object: float = 35.0  # from this distance on an object may lie on a square that seems to be a gap
    object_distance: float = 60.0  # from this distance on an object does lie there
    doubtful_share: float = 0.2  # hidden share of a square on which an object may lie, so that people are asked
    gap_probability: float = 0.5  # of a gap by the classifier, and of no tile by the locator
    visible_castle: float = 0.8  # probability of a castle's colour from which its tile lies in plain view

    @property
    def neutral_distance(self) -> float:
        """A distance that is no evidence: not for a gap, not against it, and not for an object on it."""
        return (self.unlike_gap + self.doubtful_object) / 2


THRESHOLDS = OcclusionThresholds()


@dataclass(frozen=True)
class SceneGeometry:
    """What is assumed of castles and cameras; lengths are in squares above the table."""

    castle_height: float = 1.0
    castle_half_width: float = 0.36
    focal_length: float = 0.75  # of the photo's long side: the main camera of a phone
    min_camera_height: float = 1.5  # a lower camera means that the perspective was not measured well


GEOMETRY = SceneGeometry()

PATCHES_PER_SIDE = 4  # of each square, each averaged to one colour
PATCH_PX = 4
MASK_PX = 16  # side of a square in the mask from which hidden shares are counted
ADD_BORDER = np.array([[1, 0, -1.0], [0, 1, -1.0], [0, 0, 1.0]])  # adds a line of squares on each side of a grid


def detect_occlusion(
    image: Bgr, location: Location, crops: NDArray[np.uint8], predictions: SquarePredictions
) -> tuple[Logs, Shares, Shares]:
    """Compare a grid with the table around it and estimate what hides its squares.

    Args:
        image: The picture.
        location: The grid in the picture.
        crops: (rows * columns, 64, 64, 3), the squares in normalised light.
        predictions: What the classifier says of them.

    Returns:
        Log-probabilities (rows, columns, 18) that take the colour of the table into account; the covered shares
        (rows, columns); the hidden shares (rows, columns), which add what a standing castle hides, slight cover, and
        what an object may hide.
    """
    rows, columns = location.rows, location.columns
    covered_by_object = ignore_cover_of_certain(predictions).reshape(rows, columns)
    table_distance = measure_table_distance(image, location)
    logs = apply_table_evidence(predictions.logs.reshape(rows, columns, -1), table_distance)
    on_gaps = detect_objects_on_gaps(logs, table_distance, location)
    covered = np.maximum.reduce([measure_outside(image, location), ignore_slight_cover(covered_by_object), on_gaps])
    suspected = suspect_objects(predictions.covered.reshape(rows, columns), logs)
    behind_castle = estimate_castle_occlusion(image, location, crops, logs)
    return logs, covered, np.maximum.reduce([behind_castle, covered, covered_by_object, suspected])


def measure_outside(image: Bgr, location: Location) -> Shares:
    """Return the share (rows, columns) of each square of a grid that lies outside the picture."""
    outside = 1 - measure_visible_share(image, location.homography, (location.rows, location.columns))
    return np.where(outside > THRESHOLDS.min_hidden_share, outside, 0.0).astype(np.float32)


def ignore_slight_cover(covered: Shares) -> Shares:
    """Set covered shares (rows, columns) to 0 where the classifier still knows the square."""
    return np.where(covered >= THRESHOLDS.min_covered_share, covered, np.float32(0))


def suspect_objects(covered: Shares, logs: Logs) -> Shares:
    """Return the hidden share (rows, columns) of tiles on which an object may lie, so that people are asked.

    Args:
        covered: The covered shares (rows, columns) by the classifier.
        logs: Log-probabilities (rows, columns, 18); ``detect_objects_on_gaps`` judges gaps.
    """
    is_tile = logs.argmax(2) != KINDS.index(EMPTY)
    suspected = is_tile & (covered >= THRESHOLDS.suspicious_share)
    return np.where(suspected, np.float32(THRESHOLDS.suspected_share), np.float32(0))


def weaken_covered(logs: Logs, covered: Shares) -> Logs:
    """Mix log-probabilities (rows, columns, 18) with the uniform distribution, by the covered share of each square."""
    share = covered[..., None]
    return np.log((1 - share) * np.exp(logs) + share / logs.shape[-1] + 1e-12).astype(np.float32)


def reset_covered_occupancy(location: Location, covered: Shares) -> Location:
    """Set the probability of a tile to one half on squares that are mostly covered."""
    occupancy = np.where(covered > THRESHOLDS.max_readable_share, np.float32(0.5), location.occupancy)
    return replace(location, occupancy=occupancy)


def measure_table_distance(image: Bgr, location: Location) -> Distances:
    """Return the distance (rows, columns) of each square's colour from the colours of the table around the grid.

    It is the neutral distance everywhere if too little of the table is visible.
    """
    rows, columns = location.rows, location.columns
    colours = _measure_patch_colours(image, location)
    grid = colours[1:-1, 1:-1]
    is_table = measure_visible_share(image, location.homography @ ADD_BORDER, (rows + 2, columns + 2)) == 1
    is_table[1:-1, 1:-1] = False
    if is_table.sum() < THRESHOLDS.min_table_squares:
        return np.full((rows, columns), THRESHOLDS.neutral_distance, np.float32)
    table = colours[is_table].reshape(-1, 3)
    median = np.median(grid, axis=2).reshape(-1, 1, 3)
    weights = np.array([THRESHOLDS.lightness_weight, 1.0, 1.0], np.float32)
    distance = np.abs(median - table) @ weights
    nearest = np.quantile(distance, THRESHOLDS.table_quantile, axis=-1)
    return np.asarray(nearest.reshape(rows, columns), np.float32)


def _measure_patch_colours(image: Bgr, location: Location) -> NDArray[np.float32]:
    """Return the CIELAB colours (rows + 2, columns + 2, patches, 3) of the grid and one line of squares around it."""
    rows, columns = location.rows + 2, location.columns + 2
    side = PATCHES_PER_SIDE
    board = warp(image, location.homography, location.rows, location.columns, square_px=side * PATCH_PX, margin=1.0)
    patches = cv2.resize(board, (columns * side, rows * side), interpolation=cv2.INTER_AREA)
    lab = to_lab(np.asarray(patches, np.uint8)).astype(np.float32)
    squares = lab.reshape(rows, side, columns, side, 3).swapaxes(1, 2)
    return squares.reshape(rows, columns, side * side, 3)


def apply_table_evidence(logs: Logs, distances: Distances) -> Logs:
    """Make gaps more probable where a square (rows, columns, 18) has the colour of the table, less where it has not."""
    limits = THRESHOLDS
    similarity = ((limits.unlike_gap - distances) / (limits.unlike_gap - limits.same_as_table)).clip(0, 1)
    dissimilarity = ((distances - limits.like_table) / (limits.unlike_table - limits.like_table)).clip(0, 1)
    weighed = logs.copy()
    weighed[..., KINDS.index(EMPTY)] += limits.max_evidence_nats * (similarity - dissimilarity)
    return np.asarray(weighed - np.logaddexp.reduce(weighed, axis=2, keepdims=True), np.float32)


def detect_objects_on_gaps(logs: Logs, distances: Distances, location: Location) -> Shares:
    """Return the share (rows, columns) of each seeming gap that an object on it hides.

    It is 1 where both the classifier and the locator see a gap that is unlike the table, small where that is doubtful,
    and 0 elsewhere.
    """
    is_gap = np.exp(logs[..., KINDS.index(EMPTY)]) >= THRESHOLDS.gap_probability
    is_object = is_gap & (location.occupancy <= THRESHOLDS.gap_probability) & (distances >= THRESHOLDS.object_distance)
    may_be_object = is_gap & (distances >= THRESHOLDS.doubtful_object)
    return np.where(is_object, 1.0, np.where(may_be_object, THRESHOLDS.doubtful_share, 0.0)).astype(np.float32)


def estimate_castle_occlusion(image: Bgr, location: Location, crops: NDArray[np.uint8], logs: Logs) -> Shares:
    """Return the share (rows, columns) of each square that a standing castle hides; zeros if its tile is visible.

    Args:
        image: The picture.
        location: The grid in the picture.
        crops: (rows * columns, 64, 64, 3), the squares in normalised light.
        logs: (rows, columns, 18), log-probabilities of their kinds.
    """
    castle_logs = logs[..., KINDS.index(CASTLE)]
    index = int(castle_logs.argmax())
    row, column = divmod(index, location.columns)
    nothing = np.zeros((location.rows, location.columns), np.float32)
    if castle_logs[row, column] < np.log(CERTAIN_CASTLE_PROBABILITY):
        return nothing
    hidden = project_castle(image, location, (row, column))
    hidden = np.where(hidden > THRESHOLDS.min_hidden_share, hidden, nothing)
    if not hidden.any():
        return hidden
    by_printing = (classify_colour(crops[index], printing) for printing in Printing)
    is_visible = any(colours[:NO_COLOUR].max() >= THRESHOLDS.visible_castle for colours in by_printing)
    return nothing if is_visible else hidden


def project_castle(image: Bgr, location: Location, castle: Position) -> Shares:
    """Return the share (rows, columns) of each square that a castle standing on another square hides."""
    rows, columns = location.rows, location.columns
    camera = _estimate_camera(image, location.homography)
    if camera is None:
        return np.zeros((rows, columns), np.float32)
    centre = np.array([castle[1] + 0.5, castle[0] + 0.5])
    foot = centre + GEOMETRY.castle_half_width * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    height = GEOMETRY.castle_height
    top = foot + (foot - camera[:2]) * height / (camera[2] - height)  # where the rays past its top meet the table
    outline = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32)) * MASK_PX
    mask = np.zeros((rows * MASK_PX, columns * MASK_PX), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    shares: Shares = mask.reshape(rows, MASK_PX, columns, MASK_PX).mean((1, 3), dtype=np.float32)
    shares[castle] = 0.0
    return shares


def _estimate_camera(image: Bgr, homography: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Estimate the camera position (3,) from the homography of the board (pose of a plane, Zhang 2000).

    The camera has the usual focal length and its optical axis meets the middle of the picture.

    Returns:
        x and y on the board and the height above it, in squares; None for an impossible position.
    """
    height, width = image.shape[:2]
    focal_px = GEOMETRY.focal_length * max(height, width)
    intrinsics = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1.0]])
    right, down, origin = (np.linalg.inv(intrinsics) @ homography).T
    scale = (np.linalg.norm(right) + np.linalg.norm(down)) / 2 * np.sign(origin[2])
    right, down, origin = right / scale, down / scale, origin / scale
    rotation = np.stack([right, down, np.cross(right, down)], 1)
    x, y, below = -np.linalg.lstsq(rotation, origin, rcond=None)[0]
    return None if -below < GEOMETRY.min_camera_height else np.array([x, y, -below])
