"""Readings: the most probable kingdoms of photos, and what is told of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Printing
from scoring.castle import Castle
from vision.decode.deck import deck_of
from vision.decode.decode import decode_table
from vision.photo.light import is_pale
from vision.photo.photo import Bgr
from vision.pipeline.advice import (
    IS_CONTESTED,
    IS_IT_ONE,
    OTHERS_CUT_OFF,
    TAUGHT,
    advice,
    doubts_about_view,
    strange_light,
    unlike_known,
)
from vision.pipeline.evidence import Contents, Evidence, Judgement, judge, kingdom_of, left_open
from vision.pipeline.find import STEPS, Grids
from vision.pipeline.layouts import Layout
from vision.rectify import warp
from vision.squares.castles import Probabilities, castle_probabilities
from vision.squares.printing import NOTHING_SAID, likely_printing


@dataclass(frozen=True, kw_only=True)
class Reading(Judgement):
    """One kingdom read from a photo.

    ``corners`` are those of its grid, (x, y) from the top left clockwise in upright pixels of the original photo;
    ``timings`` are seconds by step. ``castle`` is the colour of the castle or of the tile it stands on, None where it
    cannot be told, ``castle_confidence`` its probability. ``printing`` says whose art the tiles of its table carry,
    None where that is not plain. ``evidence`` is what its squares can be decoded from once more.
    """

    corners: tuple[tuple[float, float], ...]
    seconds: float
    timings: Mapping[str, float]
    castle: Castle | None = None
    castle_confidence: float = 0.0
    printing: Printing | None = None
    evidence: Evidence | None = field(default=None, compare=False, repr=False)


class Candidate(NamedTuple):
    """A reading that does not tell its castle yet, and what the castle looks like; None where none is seen."""

    reading: Reading
    castle: Probabilities | None


def candidates(photos: Sequence[Grids]) -> list[list[Candidate]]:
    """The most probable kingdoms of all photos together, of the box that lies on their table."""
    layouts = [layout for grids in photos for layout in grids.layouts]
    deck = deck_of(photos[0].box if photos else BASE)
    looks = [deck.evidence(layout.log_probabilities, layout.novel_probabilities) for layout in layouts]
    answers = iter(decode_table(looks, [layout.location.occupancy for layout in layouts], deck=deck))
    contents = [[Contents.decoded(next(answers), deck) for _ in grids.layouts] for grids in photos]
    printing = likely_printing(sum((layout.printing for layout in layouts), NOTHING_SAID))
    return [
        [
            build_reading(grids, layout, each, grids.timings, printing)
            for layout, each in zip(grids.layouts, of_photo, strict=True)
        ]
        for grids, of_photo in zip(photos, contents, strict=True)
    ]


def undecoded(grids: Grids) -> list[Candidate]:
    """The classifier's own answer for every square of a photo, whatever dominoes allow."""
    start = perf_counter()
    seen = [
        build_reading(grids, layout, Contents.classified(layout.log_probabilities), grids.timings, None)
        for layout in grids.layouts
    ]
    return checked_in(perf_counter() - start, [seen])[0]


def checked_in(seconds: float, seen: Sequence[Sequence[Candidate]]) -> list[list[Candidate]]:
    """The same, with what decoding and other looks took."""

    def timed(reading: Reading) -> Reading:
        timings = {**reading.timings, STEPS[-1]: seconds}
        return replace(reading, timings=timings, seconds=sum(timings.values()))

    return [[each._replace(reading=timed(each.reading)) for each in photo] for photo in seen]


def build_reading(
    grids: Grids, layout: Layout, contents: Contents, timings: Mapping[str, float], printing: Printing | None
) -> Candidate:
    """The reading of one grid of a photo from what it holds, and the printing of all tiles of its table."""
    photo, location = grids.photo, layout.location
    whole = slice(0, location.rows), slice(0, location.columns)
    rows, columns = whole if grids.framed else _extent(contents.kinds != contents.deck.empty)
    contents, part = contents.part(rows, columns), layout.part(rows, columns)
    board = warp(photo.image, part.location.homography, part.location.rows, part.location.columns)
    evidence = _evidence(grids, part, board, contents, printing)
    told = judge(contents, evidence)
    reading = Reading(
        **vars(told),
        corners=tuple((float(x), float(y)) for x, y in part.location.corners(photo)),
        seconds=sum(timings.values()),
        timings=timings,
        printing=printing,
        evidence=evidence,
    )
    squares = left_open(contents.squares, told.unknown, grids.box)
    castle = None if evidence.pale else castle_probabilities(board, squares, printing, grids.box)
    return Candidate(reading, castle)


def _evidence(grids: Grids, layout: Layout, board: Bgr, contents: Contents, printing: Printing | None) -> Evidence:
    """The evidence of a photo on a grid that holds this, ``board`` rectified, and on itself."""
    kingdom, pale = kingdom_of(contents.squares), is_pale(board)
    of_tiles = (TAUGHT,) if grids.taught else unlike_known(printing)
    view = doubts_about_view(kingdom, layout.location, grids.photo, explained=contents.explained, framed=grids.framed)
    return Evidence(
        layout.log_probabilities,
        np.asarray(layout.location.occupancy, np.float32),
        layout.hidden,
        layout.novel_probabilities,
        against=((IS_IT_ONE,) if layout.questioned else ())
        + view
        + ((IS_CONTESTED,) if layout.contested else ())
        + of_tiles,
        light=strange_light(board, pale=pale),
        advice=advice(board, layout.location.rows, layout.location.columns)
        + ((OTHERS_CUT_OFF,) if grids.cut_off else ()),
        pale=pale,
        taught=grids.taught,
    )


def _extent(tiled: NDArray[np.bool_]) -> tuple[slice, slice]:
    """The rows and columns from the first to the last that hold a tile."""
    rows, columns = np.nonzero(tiled.any(1))[0], np.nonzero(tiled.any(0))[0]
    if not len(rows):
        return slice(0, tiled.shape[0]), slice(0, tiled.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
