"""Gaps in a kingdom look like the table around it; what does not is a tile, or something lies on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.terrain import EMPTY
from vision.locate.locate import Location, visible_share
from vision.photo.photo import Bgr
from vision.rectify import warped
from vision.squares.classify import KINDS, Logs

Distances = NDArray[np.float32]  # (rows, columns): how far the colour of each square is from those of the table

PATCHES = 4  # a side of each square, each of one colour
PATCH_PX = 4
FEWEST_AROUND = 6  # squares of table in view, to say what it looks like
SHARE = 0.2  # of the table around that a gap looks like: the rest may be other tiles and things, or in other light
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
NEITHER = (OTHER + DOUBTED) / 2  # says nothing: neither for a gap nor against it, nor that something may lie there
BARE = 0.5  # probability of a gap, and of no tile, that takes a thing for a gap


def from_table(image: Bgr, location: Location) -> Distances:
    """How far each square's colour is from the table's around the grid (CIELAB, 8 bits).

    NEITHER, which says nothing, where little of the table is in view.
    """
    rows, columns = location.rows, location.columns
    colours = _colours(image, location)
    grid = colours[1:-1, 1:-1]
    around = visible_share(image, location.homography @ _shifted(), (rows + 2, columns + 2)) == 1
    around[1:-1, 1:-1] = False
    if around.sum() < FEWEST_AROUND:
        return np.full((rows, columns), NEITHER, np.float32)
    table = colours[around].reshape(-1, 3)
    usual = np.median(grid, axis=2).reshape(-1, 1, 3)
    away = np.abs(usual - table) @ np.array([LIGHTNESS, 1.0, 1.0], np.float32)
    return np.asarray(np.quantile(away, SHARE, axis=-1).reshape(rows, columns), np.float32)


def _colours(image: Bgr, location: Location) -> NDArray[np.float32]:
    """The colours of the patches of each square of the grid and around it, (rows + 2, columns + 2, patches, 3)."""
    rows, columns = location.rows + 2, location.columns + 2
    seen = warped(image, location.homography, location.rows, location.columns, square_px=PATCHES * PATCH_PX, margin=1.0)
    patches = cv2.resize(seen, (columns * PATCHES, rows * PATCHES), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(patches, cv2.COLOR_BGR2LAB).astype(np.float32)
    squares = lab.reshape(rows, PATCHES, columns, PATCHES, 3).swapaxes(1, 2)
    return squares.reshape(rows, columns, PATCHES * PATCHES, 3)


def _shifted() -> NDArray[np.float64]:
    """From a grid with a line of squares more at each side to the grid."""
    return np.array([[1, 0, -1.0], [0, 1, -1.0], [0, 0, 1.0]])


def with_table(logs: Logs, distances: Distances) -> Logs:
    """Log-probabilities (rows, columns, 18) that take for a gap what looks like the table rather than what does not."""
    in_favour = IN_FAVOUR * ((OTHER - distances) / (OTHER - SAME)).clip(0, 1)
    against = AGAINST * ((distances - ALIKE) / (UNLIKE - ALIKE)).clip(0, 1)
    weighed = logs.copy()
    weighed[..., KINDS.index(EMPTY)] += in_favour - against
    return np.asarray(weighed - np.logaddexp.reduce(weighed, axis=2, keepdims=True), np.float32)


def foreign_objects(logs: Logs, distances: Distances, location: Location) -> NDArray[np.float32]:
    """How far something lies on each square that looks like a gap: 1 where it is plain that no table is seen there.

    A little where the square looks hardly like the table; 0 elsewhere.
    """
    bare = np.exp(logs[..., KINDS.index(EMPTY)]) >= BARE
    plain = bare & (location.occupancy <= BARE) & (distances >= LIES_THERE)
    return np.where(plain, 1.0, np.where(bare & (distances >= DOUBTED), PERHAPS, 0.0)).astype(np.float32)
