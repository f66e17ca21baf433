"""The pipeline: load -> locate -> rectify -> classify -> layouts -> decode -> Reading.

``read`` takes one photo through all of it, ``read_together`` the photos of one game. Both are made of the same steps:
``find_grids`` goes as far as the classifier, ``seen_together`` decodes what it found in any number of photos and looks
again at photos of kingdoms in doubt. Castles come last: no two at one table have the same colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scoring.boxes import BASE, Box, Printing
from scoring.dominoes.claims import Conflict, find_conflicts, summarize_conflicts
from scoring.message import Message, message
from vision.photo.photo import Photo, Points
from vision.pipeline.calibration import calibrated
from vision.pipeline.doubted import seen_together
from vision.pipeline.find import Classify, Found, Grids, Progress, find_grids
from vision.pipeline.reading import Candidate, Reading, undecoded
from vision.squares.castles import CastleReading, assign_castles
from vision.squares.classify import classify
from vision.squares.edition import Edition


def read(
    source: bytes | str | Path | Photo,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    decoded: bool = True,
    edition: Edition | Printing | None = None,
    progress: Progress | None = None,
    found: Found | None = None,
    classify: Classify = classify,
    box: Box = BASE,
) -> list[Reading]:
    """Every kingdom in a photo, in reading order.

    Kingdoms that claim the same domino, such as one that the photo shows twice, are warned of, and not sure.

    ``corners`` (4, 2), in upright pixels of the original photo, and ``grid`` (rows, columns; else 5 x 5) skip the
    search for the one kingdom they frame. With ``decoded`` false the squares are the classifier's own answer, whatever
    the 48 dominoes allow. ``found`` is called before the squares are read, with the grids that may be kingdoms, in
    upright pixels of the original photo. ``edition`` is the official one on the table, or one that was taught, with
    which nothing is sure. Of other boxes than the base game's, a square like none that the reader knows is unknown.

    Raises PhotoError for a photo that cannot be used and NoKingdomFound when nothing in it looks like a kingdom.
    """
    grids = find_grids(
        source,
        corners=corners,
        grid=grid,
        edition=edition,
        progress=progress,
        found=found,
        classify=classify,
        box=box,
    )
    if progress:
        progress("checking")
    return read_grids(grids, decoded=decoded)


def read_grids(grids: Grids, *, decoded: bool = True) -> list[Reading]:
    """What ``read`` gives of a photo whose grids are found, with the box that they were found with."""
    [readings] = _with_castles(seen_together([grids]) if decoded else [undecoded(grids)])
    return _judged_together(readings, grids.box)


def read_together(photos: Sequence[Grids]) -> list[list[Reading]]:
    """Return the kingdoms in each photo of one game, with no domino used twice among them all.

    Where that would make them too improbable, because they are not of one game or one of them was photographed twice,
    each is read for itself. Kingdoms that still claim the same domino are not warned of: ask
    ``scoring.find_conflicts``. A caller that goes through the photos with ``find_grids`` knows which of them cannot be
    read.
    """
    return _with_castles(seen_together(photos))


def _with_castles(photos: Sequence[Sequence[Candidate]]) -> list[list[Reading]]:
    """The readings of one table with their castles, of which no two have one colour."""
    castles = iter(assign_castles([seen.castle for photo in photos for seen in photo], calibrated().castle))

    def with_castle(reading: Reading, castle: CastleReading) -> Reading:
        return replace(reading, castle=castle.castle, castle_confidence=castle.confidence)

    return [[with_castle(seen.reading, next(castles)) for seen in photo] for photo in photos]


def _judged_together(readings: Sequence[Reading], box: Box) -> list[Reading]:
    """Return the readings of one photo; those that claim the same domino are warned of, and not sure."""
    names = [_name(number) for number in range(1, len(readings) + 1)]
    claims = find_conflicts({name: reading.kingdom for name, reading in zip(names, readings, strict=True)}, box)
    return [_warned(reading, name, claims) for name, reading in zip(names, readings, strict=True)]


def _name(number: int) -> Message:
    return message("kingdom {number}", number=number)


def _warned(reading: Reading, name: Message, found: Sequence[Conflict[Message]]) -> Reading:
    claims = [conflict for conflict in found if name in [claim.player for claim in conflict.claims]]
    judged = summarize_conflicts(found)
    if claims and judged and not judged.named:  # of kingdoms of several boxes no domino is named
        texts: tuple[Message, ...] = (judged.summary,)
    else:
        texts = tuple(message("{conflict}.", conflict=conflict.text) for conflict in claims)
    return replace(reading, warnings=reading.warnings + texts, sure=reading.sure and not texts)
