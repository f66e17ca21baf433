"""Locate the kingdoms in a photo.

A coarse pass finds lattices of squares. A close pass over each of them, rectified and at full resolution, refines the
corners and decides which squares hold tiles.

If no kingdom is found, the next of SEARCHES repeats this on the photo upside down with a border. If a kingdom is not
settled, RETRY_SEARCHES do. The border helps where a kingdom fills the photo, because the corner network expects a table
around it. Upside down helps because the network is not invariant to rotation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.message import message
from vision.errors import PhotoError
from vision.locate.heatmaps import (
    GREY,
    SAMPLES_PER_SIDE,
    STRIDE,
    TO_CLOSE,
    Heatmaps,
    Matrix,
    measure_tiled_share,
    run_close_pass,
    run_coarse_pass,
)
from vision.locate.lattice import Lattice, find_lattices, make_upright
from vision.locate.tilt import is_oblong, make_cells_square, run_tilted_pass
from vision.photo.photo import Bgr, Photo, Points
from vision.rectify import compute_homography, outline_grid

COARSE_PX = (256, 448)  # long sides of the coarse passes, for kingdoms that fill the photo and for small ones
BORDER = 0.12  # of the photo's longer side
SAME_KINGDOM = 0.3  # two grids that share more of the smaller one are the same kingdom
MAX_KINGDOMS = 6  # in one photo
MAX_MANUAL_SIDE = 9  # squares of a grid set by hand
MIN_MANUAL_SQUARE_PX = 4  # of the original photo


@dataclass(frozen=True)
class LocateThresholds:
    """Limits of the passes. Certainty is the mean of a lattice's corners."""

    single_pass_certainty: float = 0.6  # from which one coarse pass is enough
    sole_lattice_certainty: float = 0.5  # below which the next best lattice gets a close pass, too
    large_step_px: float = 16.0  # side of a square in the coarse pass, from which that pass is enough
    min_tile_probability: float = 0.3  # of an output pixel outside all lattices that counts as a tile
    max_tiles_outside: float = 0.5  # squares that look like tiles outside all lattices after one coarse pass
    outline_margin_steps: float = 0.3  # around a lattice, not counted as outside
    min_close_score: float = 0.7  # of the coarse score, below which a close pass is discarded
    snap_distance_squares: float = 0.4  # by which corners set by hand may move
    snap_certainty: float = 0.5  # of the lattice they move to
    min_occupancy: float = 0.05  # the tile mask is not believed outside these two: it fails on reflecting mats
    max_occupancy: float = 0.92
    min_manual_occupancy: float = 0.25  # the same for corners set by hand, often so tight that no table is visible
    max_manual_occupancy: float = 0.75
    min_cut_share: float = 0.08  # a square is cut by the edge if the photo shows more of it than this
    max_cut_share: float = 0.97  # and less than this
    min_cut_squares: int = 2  # next to the kingdom
    cut_tile_share: float = 0.6  # of their visible parts that look like tiles if the kingdom continues
    neighbour_occupancy: float = 0.5  # of a square whose neighbours count as next to the kingdom


THRESHOLDS = LocateThresholds()


@dataclass(frozen=True, eq=False)
class Location(Lattice):
    """The grid of one kingdom in a photo; the homography leads to pixels of the decoded picture."""

    truncated: bool = False  # the kingdom seems to continue outside the picture

    def corners(self, photo: Photo) -> Points:
        """Return the grid's corners (4, 2) in pixels of the original photo, clockwise from the top left."""
        return (self.outline * photo.scale).astype(np.float32)

    def part(self, rows: slice, columns: slice) -> Location:
        """Crop to some of the rows and columns."""
        moved = self.homography @ np.array([[1, 0, columns.start], [0, 1, rows.start], [0, 0, 1.0]])
        stray = None if self.stray is None else self.stray[rows, columns]
        return replace(self, homography=moved, occupancy=self.occupancy[rows, columns], stray=stray)

    def scale(self, factor: float) -> Location:
        """Return the location in the picture resized by a factor."""
        return replace(self, homography=np.diag([factor, factor, 1.0]) @ self.homography)

    @staticmethod
    def from_corners(photo: Photo, corners: Points, rows: int, columns: int) -> Location:
        """Locate a grid by corners that were set by hand; they snap to a kingdom of that size close to them.

        Args:
            photo: The photo.
            corners: (4, 2), in pixels of the original photo, clockwise from the top left.
            rows: Squares from top to bottom.
            columns: Squares from left to right.

        Raises:
            PhotoError: The corners do not frame a grid.
        """
        _check_corners(photo, np.asarray(corners, np.float32), rows, columns)
        homography = compute_homography(np.asarray(corners, np.float32) / np.float32(photo.scale), rows, columns)
        heatmaps = run_close_pass(photo.image, homography, rows, columns)
        snap = _snap(heatmaps, rows, columns)
        homography = homography @ snap
        occupancy = measure_tiled_share(heatmaps, TO_CLOSE @ snap, (rows, columns))
        occupancy = occupancy.clip(THRESHOLDS.min_manual_occupancy, THRESHOLDS.max_manual_occupancy)
        return Location(homography, occupancy, 1.0)


def _check_corners(photo: Photo, corners: Points, rows: int, columns: int) -> None:
    """Raise PhotoError unless the corners run clockwise around a visible grid of a legal size."""
    if not (1 <= rows <= MAX_MANUAL_SIDE and 1 <= columns <= MAX_MANUAL_SIDE):
        raise PhotoError(
            message(
                "A grid has 1 to {most} rows and columns, not {rows} x {columns}.",
                most=MAX_MANUAL_SIDE,
                rows=rows,
                columns=columns,
            )
        )
    limit_px = 2 * max(photo.image.shape) * photo.scale
    valid = corners.shape == (4, 2) and bool(np.isfinite(corners).all()) and float(np.abs(corners).max()) < limit_px
    if valid:
        sides = np.roll(corners, -1, 0) - corners
        turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
        valid = bool((turns > 0).all()) and cv2.contourArea(corners) >= MIN_MANUAL_SQUARE_PX**2 * rows * columns
    if not valid:
        raise PhotoError(
            message(
                "These four corners don't frame a kingdom. "
                "Set them clockwise: top left, top right, bottom right, bottom left."
            )
        )


def locate(photo: Photo) -> list[Location]:
    """Locate every kingdom in a photo; return them in reading order."""
    image = photo.image
    refined = _keep_best([_refine(image, lattice) for lattice in _close_pass_candidates(image, _find_coarse(image))])
    least, most = THRESHOLDS.min_occupancy, THRESHOLDS.max_occupancy
    locations = [Location(**vars(replace(each, occupancy=each.occupancy.clip(least, most)))) for each in refined]
    return _sort_in_reading_order([mark_truncated(image, location) for location in locations])


def mark_truncated(image: Bgr, location: Location) -> Location:
    """Set ``truncated`` if the kingdom seems to continue outside this picture."""
    return replace(location, truncated=is_truncated(image, location))


def _find_coarse(image: Bgr) -> list[Lattice]:
    """Return the lattices of the coarse passes; the second pass runs only if the first leaves something open.

    If none of them is certain, the camera may have been tilted steeply: then a view from above is searched, too.
    """
    found: list[Lattice] = []
    for long_side in COARSE_PX:
        heatmaps, back = run_coarse_pass(image, long_side)
        seen = find_lattices(heatmaps)
        found += _to_picture(seen, back)
        if seen and _is_complete(heatmaps, seen):
            break
    if max([lattice.certainty for lattice in found], default=0.0) < THRESHOLDS.sole_lattice_certainty:
        view = run_tilted_pass(image, heatmaps, back)
        found += _to_picture(find_lattices(view[0]), view[1]) if view else []
    return found


def _to_picture(lattices: list[Lattice], back: Matrix) -> list[Lattice]:
    """Transform lattices by ``back`` (3, 3), from heatmap points to picture points."""
    return [replace(lattice, homography=back @ lattice.homography) for lattice in lattices]


def _is_complete(heatmaps: Heatmaps, lattices: list[Lattice]) -> bool:
    """Return whether the lattices are certain, their squares large, and hardly any tile is outside them."""
    outside = heatmaps.tile > THRESHOLDS.min_tile_probability
    for lattice in lattices:
        outline = lattice.outline
        step = (cv2.contourArea(outline) / lattice.occupancy.size) ** 0.5
        if lattice.certainty < THRESHOLDS.single_pass_certainty or step < THRESHOLDS.large_step_px:
            return False
        covered = np.zeros(outside.shape, np.uint8)
        cv2.fillConvexPoly(covered, (outline / STRIDE).astype(np.int32), 1)
        size = 2 * round(THRESHOLDS.outline_margin_steps * step / STRIDE) + 1
        outside &= cv2.dilate(covered, np.ones((size, size), np.uint8)) == 0
    tile_area = float(outside.sum()) * STRIDE**2
    return tile_area < THRESHOLDS.max_tiles_outside * THRESHOLDS.large_step_px**2


def _snap(heatmaps: Heatmaps, rows: int, columns: int) -> Matrix:
    """Return the homography (3, 3) from the board points of a lattice found near a manual grid to those of the grid.

    It is the identity if no lattice of that size is near. ``heatmaps`` are those of the grid's close pass.
    """
    manual = outline_grid(np.eye(3), rows, columns)
    for found in find_lattices(heatmaps):
        homography = np.linalg.inv(TO_CLOSE) @ found.homography
        distance = np.abs(outline_grid(homography, found.rows, found.columns) - manual).max()
        is_near = found.occupancy.shape == (rows, columns) and distance < THRESHOLDS.snap_distance_squares
        if is_near and found.certainty >= THRESHOLDS.snap_certainty:
            return np.asarray(homography, np.float64)
    return np.eye(3)


def _refine(image: Bgr, lattice: Lattice) -> Lattice:
    """Refine a lattice by a close pass, repeated once if the grid grows; keep it if nothing as good is found."""
    for _ in range(2):
        rows, columns = lattice.rows, lattice.columns
        found = find_lattices(run_close_pass(image, lattice.homography, rows, columns))
        back = lattice.homography @ np.linalg.inv(TO_CLOSE)
        seen = [make_upright(each) for each in _to_picture(found, back)]
        same = [each for each in seen if measure_overlap(each, lattice) > SAME_KINGDOM and not is_oblong(image, each)]
        refined = max(same, key=lambda each: each.score, default=lattice)
        if refined.score < THRESHOLDS.min_close_score * lattice.score:
            return lattice
        has_grown = any(np.greater(refined.occupancy.shape, (rows, columns)))
        lattice = refined
        if not has_grown:
            break
    return lattice


def measure_overlap(one: Lattice, other: Lattice) -> float:
    """Return the area that two grids share, as a fraction of the smaller: 0 to 1."""
    first, second = one.outline, other.outline
    smaller = min(cv2.contourArea(first), cv2.contourArea(second))
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared) / max(smaller, 1.0)


def _keep_best(lattices: list[Lattice]) -> list[Lattice]:
    """Keep the best of all lattices that overlap (non-maximum suppression)."""
    kept: list[Lattice] = []
    for lattice in sorted(lattices, key=lambda each: -each.score):
        if len(kept) < MAX_KINGDOMS and all(measure_overlap(lattice, other) < SAME_KINGDOM for other in kept):
            kept.append(lattice)
    return kept


def _candidates(lattices: list[Lattice]) -> list[Lattice]:
    """Return the best lattice of each kingdom and, if that is uncertain, the most certain other one there."""
    best = _keep_best(lattices)
    others: list[Lattice] = []
    for lattice in best:
        surer = [
            each
            for each in lattices
            if each.certainty > lattice.certainty and measure_overlap(each, lattice) > SAME_KINGDOM
        ]
        if lattice.certainty < THRESHOLDS.sole_lattice_certainty and surer:
            others.append(max(surer, key=lambda each: each.certainty))
    return best + others


def _close_pass_candidates(image: Bgr, lattices: list[Lattice]) -> list[Lattice]:
    """Return the lattices for the close pass; oblong ones are corrected, and others at their place are added."""
    candidates = _candidates(lattices)
    if not any(is_oblong(image, each) for each in candidates):
        return candidates
    others = _candidates([each for each in lattices if not is_oblong(image, each)])
    return [make_cells_square(image, each) for each in candidates if is_oblong(image, each)] + others


def _sort_in_reading_order(locations: list[Location]) -> list[Location]:
    """Sort kingdoms from left to right in bands from top to bottom."""
    outlines = {id(each): each.outline for each in locations}
    remaining = sorted(locations, key=lambda each: float(outlines[id(each)][:, 1].mean()))
    ordered: list[Location] = []
    while remaining:
        lowest = float(outlines[id(remaining[0])][:, 1].max())
        band = [each for each in remaining if float(outlines[id(each)][:, 1].mean()) < lowest]
        ordered += sorted(band, key=lambda each: float(outlines[id(each)][:, 0].mean()))
        remaining = [each for each in remaining if not any(each is other for other in band)]
    return ordered


def locate_within_border(photo: Photo) -> list[Location]:
    """Locate every kingdom in a photo padded by a border that repeats its edge."""
    image, border = _add_border(photo.image)
    return [_remove_border(photo, location, border) for location in locate(replace(photo, image=image))]


def locate_upside_down(photo: Photo) -> list[Location]:
    """Locate every kingdom in a photo that is padded by a border and turned upside down."""
    image, border = _add_border(photo.image)
    height, width = image.shape[:2]
    turned = replace(photo, image=np.ascontiguousarray(image[::-1, ::-1]))
    found = [_rotate_by_half(location, width, height) for location in reversed(locate(turned))]
    return [_remove_border(photo, location, border) for location in found]


Search = Callable[[Photo], list[Location]]  # returns the kingdoms of a photo in reading order
SEARCHES: tuple[Search, ...] = (locate, locate_upside_down)
"""Searches for kingdoms in a photo; each runs if the ones before found none."""
RETRY_SEARCHES: tuple[Search, ...] = (locate_within_border, locate_upside_down)
"""Searches that run in turn while a kingdom of the first search is not settled."""


def _add_border(image: Bgr) -> tuple[Bgr, int]:
    """Pad the image by repeating its edge; return it and the width of the border in pixels."""
    border = round(BORDER * max(image.shape[:2]))
    return np.asarray(cv2.copyMakeBorder(image, border, border, border, border, cv2.BORDER_REPLICATE), np.uint8), border


def _remove_border(photo: Photo, location: Location, border: int) -> Location:
    """Return a location of the padded photo in the photo itself, where its edge may cut the kingdom."""
    moved = replace(location, homography=_scale_and_shift(1, -border, -border) @ location.homography)
    return mark_truncated(photo.image, moved)


def _rotate_by_half(location: Location, width: int, height: int) -> Location:
    """Return a location of a picture turned upside down in the upright picture, its grid upright, too."""
    to_upright = _scale_and_shift(-1, width - 1, height - 1)
    turn_grid = _scale_and_shift(-1, location.columns, location.rows)
    homography = to_upright @ location.homography @ turn_grid
    stray = None if location.stray is None else location.stray[::-1, ::-1]
    return replace(location, homography=homography, occupancy=location.occupancy[::-1, ::-1], stray=stray)


def _scale_and_shift(scale: int, x: int, y: int) -> Matrix:
    """Return the matrix that scales, then shifts points; a scale of -1 is half a turn."""
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]], float)


def is_truncated(image: Bgr, location: Location) -> bool:
    """Return whether squares next to the grid are cut by the picture's edge and look like tiles."""
    rows, columns = location.rows, location.columns
    to_larger_grid = np.array([[1, 0, -1.0], [0, 1, -1.0], [0, 0, 1.0]])
    shape = rows + 2, columns + 2
    visible = measure_visible_share(image, location.homography @ to_larger_grid, shape)
    tiles = np.pad(location.occupancy >= THRESHOLDS.neighbour_occupancy, 1).astype(np.uint8)
    is_neighbour = (cv2.dilate(tiles, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))) > 0) & (tiles == 0)
    cut = is_neighbour & (visible > THRESHOLDS.min_cut_share) & (visible < THRESHOLDS.max_cut_share)
    if cut.sum() < THRESHOLDS.min_cut_squares:
        return False
    heatmaps = run_close_pass(image, location.homography, rows, columns, outside=GREY)
    tiled = measure_tiled_share(heatmaps, TO_CLOSE @ to_larger_grid, shape)
    return bool(tiled[cut].sum() >= THRESHOLDS.cut_tile_share * visible[cut].sum())


def measure_visible_share(image: Bgr, homography: Matrix, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return the share (rows, columns) of each square of a grid that is inside the picture."""
    rows, columns = shape
    number = SAMPLES_PER_SIDE
    samples = [(np.arange(side * number) + 0.5) / number for side in (columns, rows)]
    points = np.stack(np.meshgrid(*samples), -1).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(points, homography)[0]
    inside = ((seen >= 0) & (seen <= [image.shape[1], image.shape[0]])).all(1)
    return np.asarray(inside.reshape(rows, number, columns, number).mean((1, 3)))
