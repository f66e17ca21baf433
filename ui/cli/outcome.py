"""What is asked of one photo, and what came of it: the work of ``crownsight read`` on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from scoring import BASE, Box

if TYPE_CHECKING:
    from vision import Reading
    from vision.squares.edition import Edition


class Request(NamedTuple):
    """How to read the photos: where the grid lies, if that is known, whether the dominoes have a say, and which.

    ``edition`` is what was taught of the tiles.
    """

    corners: tuple[tuple[float, float], ...] | None
    grid: tuple[int, int] | None  # rows, columns
    decoded: bool
    box: Box = BASE
    edition: Edition | None = None


class Outcome(NamedTuple):
    """What came of one photo: its kingdoms, or why there are none."""

    photo: str
    readings: tuple[Reading, ...] = ()
    error: str | None = None


def fetched(photo: str) -> bytes | Outcome:
    """The contents of a photo's file, or why it cannot be read."""
    from vision.errors import PhotoError
    from vision.photo.photo import contents

    try:
        return contents(photo)
    except PhotoError as unreadable:
        return Outcome(photo, error=str(unreadable))


def read_contents(photo: str, contents: bytes | Outcome, request: Request) -> Outcome:
    """Read one photo from its contents; runs in a thread or on another machine."""
    if isinstance(contents, Outcome):
        return contents
    import numpy as np

    from vision import VisionError, read

    corners = None if request.corners is None else np.array(request.corners, np.float32)
    try:
        found = read(
            contents,
            corners=corners,
            grid=request.grid,
            decoded=request.decoded,
            box=request.box,
            edition=request.edition,
        )
    except VisionError as unreadable:
        return Outcome(photo, error=str(unreadable))
    return Outcome(photo, tuple(found))


def read_views_of(photos: Sequence[str], box: Box, edition: Edition | None = None) -> Outcome:
    """Read the photos of one kingdom together, of a box or a taught edition; an error of one names its photo."""
    from vision import VisionError, find_grids
    from vision.multiview.views import read_as_one

    grids = []
    for photo in photos:
        contents = fetched(photo)
        if isinstance(contents, Outcome):
            return contents
        try:
            grids.append(find_grids(contents, box=box, edition=edition))
        except VisionError as unreadable:
            return Outcome(photo, error=str(unreadable))
    together = " + ".join(photos)
    try:
        return Outcome(together, (read_as_one(grids),))
    except VisionError as different:
        return Outcome(together, error=str(different))
