"""The pipeline: load -> locate -> rectify -> classify -> layouts -> decode -> Reading.

``read`` takes one photo through all of it, ``read_table`` the photos of one game. Both are made of the same steps:
``find_grids`` goes as far as the classifier, ``read_together`` decodes what it found in any number of photos.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from scoring.castle import Castle
from scoring.claims import Conflict, conflicts
from scoring.kingdom import Kingdom, Position
from scoring.legality import build_order
from scoring.message import Message, message
from scoring.terrain import EMPTY
from scoring.verdict import verdict
from vision.advice import advice, behind_castle, doubts_about, strange_light
from vision.decode.decode import Decoded, decode_table
from vision.grids import STEPS, Classify, Grids, Progress, find_grids
from vision.locate.locate import Location
from vision.photo.photo import Photo, Points
from vision.rectify import warped
from vision.squares.classify import KINDS, Logs, SquareReading, log_probabilities
from vision.squares.lessons import Lessons

SURE = 0.7  # probability of the whole board from which a reading calls itself sure
DOUBTFUL = 0.9  # confidence of a square below which it deserves a look: above it 99.9 % were read right


@dataclass(frozen=True)
class Reading:
    """One kingdom read from a photo.

    ``squares`` has the shape of the kingdom; ``corners`` are those of its grid, (x, y) from the top left clockwise in
    upright pixels of the original photo; ``legal`` says that it could be built from the 48 dominoes; ``sure`` that the
    whole board is probably right; ``timings`` are seconds by step. ``castle`` is the colour of the castle or of the
    tile it stands on, None where it cannot be told, ``castle_confidence`` its probability. ``hidden`` has the squares
    that something covers, each with the share of it (0 to 1) that is covered; the others are in plain view.
    """

    kingdom: Kingdom
    squares: tuple[tuple[SquareReading, ...], ...]
    corners: tuple[tuple[float, float], ...]
    legal: bool
    sure: bool
    warnings: tuple[Message, ...]
    seconds: float
    timings: Mapping[str, float]
    castle: Castle | None = None
    castle_confidence: float = 0.0
    hidden: Mapping[Position, float] = field(default_factory=dict, hash=False)

    @property
    def doubtful(self) -> frozenset[Position]:
        """The squares that deserve a look: those with a confidence below DOUBTFUL."""
        return frozenset(
            (row, column)
            for row, squares in enumerate(self.squares)
            for column, square in enumerate(squares)
            if square.confidence < DOUBTFUL
        )


def read(
    source: bytes | str | Path | Photo,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    decoded: bool = True,
    lessons: Lessons | None = None,
    progress: Progress | None = None,
    classify: Classify = log_probabilities,
) -> list[Reading]:
    """Every kingdom in a photo, in reading order.

    ``corners`` (4, 2), in upright pixels of the original photo, and ``grid`` (rows, columns; else 5 x 5) skip the
    search for the one kingdom they frame. With ``decoded`` false the squares are the classifier's own answer, whatever
    the 48 dominoes allow. ``lessons`` are what people have corrected before in the same light.

    Raises PhotoError for a photo that cannot be used and NoKingdomFound when nothing in it looks like a kingdom.
    """
    grids = find_grids(source, corners=corners, grid=grid, lessons=lessons, progress=progress, classify=classify)
    if progress:
        progress("checking")
    return _decoded([grids])[0] if decoded else _undecoded(grids)


def read_table(sources: Sequence[bytes | str | Path | Photo], *, lessons: Lessons | None = None) -> list[list[Reading]]:
    """The kingdoms in each photo of one game, as ``read`` gives them, with no domino used twice among them all.

    Where that would make them too improbable, because they are not of one game or one of them was photographed twice,
    each is read for itself. Kingdoms that still claim the same domino are warned of, and not sure; a warning counts the
    kingdoms of all photos in order: kingdom 1, kingdom 2 ...

    Raises what ``read`` raises for the first photo that cannot be read.
    """
    found = read_together([find_grids(source, lessons=lessons) for source in sources])
    everyone = [reading for readings in found for reading in readings]
    claims = conflicts({_name(number): reading.kingdom for number, reading in enumerate(everyone, start=1)})
    numbers = iter(range(1, len(everyone) + 1))
    return [[_warned(reading, _name(next(numbers)), claims) for reading in readings] for readings in found]


def read_together(photos: Sequence[Grids]) -> list[list[Reading]]:
    """``read_table`` for photos whose grids are found, without its warnings: ask ``scoring.conflicts``.

    A caller that goes through the photos with ``find_grids`` knows which of them cannot be read.
    """
    return _decoded(photos)


def _decoded(photos: Sequence[Grids]) -> list[list[Reading]]:
    """The most probable kingdoms of all photos together."""
    start = perf_counter()
    layouts = [layout for grids in photos for layout in grids.layouts]
    answers = iter(
        decode_table(
            [layout.log_probabilities for layout in layouts], [layout.location.occupancy for layout in layouts]
        )
    )
    contents = [[_Contents.decoded(next(answers)) for _ in grids.layouts] for grids in photos]
    seconds = perf_counter() - start
    return [_readings(grids, each, seconds) for grids, each in zip(photos, contents, strict=True)]


def _undecoded(grids: Grids) -> list[Reading]:
    """The classifier's own answer for every square."""
    start = perf_counter()
    contents = [_Contents.classified(layout.log_probabilities) for layout in grids.layouts]
    return _readings(grids, contents, perf_counter() - start)


@dataclass(frozen=True, eq=False)
class _Contents:
    """What a grid holds: probabilities (rows, columns, 18) and the kind chosen for every square."""

    probabilities: NDArray[np.float32]
    kinds: NDArray[np.intp]
    explained: bool  # by dominoes; whether they were laid by the rules is another question
    board_probability: float

    @staticmethod
    def decoded(answer: Decoded) -> _Contents:
        kinds = np.array([[KINDS.index(square) for square in row] for row in answer.kingdom.rows])
        return _Contents(answer.marginals, kinds, answer.covered, answer.board_probability)

    @staticmethod
    def classified(logs: Logs) -> _Contents:
        probabilities = np.exp(logs)
        return _Contents(probabilities, probabilities.argmax(2), True, float(probabilities.max(2).prod()))


def _readings(grids: Grids, contents: Sequence[_Contents], seconds: float) -> list[Reading]:
    """A reading of every grid of a photo; ``seconds`` are what decoding took."""
    timings = {**grids.timings, STEPS[-1]: seconds}
    return [
        _reading(grids.photo, layout.location, each, timings, framed=grids.framed)
        for layout, each in zip(grids.layouts, contents, strict=True)
    ]


def _reading(
    photo: Photo, location: Location, contents: _Contents, timings: Mapping[str, float], *, framed: bool
) -> Reading:
    rows, columns = (slice(0, location.rows), slice(0, location.columns)) if framed else _extent(contents.kinds)
    probabilities, kinds = contents.probabilities[rows, columns], contents.kinds[rows, columns]
    squares = tuple(
        tuple(_square_reading(probabilities[row, column], kinds[row, column]) for column in range(kinds.shape[1]))
        for row in range(kinds.shape[0])
    )
    kingdom = Kingdom(tuple(tuple(square.square for square in row) for row in squares))
    part = location.part(rows, columns)
    board = warped(photo.image, part.homography, part.rows, part.columns)
    doubts = doubts_about(kingdom, part, photo, explained=contents.explained) + strange_light(board)
    return Reading(
        kingdom=kingdom,
        squares=squares,
        corners=tuple((float(x), float(y)) for x, y in part.corners(photo)),
        legal=build_order(kingdom) is not None,
        sure=not doubts and contents.board_probability >= SURE,
        warnings=doubts + advice(board, part.rows, part.columns) + behind_castle(squares),
        seconds=sum(timings.values()),
        timings=timings,
    )


def _extent(kinds: NDArray[np.intp]) -> tuple[slice, slice]:
    """The rows and columns from the first to the last that hold a tile."""
    tiled = kinds != KINDS.index(EMPTY)
    rows, columns = np.nonzero(tiled.any(1))[0], np.nonzero(tiled.any(0))[0]
    if not len(rows):
        return slice(0, kinds.shape[0]), slice(0, kinds.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _square_reading(probabilities: NDArray[np.float32], kind: np.intp) -> SquareReading:
    """The chosen kind, how probable it is, and the most probable other one."""
    others = probabilities.copy()
    others[kind] = -1.0
    confidence = float(np.clip(probabilities[kind], 0.0, 1.0))
    return SquareReading(KINDS[kind], confidence, KINDS[int(others.argmax())])


def _name(number: int) -> Message:
    return message("kingdom {number}", number=number)


def _warned(reading: Reading, name: Message, found: Sequence[Conflict[Message]]) -> Reading:
    claims = [conflict for conflict in found if name in [claim.player for claim in conflict.claims]]
    judged = verdict(found)
    if claims and judged and not judged.named:  # of kingdoms of several boxes no domino is named
        texts: tuple[Message, ...] = (judged.meaning,)
    else:
        texts = tuple(message("{conflict}.", conflict=conflict.text) for conflict in claims)
    return replace(reading, warnings=reading.warnings + texts, sure=reading.sure and not texts)
