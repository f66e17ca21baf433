"""Detection: where in a picture the kingdoms lie.

A coarse pass finds lattices of squares; a close pass over each, from straight above and as sharp as the picture
allows, says exactly where its corners are and which squares hold tiles.

Where no kingdom is found, SEARCHES look once more, upside down with a border round the photo; where one is in doubt,
LOOKS do, the right way up, too. Where a kingdom fills the photo, the corner network sees no table beyond it; with the
photo's edge continued it does. It looks at pictures from above to below, so that upside down the same photo is another
to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.message import message
from vision.errors import PhotoError
from vision.locate.heatmaps import (
    GREY,
    SAMPLES,
    TO_CLOSE,
    Array,
    Heatmaps,
    Matrix,
    close_pass,
    coarse_pass,
    tiled_share,
)
from vision.locate.lattice import Lattice, find_lattices, upright
from vision.locate.tilt import is_oblong, of_squares, view_from_above
from vision.photo.photo import Bgr, Photo, Points
from vision.rectify import homography_of

COARSE_PX = (256, 448)  # long sides of the coarse passes: one for kingdoms that fill the photo, one for small ones
CERTAIN, LARGE_STEP_PX = 0.6, 16  # mean certainty of corners, and the side of a square, that need no second coarse pass
LIKE_TILE, ELSEWHERE = 0.3, 0.5  # how like a tile a place must look to need one; how many such squares may be left
DOUBTFUL = 0.5  # mean certainty of corners below which the next best lattice has a close pass too
OVERLAP = 0.3  # of the smaller: two lattices that share more are the same kingdom
SNAP, SNAP_SUPPORT = 0.4, 0.5  # squares that corners set by hand may move; certainty of the corners they move to
WORSE = 0.7  # a close pass that scores so much lower than the coarse one has gone astray
MOST = 6  # kingdoms in one photo
LARGEST_BY_HAND = 9  # squares a side of a grid set by hand
SMALLEST_SQUARE_PX = 4  # of the original photo, in corners set by hand
SURE_EMPTY, SURE_TILE = 0.05, 0.92  # a tile mask is never believed beyond these: it errs on mirroring mats
FRAMED_EMPTY, FRAMED_TILE = 0.25, 0.75  # the same in a frame set by hand, often cut so close that no table shows
BORDER = 0.12  # of the photo's longer side
SLIVER, ENTIRE = 0.08, 0.97  # shares of a square in the photo between which the edge cuts it
TILED = 0.6  # share of the visible slivers that look like tiles where a kingdom goes on
FEWEST = 2  # squares cut by the edge
LYING = 0.5  # probability of a tile from which a neighbour in the grid counts


@dataclass(frozen=True, eq=False)
class Location:
    """The place of one kingdom.

    ``homography`` maps board points (one unit a square, from the grid's top left corner) to pixels of the decoded
    picture; ``occupancy`` (rows, columns) is the probability that a tile lies on each square; ``confidence``
    is 0 to 1; ``truncated`` says that the kingdom seems to go on beyond the edge of the picture.
    """

    homography: Matrix
    occupancy: Array
    confidence: float
    truncated: bool = False

    @property
    def rows(self) -> int:
        return int(self.occupancy.shape[0])

    @property
    def columns(self) -> int:
        return int(self.occupancy.shape[1])

    def corners(self, photo: Photo) -> Points:
        """The grid's corners (4, 2) in pixels of the original photo, from the top left clockwise."""
        return (_outline(self.homography, self.rows, self.columns) * photo.scale).astype(np.float32)

    def part(self, rows: slice, columns: slice) -> Location:
        """The same place cut to some of its rows and columns."""
        moved = self.homography @ np.array([[1, 0, columns.start], [0, 1, rows.start], [0, 0, 1.0]])
        return Location(moved, self.occupancy[rows, columns], self.confidence, self.truncated)

    def enlarged(self, times: float) -> Location:
        """The same place in a picture so many times as large."""
        return replace(self, homography=np.diag([times, times, 1.0]) @ self.homography)

    @staticmethod
    def from_corners(photo: Photo, corners: Points, rows: int, columns: int) -> Location:
        """The location given by hand: four corners in pixels of the original photo, and the size of the grid.

        Corners that lie near those of a kingdom of that size snap to them.

        Raises PhotoError for corners that frame nothing.
        """
        _refuse_crooked(photo, np.asarray(corners, np.float32), rows, columns)
        homography = homography_of(np.asarray(corners, np.float32) / np.float32(photo.scale), rows, columns)
        heatmaps = close_pass(photo.image, homography, rows, columns)
        snapped = _snapped(heatmaps, rows, columns)
        homography = homography @ snapped
        occupancy = tiled_share(heatmaps, TO_CLOSE @ snapped, (rows, columns))
        return Location(homography, occupancy.clip(FRAMED_EMPTY, FRAMED_TILE), 1.0)


def _refuse_crooked(photo: Photo, corners: Points, rows: int, columns: int) -> None:
    """Raises PhotoError unless the corners run clockwise round a grid that could be seen in the photo."""
    if not (1 <= rows <= LARGEST_BY_HAND and 1 <= columns <= LARGEST_BY_HAND):
        raise PhotoError(
            message(
                "A grid has 1 to {most} rows and columns, not {rows} x {columns}.",
                most=LARGEST_BY_HAND,
                rows=rows,
                columns=columns,
            )
        )
    reach = 2 * max(photo.image.shape) * photo.scale
    framed = corners.shape == (4, 2) and bool(np.isfinite(corners).all()) and float(np.abs(corners).max()) < reach
    if framed:
        sides = np.roll(corners, -1, 0) - corners
        turns = sides[:, 0] * np.roll(sides, -1, 0)[:, 1] - sides[:, 1] * np.roll(sides, -1, 0)[:, 0]
        framed = bool((turns > 0).all()) and cv2.contourArea(corners) >= SMALLEST_SQUARE_PX**2 * rows * columns
    if not framed:
        raise PhotoError(
            message(
                "These four corners don't frame a kingdom. "
                "Set them clockwise: top left, top right, bottom right, bottom left."
            )
        )


def locate(photo: Photo) -> list[Location]:
    """Every kingdom in the photo, in reading order; an empty list when there is none."""
    image = photo.image
    close = _distinct([_closer(image, lattice) for lattice in _starts(image, _coarse(image))])
    places = [Location(each.homography, each.occupancy.clip(SURE_EMPTY, SURE_TILE), each.support) for each in close]
    return _in_reading_order([at_edge_of(image, place) for place in places])


def at_edge_of(image: Bgr, location: Location) -> Location:
    """The location, truncated where its kingdom seems to go on beyond the edge of this picture."""
    beyond_grey = partial(close_pass, image, location.homography, location.rows, location.columns, beyond=GREY)
    truncated = is_truncated(image, location.homography, location.occupancy, beyond_grey)
    return replace(location, truncated=truncated)


def _coarse(image: Bgr) -> list[Lattice]:
    """The lattices of the coarse passes; of the first one alone, if it leaves nothing open.

    Where none of them is certain, the camera may have been tilted steeply: then those of a view from above, too.
    """
    found: list[Lattice] = []
    for long_side in COARSE_PX:
        heatmaps, back = coarse_pass(image, long_side)
        seen = find_lattices(heatmaps)
        found += _in_picture(seen, back)
        if seen and _leaves_nothing_open(heatmaps, seen):
            break
    if max([lattice.support for lattice in found], default=0.0) < DOUBTFUL:
        view = view_from_above(image, heatmaps, back)
        found += _in_picture(find_lattices(view[0]), view[1]) if view else []
    return found


def _in_picture(lattices: list[Lattice], back: Matrix) -> list[Lattice]:
    """The lattices of heatmaps in the picture's own pixels."""
    return [Lattice(back @ lattice.homography, lattice.occupancy, lattice.support) for lattice in lattices]


def _leaves_nothing_open(heatmaps: Heatmaps, lattices: list[Lattice]) -> bool:
    """True if the lattices are certain, their squares large, and next to nothing beside them looks like a tile."""
    elsewhere = heatmaps.tile > LIKE_TILE
    for lattice in lattices:
        rows, columns = lattice.occupancy.shape
        outline = _outline(lattice.homography, rows, columns)
        step = (cv2.contourArea(outline) / (rows * columns)) ** 0.5
        if lattice.support < CERTAIN or step < LARGE_STEP_PX:
            return False
        covered = np.zeros(elsewhere.shape, np.uint8)
        cv2.fillConvexPoly(covered, (outline / heatmaps.stride).astype(np.int32), 1)
        reach = 2 * round(0.3 * step / heatmaps.stride) + 1
        elsewhere &= cv2.dilate(covered, np.ones((reach, reach), np.uint8)) == 0
    return float(elsewhere.sum()) * heatmaps.stride**2 < ELSEWHERE * LARGE_STEP_PX**2


def _snapped(heatmaps: Heatmaps, rows: int, columns: int) -> Matrix:
    """From the board points of the grid found near a hinted one to the hinted one's; the identity if there is none."""
    hinted = _outline(np.eye(3), rows, columns)
    for found in find_lattices(heatmaps):
        homography = np.linalg.inv(TO_CLOSE) @ found.homography
        off = np.abs(_outline(homography, *found.occupancy.shape) - hinted).max()
        if found.occupancy.shape == (rows, columns) and off < SNAP and found.support >= SNAP_SUPPORT:
            return np.asarray(homography, np.float64)
    return np.eye(3)


def _closer(image: Bgr, lattice: Lattice) -> Lattice:
    """The same kingdom after the close pass; the lattice itself where that sees nothing better."""
    for _ in range(2):
        rows, columns = lattice.occupancy.shape
        found = find_lattices(close_pass(image, lattice.homography, rows, columns))
        back = lattice.homography @ np.linalg.inv(TO_CLOSE)
        seen = [upright(Lattice(back @ each.homography, each.occupancy, each.support)) for each in found]
        same = [each for each in seen if overlap(each, lattice) > OVERLAP and not is_oblong(image, each)]
        closer = max(same, key=lambda each: each.score, default=lattice)
        if closer.score < WORSE * lattice.score:
            return lattice
        grown = any(np.greater(closer.occupancy.shape, (rows, columns)))
        lattice = closer
        if not grown:
            break
    return lattice


def _outline(homography: Matrix, rows: int, columns: int) -> Points:
    corners = np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float64)
    outline: Points = cv2.perspectiveTransform(corners, homography)[0].astype(np.float32)
    return outline


def overlap(one: Lattice | Location, other: Lattice | Location) -> float:
    """The area that two grids share, as a share of the smaller: 0 to 1."""
    first, second = (_outline(each.homography, *each.occupancy.shape) for each in (one, other))
    smaller = min(cv2.contourArea(first), cv2.contourArea(second))
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared) / max(smaller, 1.0)


def _distinct(lattices: list[Lattice]) -> list[Lattice]:
    """The best lattice of each kingdom."""
    kept: list[Lattice] = []
    for lattice in sorted(lattices, key=lambda each: -each.score):
        if len(kept) < MOST and all(overlap(lattice, other) < OVERLAP for other in kept):
            kept.append(lattice)
    return kept


def _candidates(lattices: list[Lattice]) -> list[Lattice]:
    """The best lattice of each kingdom, and where that is doubtful the most certain of the others that lie there."""
    best = _distinct(lattices)
    others: list[Lattice] = []
    for lattice in best:
        surer = [each for each in lattices if each.support > lattice.support and overlap(each, lattice) > OVERLAP]
        if lattice.support < DOUBTFUL and surer:
            others.append(max(surer, key=lambda each: each.support))
    return best + others


def _starts(image: Bgr, lattices: list[Lattice]) -> list[Lattice]:
    """The candidates of which each has a close pass; in the place of those of no squares what else may lie there."""
    candidates = _candidates(lattices)
    if not any(is_oblong(image, each) for each in candidates):
        return candidates
    others = _candidates([each for each in lattices if not is_oblong(image, each)])
    return [of_squares(image, each) for each in candidates if is_oblong(image, each)] + others


def _in_reading_order(locations: list[Location]) -> list[Location]:
    """Kingdoms from left to right in bands from top to bottom."""
    outlines = {id(each): _outline(each.homography, each.rows, each.columns) for each in locations}
    remaining = sorted(locations, key=lambda each: float(outlines[id(each)][:, 1].mean()))
    ordered: list[Location] = []
    while remaining:
        lowest = float(outlines[id(remaining[0])][:, 1].max())
        band = [each for each in remaining if float(outlines[id(each)][:, 1].mean()) < lowest]
        ordered += sorted(band, key=lambda each: float(outlines[id(each)][:, 0].mean()))
        remaining = [each for each in remaining if not any(each is other for other in band)]
    return ordered


def locate_within_border(photo: Photo) -> list[Location]:
    """Every kingdom in a photo whose edges are continued: one that fills it, above all."""
    image, border = _bordered(photo.image)
    return [_within(photo, location, border) for location in locate(replace(photo, image=image))]


def locate_upside_down(photo: Photo) -> list[Location]:
    """Every kingdom in a photo whose edges are continued, looked at upside down; in the photo's reading order."""
    image, border = _bordered(photo.image)
    height, width = image.shape[:2]
    turned = replace(photo, image=np.ascontiguousarray(image[::-1, ::-1]))
    return [_within(photo, _turned(location, width, height), border) for location in reversed(locate(turned))]


Search = Callable[[Photo], list[Location]]  # kingdoms in a photo, in reading order
SEARCHES: tuple[Search, ...] = (locate, locate_upside_down)
"""Ways to look for kingdoms in a photo, the other one where the first found none."""
LOOKS: tuple[Search, ...] = (locate_within_border, locate_upside_down)
"""Ways to look again at a photo, each where a kingdom of the first search is in doubt still."""


def _bordered(image: Bgr) -> tuple[Bgr, int]:
    """The image with its edges continued, and by how many pixels."""
    border = round(BORDER * max(image.shape[:2]))
    return np.asarray(cv2.copyMakeBorder(image, border, border, border, border, cv2.BORDER_REPLICATE), np.uint8), border


def _within(photo: Photo, location: Location, border: int) -> Location:
    """The place in the photo of one found within its border, which hides where the photo cuts a kingdom off."""
    moved = replace(location, homography=_matrix(1, -border, -border) @ location.homography)
    return at_edge_of(photo.image, moved)


def _turned(location: Location, width: int, height: int) -> Location:
    """The same place in a picture of that size turned upside down, its grid upright there."""
    back = _matrix(-1, width - 1, height - 1) @ location.homography @ _matrix(-1, location.columns, location.rows)
    return replace(location, homography=back, occupancy=location.occupancy[::-1, ::-1])


def _matrix(scale: int, x: int, y: int) -> Matrix:
    """Points scaled and moved: with a scale of -1 turned by half a circle."""
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]], float)


def is_truncated(image: Bgr, homography: Matrix, occupancy: Array, look: Callable[[], Heatmaps]) -> bool:
    """True where squares beside the grid look like tiles as far as the picture shows them, and are cut by its edge.

    ``look`` gives the heatmaps of the close pass over the grid of ``homography`` and ``occupancy`` (rows, columns); it
    is called only if the edge cuts squares beside the grid.
    """
    rows, columns = occupancy.shape
    around = np.array([[1, 0, -1.0], [0, 1, -1.0], [0, 0, 1.0]])
    shape = rows + 2, columns + 2
    visible = visible_share(image, homography @ around, shape)
    lying = np.pad(occupancy >= LYING, 1).astype(np.uint8)
    beside = (cv2.dilate(lying, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))) > 0) & (lying == 0)
    cut = beside & (visible > SLIVER) & (visible < ENTIRE)
    if cut.sum() < FEWEST:
        return False
    tiled = tiled_share(look(), TO_CLOSE @ around, shape)
    return bool(tiled[cut].sum() >= TILED * visible[cut].sum())


def visible_share(image: Bgr, homography: Matrix, shape: tuple[int, int]) -> NDArray[np.float64]:
    """The share (rows, columns) of each square of a grid that the picture shows."""
    rows, columns = shape
    at = [(np.arange(side * SAMPLES) + 0.5) / SAMPLES for side in (columns, rows)]
    points = np.stack(np.meshgrid(*at), -1).reshape(1, -1, 2)
    seen = cv2.perspectiveTransform(points, homography)[0]
    inside = ((seen >= 0) & (seen <= [image.shape[1], image.shape[0]])).all(1)
    return np.asarray(inside.reshape(rows, SAMPLES, columns, SAMPLES).mean((1, 3)))
