"""The one entry point: a photo goes in, the kingdoms in it come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from scoring.legality import build_order
from scoring.message import Message, message
from scoring.terrain import EMPTY
from vision.advice import advice, behind_castle, strange_light
from vision.decode.decode import Decoded, decode_table
from vision.locate.locate import Location
from vision.photo.photo import Photo, Points
from vision.rectify import warped
from vision.sight import STEPS, Classify, Progress, Sight, look_for_kingdoms
from vision.squares.classify import KINDS, SquareReading, log_probabilities
from vision.squares.lessons import Lessons

SURE = 0.7  # probability of the whole board from which a reading calls itself sure
CUT_OFF = 0.25  # of a square: how far a kingdom may stick out of the photo
TOUCHING = -0.2  # squares beyond the edge: one that comes so near may go on there if it can't be explained
SMALL_SQUARE_PX = 18  # of the original photo: below this crowns blur into each other
LARGEST_KINGDOM = 7


@dataclass(frozen=True)
class Reading:
    """One kingdom read from a photo.

    ``squares`` has the shape of the kingdom; ``corners`` are those of its grid, (x, y) from the top left clockwise in
    upright pixels of the original photo; ``legal`` says that it could be built from the 48 dominoes; ``sure`` is the
    reader's word that the whole board is right; ``timings`` are seconds by step.
    """

    kingdom: Kingdom
    squares: tuple[tuple[SquareReading, ...], ...]
    corners: tuple[tuple[float, float], ...]
    legal: bool
    sure: bool
    warnings: tuple[Message, ...]
    seconds: float
    timings: Mapping[str, float]


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

    ``corners`` (4, 2), in upright pixels of the original photo, and ``grid`` (rows, columns) skip the search for the
    one kingdom they frame. With ``decoded`` false the squares are the classifier's own answer, whatever the 48 dominoes
    allow. ``lessons`` are what people have corrected before in the same light.

    Raises PhotoError for a photo that cannot be used and NoKingdomFound when nothing in it looks like a kingdom.
    """
    tell = progress or (lambda step: None)
    sight = look_for_kingdoms(source, corners=corners, grid=grid, lessons=lessons, progress=tell, classify=classify)
    start = perf_counter()
    tell("checking")
    answers = decode_table(sight.looks, sight.occupancies)
    return readings(sight, answers if decoded else [None] * len(answers), perf_counter() - start)


def readings(sight: Sight, answers: Sequence[Decoded | None], seconds: float) -> list[Reading]:
    """What the decoder answered for each place, or the classifier alone; ``seconds`` are what decoding took."""
    timings = {**sight.timings, STEPS[-1]: seconds}
    return [
        _reading(sight.photo, place, _Seen.of(look, answer), timings, framed=sight.framed)
        for place, look, answer in zip(sight.places, sight.looks, answers, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class _Seen:
    """What a grid holds: probabilities (rows, columns, 18) and the kind chosen for every square."""

    probabilities: NDArray[np.float32]
    kinds: NDArray[np.intp]
    explained: bool  # by dominoes; whether they were laid by the rules is another question
    board_probability: float

    @staticmethod
    def of(look: NDArray[np.float32], answer: Decoded | None) -> _Seen:
        """The decoder's answer, or the classifier's own where there is none."""
        if answer is None:
            probabilities = np.exp(look)
            return _Seen(probabilities, probabilities.argmax(2), True, float(probabilities.max(2).prod()))
        kinds = np.array([[KINDS.index(square) for square in row] for row in answer.kingdom.rows])
        return _Seen(answer.marginals, kinds, answer.covered, answer.board_probability)


def _reading(photo: Photo, place: Location, seen: _Seen, timings: Mapping[str, float], *, framed: bool) -> Reading:
    rows, columns = (slice(0, place.rows), slice(0, place.columns)) if framed else _extent(seen.kinds)
    probabilities, kinds = seen.probabilities[rows, columns], seen.kinds[rows, columns]
    squares = tuple(
        tuple(_square_reading(probabilities[row, column], kinds[row, column]) for column in range(kinds.shape[1]))
        for row in range(kinds.shape[0])
    )
    kingdom = Kingdom(tuple(tuple(square.square for square in row) for row in squares))
    part = place.part(rows, columns)
    board = warped(photo.image, part.homography, part.rows, part.columns)
    doubts = _doubts(photo, part, kingdom, seen.explained) + strange_light(board)
    return Reading(
        kingdom=kingdom,
        squares=squares,
        corners=tuple((float(x), float(y)) for x, y in part.corners(photo)),
        legal=build_order(kingdom) is not None,
        sure=not doubts and seen.board_probability >= SURE,
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


def _doubts(photo: Photo, place: Location, kingdom: Kingdom, explained: bool) -> tuple[Message, ...]:
    """Why the board may not be what lies on the table, in plain words."""
    found = []
    if max(kingdom.height, kingdom.width) > LARGEST_KINGDOM:
        found.append(
            message(
                "This is larger than 7x7: {rows} rows and {columns} columns.",
                rows=kingdom.height,
                columns=kingdom.width,
            )
        )
    castle = any(square.is_castle for _, square in kingdom.squares())
    if not castle:
        found.append(message("I see no castle. Set the castle's square by hand."))
    elif not explained:
        found.append(message("These squares can't all come from the 48 dominoes. Check the marked ones."))
    beyond, step = _beyond_edge(photo, place)
    if place.cut or beyond > CUT_OFF or (beyond > TOUCHING and not (castle and explained)):
        found.append(message("The kingdom is cut off by the edge of the photo. Step back a little and try again."))
    if step < SMALL_SQUARE_PX:
        found.append(message("The kingdom is small in the photo. Go closer for a surer reading."))
    return tuple(found)


def _beyond_edge(photo: Photo, place: Location) -> tuple[float, float]:
    """How many squares the farthest corner lies beyond the photo's edge (inside: below 0); a square in its pixels."""
    corners = place.corners(photo)
    height, width = photo.image.shape[0] * photo.scale, photo.image.shape[1] * photo.scale
    step = (cv2.contourArea(corners) / (place.rows * place.columns)) ** 0.5
    return max(-corners.min(), (corners - [width, height]).max()) / step, step
