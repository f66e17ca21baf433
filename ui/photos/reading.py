"""Reading an upload: from its bytes to an attempt that the Kingdom screen can show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import numpy as np

import vision
from scoring import BASE, Box
from scoring.printing import Printing
from ui.photos.pictures import opened, photo
from ui.photos.queue import PhotoQueue, QueueFull
from ui.photos.together import seen_in, squares_read
from ui.system.log import Event, timed
from ui.table.board import Attempt
from ui.table.source import BoardReading, Picture
from vision.errors import VisionError
from vision.photo.photo import Points
from vision.pipeline.find import Progress
from vision.squares.edition import Edition
from vision.squares.named import Named
from vision.squares.printing import unlike_known

AT_ONCE = 2  # photos read side by side in this process; more would only slow each other

UNREADABLE = (VisionError, QueueFull)  # each says what to try next
LONGEST_QUEUE = 60  # photos that may wait; each is held in memory meanwhile
WAITING = "waiting"  # the step before all others, with the place in the queue


class KnownTiles(NamedTuple):
    """What is known of the tiles on a table: their edition, and squares of other boxes that were named."""

    edition: Edition | Printing | None = None
    named: Named = Named.nothing()


_queue = PhotoQueue(AT_ONCE, LONGEST_QUEUE)


def read_upload(
    upload: bytes,
    *,
    show: Callable[[Picture], None],
    progress: Progress,
    found: Callable[[Picture, Sequence[Points]], None] = lambda picture, grids: None,
    known: Callable[[], KnownTiles] = KnownTiles,
    box: Box = BASE,
) -> Attempt:
    """What an uploaded file gave: kingdoms, or a message that says what to try next.

    ``show`` gets the photo as soon as it is open, ``found`` the crossings of the grids in it, each (rows + 1,
    columns + 1, 2) in pixels of the picture; ``progress`` the steps: opening, finding, reading, checking, and
    before them waiting, with the place in the queue, while other photos are read. ``known`` is asked for when it is
    this photo's turn. ``box`` is what lies on the table.
    """
    picture: Picture | None = None
    try:
        with timed(Event.PHOTO_READ), turn(progress):
            progress("opening")
            loaded, picture = opened(upload, show)
            tell = partial(tell_found, found, picture)
            edition, named = known()
            read = vision.read(loaded, edition=edition, named=named, progress=progress, found=tell, box=box)
            return Attempt(picture, readings=tuple(to_board_reading(one) for one in read))
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message)


def read_at(
    picture: Picture,
    corners: Points,
    rows: int,
    columns: int,
    *,
    progress: Progress,
    known: Callable[[], KnownTiles] = KnownTiles,
    box: Box = BASE,
) -> Attempt:
    """What a kept photo gives with the grid set by hand; ``corners`` (4, 2) are in pixels of the picture."""
    try:
        with timed(Event.PHOTO_READ), turn(progress):
            edition, named = known()
            readings = vision.read(
                photo(picture),
                corners=corners * picture.scale,
                grid=(rows, columns),
                edition=edition,
                named=named,
                progress=progress,
                box=box,
            )
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message, setting_corners=True)
    return Attempt(picture, readings=tuple(to_board_reading(reading) for reading in readings))


def tell_found(found: Callable[[Picture, Sequence[Points]], None], picture: Picture, grids: Sequence[Points]) -> None:
    """Tell of grids in pixels of the original photo as grids in pixels of the picture."""
    found(picture, [grid / np.float32(picture.scale) for grid in grids])


def to_board_reading(reading: vision.Reading) -> BoardReading:
    """What the reader made of one kingdom, as tables keep it; of strange tiles the table itself tells, once."""
    return BoardReading(
        reading.kingdom,
        squares_read(reading.squares),
        tuple((float(x), float(y)) for x, y in reading.corners),
        doubtful=reading.doubtful,
        legal=reading.legal,
        sure=reading.sure,
        warnings=tuple(said for said in reading.warnings if said not in unlike_known(reading.printing)),
        castle=reading.castle,
        castle_confidence=reading.castle_confidence,
        hidden=reading.hidden,
        unknown=reading.unknown,
        printing=reading.printing,
        seen=seen_in(reading.evidence) if reading.evidence else None,
    )


@contextmanager
def turn(progress: Progress) -> Iterator[None]:
    """A turn among the photos that are read AT_ONCE; ``progress`` gets ``waiting 3`` for the third in the queue.

    Raises QueueFull.
    """
    with _queue.turn(lambda place: progress(f"{WAITING} {place}")):
        yield
