"""What cannot be seen: squares that things, a standing castle or the edge of the photo hide.

A gap in a kingdom looks like the table around it; what does not is a tile, or something lies on it. A standing castle
leans away from the camera over the squares behind it.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Printing
from scoring.kingdom import Position
from scoring.terrain import CASTLE, EMPTY
from vision.locate.locate import Location, visible_share
from vision.photo.photo import Bgr
from vision.rectify import warp
from vision.squares.castles import NO_COLOUR, PLAIN, colour_probabilities
from vision.squares.classify import KINDS, Logs

Shares = NDArray[np.float32]  # (rows, columns): how much of each square is hidden, 0 to 1

SLIGHT = 0.1  # of a square: a grid is not fitted better, and no crown is lost
COVERED = 0.4  # of a square: of less the network says too little for the square to be read otherwise
MOSTLY = 0.5  # of a square: from there on its tile mask says nothing either

Distances = NDArray[np.float32]  # (rows, columns): how far the colour of each square is from those of the table

PATCHES = 4  # a side of each square, each of one colour
PATCH_PX = 4
FEWEST_AROUND = 6  # squares of table in view, to say what it looks like
ALIKE_SHARE = 0.2  # of the table around that a gap looks like: the rest may be other tiles or in other light
LIGHTNESS = 0.5  # weight of lightness beside colour: shadows lie on tables
# Of 219 gaps in composed photos 99 % lie within 18; on a real mat that mirrors the room they reach 40, in shade 57.
# Of 57 tiles and things taken for gaps 9 lie within 45, 31 beyond 80.
ALIKE, UNLIKE = 45.0, 80.0  # between them the evidence grows
AGAINST = 4.0  # nats against a gap that is unlike the table
# Of 12,679 tiles in composed photos 13 lie within 5, of 1,668 gaps nine of ten; of 13 gaps taken for tiles 12 within 8.
SAME, OTHER = 4.0, 9.0  # between them the evidence fades
IN_FAVOUR = 4.0  # nats in favour of a gap that is just like the table
LIES_THERE = 60.0  # from there on something lies on what still looks like a gap
# Of composed gaps 1 % lie beyond 35, of squares of which a hand, a cup or a phone makes gaps four in ten: those are
# asked about, as if a little of them were covered.
DOUBTED, PERHAPS = 35.0, 0.2
AROUND = np.array([[1, 0, -1.0], [0, 1, -1.0], [0, 0, 1.0]])  # from a grid with a line of squares more at each side
NEITHER = (OTHER + DOUBTED) / 2  # says nothing: neither for a gap nor against it, nor that something may lie there
BARE = 0.5  # probability of a gap, and of no tile, that takes a thing for a gap

TALL, HALF_WALL = 1.0, 0.36  # squares: the height of a castle's walls, and half their length
FOCAL = 0.75  # of the photo's long side: the main camera of a phone
LYING_PLAIN = (
    0.8  # probability of a colour from which a tile is in plain view: of 36 lying ones 35, of 32 standing ones 5
)
FLATTEST = 1.5  # squares above the table below which a camera is no camera: the perspective was not measured well
FINE = 16  # pixels a square in which the shares are counted


def beyond_edge(image: Bgr, location: Location) -> Shares:
    """The share (rows, columns) of each square of a grid that lies outside the picture."""
    hidden = 1 - visible_share(image, location.homography, (location.rows, location.columns))
    return np.where(hidden > SLIGHT, hidden, 0.0).astype(np.float32)


def with_hidden(logs: Logs, hidden: Shares) -> Logs:
    """Log-probabilities (rows, columns, 18) that say the less of a square, the more of it is hidden."""
    share = hidden[..., None]
    return np.log((1 - share) * np.exp(logs) + share / logs.shape[-1] + 1e-12).astype(np.float32)


def unknown_where(hidden: Shares, location: Location) -> Location:
    """The location with an even chance of a tile on the squares (rows, columns) that are mostly hidden."""
    occupancy = np.where(hidden > MOSTLY, np.float32(0.5), location.occupancy)
    return replace(location, occupancy=occupancy)


def from_table(image: Bgr, location: Location) -> Distances:
    """The distance (rows, columns) of each square's colour from the table's around the grid (CIELAB, 8 bits).

    NEITHER, which says nothing, where little of the table is in view.
    """
    rows, columns = location.rows, location.columns
    colours = _colours(image, location)
    grid = colours[1:-1, 1:-1]
    around = visible_share(image, location.homography @ AROUND, (rows + 2, columns + 2)) == 1
    around[1:-1, 1:-1] = False
    if around.sum() < FEWEST_AROUND:
        return np.full((rows, columns), NEITHER, np.float32)
    table = colours[around].reshape(-1, 3)
    usual = np.median(grid, axis=2).reshape(-1, 1, 3)
    away = np.abs(usual - table) @ np.array([LIGHTNESS, 1.0, 1.0], np.float32)
    return np.asarray(np.quantile(away, ALIKE_SHARE, axis=-1).reshape(rows, columns), np.float32)


def _colours(image: Bgr, location: Location) -> NDArray[np.float32]:
    """The colours of the patches of each square of the grid and around it, (rows + 2, columns + 2, patches, 3)."""
    rows, columns = location.rows + 2, location.columns + 2
    seen = warp(image, location.homography, location.rows, location.columns, square_px=PATCHES * PATCH_PX, margin=1.0)
    patches = cv2.resize(seen, (columns * PATCHES, rows * PATCHES), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(patches, cv2.COLOR_BGR2LAB).astype(np.float32)
    squares = lab.reshape(rows, PATCHES, columns, PATCHES, 3).swapaxes(1, 2)
    return squares.reshape(rows, columns, PATCHES * PATCHES, 3)


def with_table(logs: Logs, distances: Distances) -> Logs:
    """Log-probabilities (rows, columns, 18) that take for a gap what looks like the table rather than what does not."""
    in_favour = IN_FAVOUR * ((OTHER - distances) / (OTHER - SAME)).clip(0, 1)
    against = AGAINST * ((distances - ALIKE) / (UNLIKE - ALIKE)).clip(0, 1)
    weighed = logs.copy()
    weighed[..., KINDS.index(EMPTY)] += in_favour - against
    return np.asarray(weighed - np.logaddexp.reduce(weighed, axis=2, keepdims=True), np.float32)


def foreign_objects(logs: Logs, distances: Distances, location: Location) -> NDArray[np.float32]:
    """The share (rows, columns) of squares that look like gaps on which something lies: 1 where no table is seen.

    A little where the square looks hardly like the table; 0 elsewhere.
    """
    bare = np.exp(logs[..., KINDS.index(EMPTY)]) >= BARE
    plain = bare & (location.occupancy <= BARE) & (distances >= LIES_THERE)
    return np.where(plain, 1.0, np.where(bare & (distances >= DOUBTED), PERHAPS, 0.0)).astype(np.float32)


def hidden_by_castle(image: Bgr, location: Location, crops: NDArray[np.uint8], logs: Logs) -> Shares:
    """The share (rows, columns) of each square that the castle hides if it stands; nothing where its tile is in view.

    ``crops`` (rows * columns, 64, 64, 3) are the squares in normalised light, ``logs`` (rows, columns, 18) what they
    look like.
    """
    chances = logs[..., KINDS.index(CASTLE)]
    place = int(chances.argmax())
    row, column = divmod(place, location.columns)
    nothing = np.zeros((location.rows, location.columns), np.float32)
    if chances[row, column] < np.log(PLAIN):
        return nothing
    hidden = hidden_behind(image, location, (row, column))
    hidden = np.where(hidden > SLIGHT, hidden, nothing)
    if not hidden.any():
        return hidden
    looks = (colour_probabilities(crops[place], printing) for printing in Printing)
    return nothing if any(look[:NO_COLOUR].max() >= LYING_PLAIN for look in looks) else hidden


def hidden_behind(image: Bgr, location: Location, castle: Position) -> Shares:
    """The share of each square (rows, columns) that a castle hides which stands on one of them, but for its own."""
    rows, columns = location.rows, location.columns
    camera = _camera(image, location.homography)
    if camera is None:
        return np.zeros((rows, columns), np.float32)
    foot = np.array([castle[1] + 0.5, castle[0] + 0.5]) + HALF_WALL * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    top = foot + (foot - camera[:2]) * TALL / (camera[2] - TALL)  # where the rays past its top meet the table
    outline = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32)) * FINE
    mask = np.zeros((rows * FINE, columns * FINE), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    shares: Shares = mask.reshape(rows, FINE, columns, FINE).mean((1, 3), dtype=np.float32)
    shares[castle] = 0.0
    return shares


def _camera(image: Bgr, homography: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The place (3,) of the camera: x and y on the board and its height above it, in squares.

    From the homography of the board, for a camera of usual focal length that looks at the middle of the picture; None
    where that is no place for a camera.
    """
    height, width = image.shape[:2]
    focal = FOCAL * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    right, down, place = (np.linalg.inv(lens) @ homography).T
    scale = (np.linalg.norm(right) + np.linalg.norm(down)) / 2 * np.sign(place[2])
    right, down, place = right / scale, down / scale, place / scale
    turn = np.stack([right, down, np.cross(right, down)], 1)
    x, y, below = -np.linalg.lstsq(turn, place, rcond=None)[0]
    return None if -below < FLATTEST else np.array([x, y, -below])
