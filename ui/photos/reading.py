"""Reading an upload: from its bytes to what a screen can show, of a table, of a board once more, or of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

import vision
from scoring import BASE, Box, Position, Title
from scoring.boxes import Printing
from ui.photos.pictures import opened, photo
from ui.photos.queue import PhotoQueue, QueueFull
from ui.photos.together import seen_in, squares_read
from ui.system import Event, timed
from ui.table.board import Attempt
from ui.table.source import BoardReading, Corners, Picture, Source
from vision.editions.teach import Taught, teach
from vision.errors import VisionError
from vision.photo.photo import Photo, Points
from vision.pipeline.advice import IS_IT_ONE, unlike_known
from vision.pipeline.find import Progress, find_grids
from vision.pipeline.views import read_as_one
from vision.rectify import homography_of
from vision.squares.edition import Edition
from vision.squares.named import Named

AT_ONCE = 2  # photos read side by side in this process; more would only slow each other

UNREADABLE = (VisionError, QueueFull)  # each says what to try next
LONGEST_QUEUE = 60  # photos that may wait; each is held in memory meanwhile
MAY_BE_FELT = (Title.GIANTS, Title.QUEENDOMINO)  # boxes with dominoes of their own
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
            attempt = _asked(Attempt(picture, readings=tuple(to_board_reading(one) for one in read)))
            known_here = KnownTiles(edition, named)
            return attempt if attempt.message else replace(attempt, felt=_felt(loaded, read, known_here, box))
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message)


def _asked(attempt: Attempt) -> Attempt:
    """The attempt with the question whether it shows a kingdom, where nothing in it plainly is one."""
    plain = any(IS_IT_ONE not in reading.warnings for reading in attempt.readings)
    return attempt if plain else replace(attempt, message=IS_IT_ONE)


def believed(attempt: Attempt) -> Attempt:
    """The attempt once a person has said that it shows a kingdom."""
    readings = (
        replace(reading, warnings=tuple(said for said in reading.warnings if said != IS_IT_ONE))
        for reading in attempt.readings
    )
    return replace(attempt, message=None, readings=tuple(readings))


def _felt(loaded: Photo, read: Sequence[vision.Reading], known: KnownTiles, box: Box) -> Title | None:
    """The box whose tiles lie there as well: with it more kingdoms could have been laid than with the base game."""
    could = sum(one.legal for one in read)
    if box != BASE or could == len(read):
        return None
    best = None
    for title in MAY_BE_FELT:
        with suppress(VisionError):
            again = vision.read(loaded, edition=known.edition, named=known.named, box=box + Box(frozenset({title})))
            legal = sum(one.legal for one in again)
            if legal > could:
                best, could = title, legal
    return best


def read_kept(
    picture: Picture,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    *,
    progress: Progress,
    known: Callable[[], KnownTiles] = KnownTiles,
    box: Box = BASE,
) -> Attempt:
    """What a kept photo gives that is read once more: with its grids found anew, or with one that was set by hand.

    ``corners`` (4, 2) are in pixels of the picture; the ``grid`` has rows and columns.
    """
    try:
        with timed(Event.PHOTO_READ), turn(progress):
            edition, named = known()
            readings = vision.read(
                photo(picture),
                corners=None if corners is None else corners * picture.scale,
                grid=grid,
                edition=edition,
                named=named,
                progress=progress,
                box=box,
            )
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message, setting_corners=corners is not None)
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
        legal=bool(reading.legal),
        sure=bool(reading.sure),
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


def teach_by(
    upload: bytes,
    name: str,
    *,
    show: Callable[[Picture], None],
    progress: Progress,
    found: Callable[[Picture, Sequence[Points]], None] = lambda picture, grids: None,
) -> Taught | Attempt:
    """What an uploaded photo of the teaching kingdom teaches of the edition of that name, or why it teaches nothing.

    The other arguments are those of ``read_upload``.
    """
    picture: Picture | None = None
    try:
        with timed(Event.PHOTO_READ), turn(progress):
            progress("opening")
            loaded, picture = opened(upload, show)
            return teach(loaded, name, progress=progress, found=partial(tell_found, found, picture))
    except UNREADABLE as nothing:
        return Attempt(picture, message=nothing.message)
