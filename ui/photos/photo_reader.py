"""Read photos of a table, of a stored board and of a teaching kingdom, as the queue of photos allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

import vision
from scoring import BASE, Box, Title
from scoring.message import describe
from ui.photos.pictures import decode_picture, shrink_photo
from ui.photos.reading_queue import QueueFull, hold_reading_slot
from ui.table.assignment import find_distinct_kingdoms
from ui.table.board import PhotoResult
from ui.table.photo_reading import Picture
from vision.errors import VisionError
from vision.photo.photo import Photo, Points, load
from vision.pipeline.evidence import Evidence, assess_together
from vision.pipeline.reader import Progress, TileSet
from vision.pipeline.reading import Assessment, Reading
from vision.pipeline.teach import TeachingResult, teach
from vision.warning import ReadingWarning, WarningCode

SUSPECTED_BOXES = (Title.GIANTS, Title.QUEENDOMINO)  # boxes with dominoes of their own


UNREADABLE = (VisionError, QueueFull)  # each has a message with what to try next


class KnownTiles(NamedTuple):
    """The known tile set and boxes of a table."""

    tiles: TileSet | None = None
    box: Box = BASE


Show = Callable[[Picture, Sequence[Points]], None]
"""Shows a photo, and the grid points of the grids that were found in it."""


def read_upload(
    upload: bytes,
    *,
    show: Show,
    progress: Progress,
    known: Callable[[], KnownTiles] = KnownTiles,
) -> PhotoResult:
    """Read an uploaded file; return its kingdoms, or a message with what to try next.

    ``show`` gets the photo as soon as it is open, and again with the grid points of the grids in it, each (rows + 1,
    columns + 1, 2) in pixels of the picture; ``progress`` the stages: opening, finding, reading, checking, and
    before them waiting, with the position in the queue, while other photos are read. ``known`` is called once the
    photo has a slot.
    """
    picture: Picture | None = None
    try:
        with hold_reading_slot(progress):
            loaded, picture, tell = _open_upload(upload, show, progress)
            tiles = known()
            reader = vision.Reader(**tiles._asdict())
            grids = reader.find(loaded, progress=progress, on_grids=tell)
            progress("checking")
            read = reader.warn(reader.decode([grids])[0])
            attempt = ask_confirmation(PhotoResult(picture, readings=tuple(read)))
            if attempt.message:
                return attempt
            return replace(attempt, suspected=_suspect_box(grids, read, tiles))
    except UNREADABLE as error:
        return PhotoResult(picture, message=error.message)


def ask_confirmation(attempt: PhotoResult) -> PhotoResult:
    """Ask whether the photo shows a kingdom, unless one is plainly recognised."""
    if not all(one.needs_confirmation for one in attempt.readings):
        return attempt
    return replace(attempt, message=describe(ReadingWarning(WarningCode.UNCERTAIN_KINGDOM)))


def accept_kingdoms(attempt: PhotoResult) -> PhotoResult:
    """Mark the kingdoms of a photo as confirmed by a person."""

    def accept(reading: Reading) -> Reading:
        kept = (warning for warning in reading.warnings if warning.code is not WarningCode.UNCERTAIN_KINGDOM)
        return replace(reading, warnings=tuple(kept))

    return replace(attempt, message=None, readings=tuple(map(accept, attempt.readings)))


def _suspect_box(grids: vision.PhotoGrids, read: Sequence[Reading], known: KnownTiles) -> Title | None:
    """Return the expansion that makes most kingdoms legal; None if it makes no more so than the base game."""
    most_legal = sum(one.legal for one in read)
    if known.box != BASE or most_legal == len(read):
        return None
    best = None
    for title in SUSPECTED_BOXES:
        reader = vision.Reader(box=BASE + Box(frozenset({title})), tiles=known.tiles)
        [readings] = reader.decode([reader.change_box(grids)])
        legal = sum(one.legal for one in readings)
        if legal > most_legal:
            best, most_legal = title, legal
    return best


def read_stored_photo(
    picture: Picture,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    *,
    progress: Progress,
    known: Callable[[], KnownTiles] = KnownTiles,
) -> PhotoResult:
    """Read a stored photo again, locating its grids or with one set by hand.

    ``corners`` (4, 2) are in pixels of the picture; the ``grid`` has rows and columns.
    """
    try:
        with hold_reading_slot(progress):
            framed = None if corners is None else corners * picture.scale
            readings = vision.read(
                decode_picture(picture), corners=framed, grid=grid, progress=progress, **known()._asdict()
            )
    except UNREADABLE as error:
        return PhotoResult(picture, message=error.message, setting_corners=corners is not None)
    return PhotoResult(picture, readings=tuple(readings))


def _open_upload(
    upload: bytes, show: Show, progress: Progress
) -> tuple[Photo, Picture, Callable[[Sequence[Points]], None]]:
    """Open an uploaded photo; return it, its stored picture and the callback for grids. Raises PhotoError."""
    progress("opening")
    loaded = load(upload)
    picture = shrink_photo(loaded)
    show(picture, ())
    return loaded, picture, lambda grids: show(picture, [grid / np.float32(picture.scale) for grid in grids])


def teach_from_upload(
    upload: bytes,
    name: str,
    *,
    show: Show,
    progress: Progress,
) -> TeachingResult | PhotoResult:
    """Teach an edition from an uploaded photo of the teaching kingdom, or say why it fails.

    The other arguments are those of ``read_upload``.
    """
    picture: Picture | None = None
    try:
        with hold_reading_slot(progress):
            loaded, picture, tell = _open_upload(upload, show, progress)
            return teach(loaded, name, progress=progress, on_grids=tell)
    except UNREADABLE as error:
        return PhotoResult(picture, message=error.message)


def teach_by_corners(
    picture: Picture, corners: Points, name: str, *, progress: Progress
) -> TeachingResult | PhotoResult:
    """Teach an edition from a stored photo of the teaching kingdom whose corners (4, 2) were set by hand.

    The corners are in pixels of the picture.
    """
    try:
        with hold_reading_slot(progress):
            return teach(decode_picture(picture), name, corners=corners * picture.scale, progress=progress)
    except UNREADABLE as error:
        return PhotoResult(picture, message=error.message, setting_corners=True)


# --- Photos given together


def decode_together(photos: Sequence[PhotoResult], box: Box) -> list[PhotoResult]:
    """Decode the kingdoms of photos of one game together, so that no two claim one domino; return the photos.

    Kingdoms that need confirmation, and those that another photo shows better, stay as they were read.
    """
    seen = {
        (of, at): evidence
        for of, at in find_distinct_kingdoms(photos)
        if (evidence := _evidence(photos[of].readings[at])) and evidence.is_of(box)
    }
    if len({of for of, _ in seen}) < 2:  # the kingdoms of one photo were decoded together as it was read
        return [*photos]
    judged = dict(zip(seen, assess_together([*seen.values()], box), strict=True))
    return [
        replace(
            photo,
            readings=tuple(
                _reassess(reading, judged[of, at]) if (of, at) in judged else reading
                for at, reading in enumerate(photo.readings)
            ),
        )
        for of, photo in enumerate(photos)
    ]


def _evidence(reading: Reading) -> Evidence | None:
    """Return what a reading can be decoded from again; None if it may be no kingdom."""
    evidence = reading.evidence
    return evidence if isinstance(evidence, Evidence) and not reading.needs_confirmation else None


def _reassess(before: Reading, now: Assessment) -> Reading:
    """Return a reading as it is decoded now; as it was if its kingdom is the same, or its castle would move."""
    if now.kingdom == before.kingdom or now.kingdom.castles != before.kingdom.castles:
        return before  # the colour of the castle was read where it was seen
    return replace(before, **vars(now))
