"""Reading another photo of a board together with the one it was read from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from scoring import BASE, Box, Position
from ui.photos.pictures import opened, photo
from ui.photos.reading import UNREADABLE, KnownTiles, tell_found, to_board_reading, turn
from ui.system.log import Event, timed
from ui.table.board import Attempt
from ui.table.source import BoardReading, Corners, Picture, Source
from vision.multiview.views import read_as_one
from vision.photo.photo import Points
from vision.pipeline.find import Progress, find_grids
from vision.rectify import homography_of


class SecondLook(NamedTuple):
    """What two photos show together, and where its top left square lies in the grid that was read before."""

    reading: BoardReading
    at: Position


def look_again(
    upload: bytes,
    source: Source,
    *,
    show: Callable[[Picture], None],
    progress: Progress,
    found: Callable[[Picture, Sequence[Points]], None] = lambda picture, grids: None,
    known: Callable[[], KnownTiles] = KnownTiles,
    box: Box = BASE,
) -> SecondLook | Attempt:
    """What an uploaded file shows of a board together with its own photo, or why it cannot be used.

    The other arguments are those of ``read_upload``.
    """
    picture: Picture | None = None
    before = source.reading
    try:
        with timed(Event.PHOTO_READ), turn(progress):
            progress("opening")
            loaded, picture = opened(upload, show)
            tell = partial(tell_found, found, picture)
            edition, named = known()
            second = find_grids(loaded, edition=edition, named=named, progress=progress, found=tell, box=box)
            size = before.kingdom.height, before.kingdom.width
            corners = np.array(before.corners, np.float32)
            before_it = photo(source.picture)
            first = find_grids(before_it, corners=corners, grid=size, edition=edition, named=named, box=box)
            progress("checking")
            reading = to_board_reading(read_as_one([first, second]))
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message, second_look=True)
    return SecondLook(reading, _place_in(before.corners, size, reading.corners))


def _place_in(grid: Corners, size: tuple[int, int], corners: Corners) -> Position:
    """The row and column of a grid at which another of the same photo begins."""
    to_board = np.linalg.inv(homography_of(np.array(grid, np.float32), *size))
    column, row, depth = to_board @ [*corners[0], 1.0]
    return round(row / depth), round(column / depth)
