"""Decode the classified grids of photos into readings, and compare the readings of a photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box, Printing
from scoring.dominoes.claims import Conflict, find_conflicts, summarize_conflicts
from vision.decode.decode import Decoded
from vision.photo.light import is_washed_out
from vision.photo.photo import Bgr
from vision.pipeline.evidence import (
    Evidence,
    assess_kingdom,
    decode_grids,
    empty_unknown_squares,
)
from vision.pipeline.grids import GridReading, PhotoGrids
from vision.pipeline.reading import Reading
from vision.pipeline.warnings import warn_of_light, warn_of_photo, warn_of_tiles, warn_of_view
from vision.rectify import warp
from vision.squares.castles import CastleReading, Probabilities, assign_castles, classify_castle
from vision.squares.printing import NO_EVIDENCE, find_likely_printing
from vision.warning import ReadingWarning, WarningCode


class Candidate(NamedTuple):
    """A reading without the castle's colour, and the probabilities of the colours.

    These are None if no castle is visible, or the light is too poor for colours.
    """

    reading: Reading
    castle: Probabilities | None


def decode_photos(photos: Sequence[PhotoGrids]) -> list[list[Candidate]]:
    """Choose the most probable kingdoms of all photos together, with the box of the first photo."""
    grids = [grid for photo in photos for grid in photo.grids]
    squares = [(grid.log_probabilities, grid.novel_probabilities, grid.location.occupancy) for grid in grids]
    decoded = iter(decode_grids(squares, photos[0].box if photos else BASE))
    printing = find_likely_printing(sum((grid.printing for grid in grids), NO_EVIDENCE))
    return [[build_reading(photo, grid, next(decoded), printing) for grid in photo.grids] for photo in photos]


def read_undecoded(photo: PhotoGrids) -> list[Candidate]:
    """Take the classifier's answer for every square of a photo, whatever the dominoes allow."""
    return [build_reading(photo, grid, Decoded.from_classifier(grid.log_probabilities), None) for grid in photo.grids]


def build_reading(photo: PhotoGrids, grid: GridReading, decoded: Decoded, printing: Printing | None) -> Candidate:
    """Build the reading of one grid, cropped to its tiles unless its corners were set by hand.

    Args:
        photo: The photo.
        grid: One of its grids.
        decoded: The kinds that were chosen for its squares.
        printing: The printing of all tiles on the table; None if it is not certain, or was not looked for.
    """
    location = grid.location
    whole = slice(0, location.rows), slice(0, location.columns)
    rows, columns = whole if photo.manual_corners else _find_extent(decoded.kinds != decoded.domino_set.empty_index)
    decoded, part = decoded.part(rows, columns), grid.part(rows, columns)
    board = warp(photo.photo.image, part.location.homography, part.location.rows, part.location.columns)
    evidence = _collect_evidence(photo, part, board, decoded, printing)
    assessment = assess_kingdom(decoded, evidence)
    reading = Reading(
        **vars(assessment),
        corners=tuple((float(x), float(y)) for x, y in part.location.corners(photo.photo)),
        seconds=photo.seconds,
        printing=printing,
        box=photo.box,
        evidence=evidence,
    )
    squares = empty_unknown_squares(decoded.squares, assessment.unknown, photo.box)
    castle = None if evidence.washed_out else classify_castle(board, squares, printing, photo.box)
    return Candidate(reading, castle)


def _collect_evidence(
    photo: PhotoGrids, grid: GridReading, board: Bgr, decoded: Decoded, printing: Printing | None
) -> Evidence:
    """Collect the evidence of a photo for a decoded grid; ``board`` is its rectified picture."""
    washed_out = is_washed_out(board)
    location = grid.location
    uncertain = (ReadingWarning(WarningCode.UNCERTAIN_KINGDOM),) if grid.uncertain else ()
    contested = (ReadingWarning(WarningCode.CONTESTED),) if grid.contested else ()
    others_cut_off = (ReadingWarning(WarningCode.OTHERS_CUT_OFF),) if photo.cut_off else ()
    return Evidence(
        grid.log_probabilities,
        np.asarray(location.occupancy, np.float32),
        grid.hidden,
        grid.novel_probabilities,
        blocking_warnings=uncertain
        + warn_of_view(
            decoded.kingdom, location, photo.photo, explained=decoded.explained, manual_corners=photo.manual_corners
        )
        + contested
        + warn_of_tiles(printing, taught=photo.taught),
        lighting_warnings=warn_of_light(board, washed_out=washed_out),
        tips=warn_of_photo(board, location.rows, location.columns) + others_cut_off,
        washed_out=washed_out,
        taught=photo.taught,
        calibration=photo.calibration,
    )


def _find_extent(tiled: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return the rows and columns from the first to the last that hold a tile."""
    rows, columns = np.nonzero(tiled.any(1))[0], np.nonzero(tiled.any(0))[0]
    if not len(rows):
        return slice(0, tiled.shape[0]), slice(0, tiled.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def assign_castle_colours(photos: Sequence[Sequence[Candidate]], min_confidence: float) -> list[list[Reading]]:
    """Return the readings of one table with the colours of their castles.

    Different colours are more probable, equal ones possible.
    """
    castles = iter(assign_castles([each.castle for photo in photos for each in photo], min_confidence))

    def with_castle(reading: Reading, castle: CastleReading) -> Reading:
        return replace(reading, castle=castle.castle, castle_confidence=castle.confidence)

    return [[with_castle(each.reading, next(castles)) for each in photo] for photo in photos]


def warn_of_conflicts(readings: Sequence[Reading], box: Box) -> list[Reading]:
    """Add warnings to the readings of one photo that claim the same domino; these are not sure."""
    conflicts = find_conflicts({number: reading.kingdom for number, reading in enumerate(readings, start=1)}, box)
    return [_add_conflicts(reading, number, conflicts) for number, reading in enumerate(readings, start=1)]


def _add_conflicts(reading: Reading, number: int, conflicts: Sequence[Conflict[int]]) -> Reading:
    """Add the warnings of the conflicts that one kingdom takes part in.

    Args:
        reading: The kingdom.
        number: Its number in the photo, from 1.
        conflicts: Those of all kingdoms in the photo.
    """
    claims = [(each, claim) for each in conflicts for claim in each.claims if claim.player == number]
    summary = summarize_conflicts(conflicts)
    if claims and summary and summary.from_several_boxes:
        warnings = [ReadingWarning(WarningCode.SEVERAL_BOXES, params={"number": summary.number})]
    else:
        warnings = [
            ReadingWarning(WarningCode.CONFLICT, claim.squares, {"kingdom": number, "conflict": each})
            for each, claim in claims
        ]
    return replace(reading, warnings=(*reading.warnings, *warnings), sure=reading.sure and not warnings)
