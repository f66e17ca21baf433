"""From a photo of the Kingdoms board to its 30 spaces, straight from above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.kingdoms import COLUMNS, ROWS
from scoring.message import message
from vision.errors import NoBoardFound
from vision.locate.locate import Location, locate
from vision.photo.light import light_normalised
from vision.photo.photo import Bgr, Photo, Points
from vision.rectify import cut_squares, rectify
from vision.squares.classify import CROP_PX

SPACE_PX = 160  # of the straightened board: fine enough to read what is printed on a tile
FRAME = 2  # rows or columns that the frame printed round the spaces may look like
LINE = 0.06  # of a space: what is cut off at its sides, where the printed lines run


@dataclass(frozen=True, eq=False)
class StraightBoard:
    """A board from straight above, in neutral light.

    ``image`` is 5 x 6 spaces of SPACE_PX; ``corners`` (4, 2) are those of the printed grid in pixels of the original
    photo, from the board's top left clockwise.
    """

    image: Bgr
    corners: Points

    @property
    def crops(self) -> NDArray[np.uint8]:
        """The spaces row by row without the lines between them: (30, 64, 64, 3)."""
        edge = round(LINE * SPACE_PX)
        spaces = cut_squares(self.image, ROWS, COLUMNS)[:, edge:-edge, edge:-edge]
        small = [cv2.resize(space, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA) for space in spaces]
        return np.stack(small)


def straighten(photo: Photo, corners: Points | None = None) -> StraightBoard:
    """The board of a photo; ``corners`` (4, 2) set by hand, in pixels of the original photo, need no search.

    Corners run clockwise from the board's top left; those near the printed grid snap to it. A board found by itself is
    taken as it lies in the photo, long side across.

    Raises NoBoardFound, or PhotoError for corners that frame nothing.
    """
    found = (
        find_board(photo) if corners is None else Location.from_corners(photo, corners, ROWS, COLUMNS).corners(photo)
    )
    return StraightBoard(light_normalised(rectify(photo, found, ROWS, COLUMNS, square_px=SPACE_PX)), found)


def find_board(photo: Photo) -> Points:
    """The corners (4, 2) of the printed grid in pixels of the original photo; raises NoBoardFound."""
    boards = [board for place in locate(photo) for board in _boards_in(place)]
    if not boards:
        raise NoBoardFound(message("I can't find the board's 5 rows of 6 spaces. Set its four corners by hand."))
    best = max(boards, key=lambda board: board.confidence * float(board.occupancy.mean()))
    corners = best.corners(photo)
    return corners if best.columns == COLUMNS else np.roll(corners, 1, axis=0)  # photographed from its short side


def _boards_in(place: Location) -> Iterator[Location]:
    """The windows of 5 x 6 in a lattice that is no more than its printed frame larger."""
    for rows, columns in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
        if rows <= place.rows <= rows + FRAME and columns <= place.columns <= columns + FRAME:
            for top in range(place.rows - rows + 1):
                for left in range(place.columns - columns + 1):
                    yield place.part(slice(top, top + rows), slice(left, left + columns))
