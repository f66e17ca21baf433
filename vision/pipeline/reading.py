"""Readings: decode the classified grids of photos into kingdoms and assess them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box, Printing
from scoring.castle import Castle
from scoring.dominoes.claims import Conflict, find_conflicts, summarize_conflicts
from scoring.kingdom import Position
from scoring.terrain import Square
from vision.decode.decode import decode_together
from vision.decode.domino_set import build_domino_set
from vision.photo.light import is_washed_out
from vision.photo.photo import Bgr
from vision.pipeline.evidence import (
    Assessment,
    DecodedGrid,
    Evidence,
    assess_kingdom,
    build_kingdom,
    decode_with_fixed_squares,
    empty_unknown_squares,
)
from vision.pipeline.grids import STEPS, GridReading, PhotoGrids
from vision.pipeline.warnings import warn_of_light, warn_of_photo, warn_of_tiles, warn_of_view
from vision.rectify import warp
from vision.squares.castles import CastleReading, Probabilities, assign_castles, castle_probabilities
from vision.squares.printing import NOTHING_SAID, likely_printing
from vision.warning import ReadingWarning, WarningCode


@dataclass(frozen=True)
class Doubt:
    """A square that people should check."""

    row: int  # from 0, from the top
    column: int  # from 0, from the left
    guess: Square
    alternative: Square | None
    confidence: float  # of the guess, 0 to 1


@dataclass(frozen=True, kw_only=True, repr=False)
class Reading(Assessment):
    """One kingdom read from a photo; the fields of ``Assessment`` say how far it can be trusted."""

    corners: tuple[tuple[float, float], ...]  # of its grid, in upright pixels of the original photo, clockwise
    seconds: float
    timings: Mapping[str, float]  # seconds by step
    castle: Castle | None = None  # the colour of the castle or its tile; None if it is not recognised
    castle_confidence: float = 0.0  # 0 to 1
    printing: Printing | None = None  # whose art the tiles show; None if that is not certain
    box: Box = BASE  # that it was read with
    evidence: Evidence | None = field(default=None, compare=False)  # from which it can be decoded again

    def __repr__(self) -> str:
        size = f"{self.kingdom.height}x{self.kingdom.width}"
        return f"<Reading {size} {str(self.kingdom)[:24]!r} sure={self.sure} doubts={len(self.doubtful)}>"

    @property
    def doubts(self) -> list[Doubt]:
        """The squares that people should check, in reading order.

        Example:
            >>> from vision import read
            >>> [reading] = read("sample_images/phone-shadow-on-cork.jpg")
            >>> [(doubt.row, doubt.column, str(doubt.guess), str(doubt.alternative)) for doubt in reading.doubts]
            [(2, 6, 'w', 'l')]
        """
        found = []
        for row, column in sorted(self.doubtful):
            square = self.squares[row][column]
            found.append(Doubt(row, column, square.square, square.alternative, square.confidence))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the reading as ``crownsight read --json`` prints it; docs/cli.md lists the keys.

        Example:
            >>> from vision import read
            >>> [reading] = read("sample_images/cutting-mat.jpg")
            >>> fields = reading.to_dict()
            >>> fields["code"], fields["grid"], fields["sure"], fields["castle"]
            ('wwwwf1/g2wwwl/g1wCww/gf1fff1/w1ffff', {'rows': 5, 'cols': 5}, True, 'pink')
        """
        return {
            "grid": {"rows": self.kingdom.height, "cols": self.kingdom.width},
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.corners],
            "code": str(self.kingdom),
            "squares": [
                [self._square_to_dict(row, column) for column in range(self.kingdom.width)]
                for row in range(self.kingdom.height)
            ],
            "legal": bool(self.legal),
            "sure": bool(self.sure),
            "warnings": [warning.to_dict() for warning in self.warnings],
            "seconds": round(float(self.seconds), 3),
            "edition": self.printing.value if self.printing else None,
            "castle": self.castle.value if self.castle else None,
            "castle_confidence": round(float(self.castle_confidence), 4) if self.castle else None,
        }

    def _square_to_dict(self, row: int, column: int) -> dict[str, Any]:
        square = self.squares[row][column]
        fields = _name_square(square.square)
        if (row, column) in self.unknown:
            fields["terrain"] = "unknown"
        fields["confidence"] = round(float(square.confidence), 4)
        fields["alternative"] = None if square.alternative is None else _name_square(square.alternative)
        if (row, column) in self.hidden:
            fields["hidden"] = round(self.hidden[row, column], 2)
        return fields

    def corrected(self, squares: Mapping[Position, Square | str]) -> Reading:
        """Decode the kingdom again with some squares fixed.

        Args:
            squares: The true square by (row, column), both from 0; a ``Square`` or its code, such as "g" or "m2".

        Raises:
            IndexError: A position is outside the kingdom.
            ValueError: A code is no square, or a reading without evidence is corrected.

        Example:
            >>> from vision import read
            >>> [reading] = read("sample_images/phone-shadow-on-cork.jpg")
            >>> (2, 6) in reading.doubtful, (2, 6) in reading.corrected({(2, 6): "w"}).doubtful
            (True, False)
        """
        if self.evidence is None:
            raise ValueError("this reading has no evidence to be decoded again")
        fixed = {position: parse_square(square) for position, square in squares.items()}
        for row, column in fixed:
            if not (0 <= row < self.kingdom.height and 0 <= column < self.kingdom.width):
                raise IndexError(
                    f"({row}, {column}) is outside {self.kingdom.height} rows, {self.kingdom.width} columns"
                )
        assessment = decode_with_fixed_squares(self.evidence, fixed, self.box)
        return replace(self, **vars(assessment))


def _name_square(square: Square) -> dict[str, Any]:
    """Return the terrain and crowns of a square; the terrain may be ``castle`` or ``empty``."""
    if square.terrain is None:
        return {"terrain": "castle" if square.is_castle else "empty", "crowns": square.crowns}
    return {"terrain": square.terrain.value, "crowns": square.crowns}


def parse_square(square: Square | str) -> Square:
    """Return a square or the square of its code."""
    if isinstance(square, Square):
        return square
    from scoring.kingdom import Kingdom

    parsed = Kingdom.parse(square)
    if (parsed.height, parsed.width) != (1, 1):
        raise ValueError(f"{square!r} is not the code of one square")
    return parsed[0, 0]


class Candidate(NamedTuple):
    """A reading without the castle's colour, and the probabilities of the colours; None if no castle is visible."""

    reading: Reading
    castle: Probabilities | None


def decode_photos(photos: Sequence[PhotoGrids]) -> list[list[Candidate]]:
    """Choose the most probable kingdoms of all photos together, of the box of the first photo."""
    grids = [grid for photo in photos for grid in photo.grids]
    domino_set = build_domino_set(photos[0].box if photos else BASE)
    evidence = [domino_set.expand_log_probabilities(grid.log_probabilities, grid.novel_probabilities) for grid in grids]
    answers = iter(decode_together(evidence, [grid.location.occupancy for grid in grids], domino_set=domino_set))
    decoded = [[DecodedGrid.from_decoder(next(answers), domino_set) for _ in photo.grids] for photo in photos]
    printing = likely_printing(sum((grid.printing for grid in grids), NOTHING_SAID))
    return [
        [build_reading(photo, grid, each, printing) for grid, each in zip(photo.grids, of_photo, strict=True)]
        for photo, of_photo in zip(photos, decoded, strict=True)
    ]


def read_undecoded(photo: PhotoGrids) -> list[Candidate]:
    """Take the classifier's own answer for every square of a photo, whatever the dominoes allow."""
    start = perf_counter()
    seen = [
        build_reading(photo, grid, DecodedGrid.from_classifier(grid.log_probabilities), None) for grid in photo.grids
    ]
    return add_decoding_time([seen], perf_counter() - start)[0]


def add_decoding_time(decoded: Sequence[Sequence[Candidate]], seconds: float) -> list[list[Candidate]]:
    """Add the seconds of the last step to the timings of all readings."""

    def timed(reading: Reading) -> Reading:
        timings = {**reading.timings, STEPS[-1]: seconds}
        return replace(reading, timings=timings, seconds=sum(timings.values()))

    return [[each._replace(reading=timed(each.reading)) for each in photo] for photo in decoded]


def build_reading(photo: PhotoGrids, grid: GridReading, decoded: DecodedGrid, printing: Printing | None) -> Candidate:
    """Build the reading of one grid, cropped to its tiles unless its corners were set by hand.

    ``printing`` is that of all tiles on the table.
    """
    location = grid.location
    whole = slice(0, location.rows), slice(0, location.columns)
    rows, columns = whole if photo.framed else _find_extent(decoded.kinds != decoded.domino_set.empty_index)
    decoded, part = decoded.part(rows, columns), grid.part(rows, columns)
    board = warp(photo.photo.image, part.location.homography, part.location.rows, part.location.columns)
    evidence = _collect_evidence(photo, part, board, decoded, printing)
    assessment = assess_kingdom(decoded, evidence)
    reading = Reading(
        **vars(assessment),
        corners=tuple((float(x), float(y)) for x, y in part.location.corners(photo.photo)),
        seconds=sum(photo.timings.values()),
        timings=photo.timings,
        printing=printing,
        box=photo.box,
        evidence=evidence,
    )
    squares = empty_unknown_squares(decoded.squares, assessment.unknown, photo.box)
    castle = None if evidence.pale else castle_probabilities(board, squares, printing, photo.box)
    return Candidate(reading, castle)


def _collect_evidence(
    photo: PhotoGrids, grid: GridReading, board: Bgr, decoded: DecodedGrid, printing: Printing | None
) -> Evidence:
    """Collect the evidence of a photo for a decoded grid; ``board`` is its rectified picture."""
    kingdom, pale = build_kingdom(decoded.squares), is_washed_out(board)
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
        + warn_of_view(kingdom, location, photo.photo, explained=decoded.explained, framed=photo.framed)
        + contested
        + warn_of_tiles(printing, taught=photo.taught),
        lighting_warnings=warn_of_light(board, pale=pale),
        tips=warn_of_photo(board, location.rows, location.columns) + others_cut_off,
        pale=pale,
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
    """Return the readings of one table with the colours of their castles, no two the same."""
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
