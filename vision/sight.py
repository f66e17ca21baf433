"""What a photo shows before the dominoes have their say: where kingdoms lie and what their squares look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from scoring.errors import CrownsightError
from scoring.message import message
from scoring.terrain import CASTLE, EMPTY
from vision.layouts import parted
from vision.locate.lattice import MIN_SQUARES
from vision.locate.locate import Location, locate
from vision.photo.light import brightened, levelled, neutral, warmed
from vision.photo.photo import Photo, Points, load
from vision.rectify import cut_squares, warped
from vision.squares.classify import KINDS, log_probabilities
from vision.squares.lessons import Lessons, taught

CASTLE_SEEN = 0.3  # probability of a castle somewhere that makes a lattice a kingdom
BELIEVED = 0.35  # certainty of corners times that of squares; rendered kingdoms have 0.55 and more, bare surfaces 0.3
LYING_ABOUT = 8  # squares of a line of four undrafted dominoes
STEPS = ("opening", "finding", "reading", "checking")

Classify = Callable[[NDArray[np.uint8]], NDArray[np.float32]]  # crops (n, 64, 64, 3) -> log-probabilities (n, 18)
Progress = Callable[[str], None]  # called with "finding", "reading", "checking" as each step begins


class NoKingdomFound(CrownsightError):  # noqa: N818 - the name players' messages and the design use
    """No kingdom stands out in the photo; the message says what to try."""


@dataclass(frozen=True, eq=False)
class Sight:
    """What a photo shows before the dominoes have their say: where grids lie and what their squares look like.

    ``looks`` are log-probabilities (rows, columns, 18), one array a place; ``framed`` says that the place was given.
    """

    photo: Photo
    places: Sequence[Location]
    looks: Sequence[NDArray[np.float32]]
    timings: Mapping[str, float]
    framed: bool

    @property
    def occupancies(self) -> list[NDArray[np.float32]]:
        return [place.occupancy for place in self.places]


def look_for_kingdoms(
    source: bytes | str | Path | Photo,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    lessons: Lessons | None = None,
    progress: Progress | None = None,
    classify: Classify = log_probabilities,
) -> Sight:
    """The first three steps of ``read``."""
    tell = progress or (lambda step: None)
    classify = partial(taught, lessons) if lessons is not None else classify
    marks = [perf_counter()]
    photo = source if isinstance(source, Photo) else load(source)
    marks.append(perf_counter())
    tell("finding")
    places = _places(photo, corners, grid)
    marks.append(perf_counter())
    tell("reading")
    looks = [_look(photo, place, classify) for place in places]
    if corners is None:
        apart = [part for place, look in zip(places, looks, strict=True) for part in parted(place, look)]
        places, looks = _kingdoms_only([place for place, _ in apart], [look for _, look in apart])
    marks.append(perf_counter())
    timings = {step: marks[i + 1] - marks[i] for i, step in enumerate(STEPS[:-1])}
    return Sight(photo, places, looks, timings, framed=corners is not None)


def _places(photo: Photo, corners: Points | None, grid: tuple[int, int] | None) -> list[Location]:
    lit = Photo(warmed(brightened(photo.image)), photo.scale)
    if corners is None:
        return locate(lit)
    return [Location.from_corners(lit, corners, *(grid or (5, 5)))]


def _look(photo: Photo, place: Location, classify: Classify) -> NDArray[np.float32]:
    """The log-probabilities (rows, columns, 18) of the squares of a place."""
    board = warped(photo.image, place.homography, place.rows, place.columns)
    crops = cut_squares(neutral(levelled(board)), place.rows, place.columns)
    return classify(crops).reshape(place.rows, place.columns, -1)


def _kingdoms_only(
    places: list[Location], looks: list[NDArray[np.float32]]
) -> tuple[list[Location], list[NDArray[np.float32]]]:
    """The places that hold a kingdom: not a few undrafted dominoes, not a chequered cloth.

    Where some have a castle, small ones without are dominoes that lie about.
    Raises NoKingdomFound when none is left.
    """
    castles = [float(np.exp(look[..., KINDS.index(CASTLE)]).max()) >= CASTLE_SEEN for look in looks]
    kept = [
        index
        for index, (place, look) in enumerate(zip(places, looks, strict=True))
        if (castles[index] or not any(castles) or _tiled(look).sum() > LYING_ABOUT)
        and place.confidence * _clarity(look) >= BELIEVED
    ]
    if not kept:
        raise NoKingdomFound(
            message(
                "I can't see a kingdom. Is the whole kingdom in the picture, from above? "
                "Step back a little, or set its four corners by hand."
            )
        )
    return [places[index] for index in kept], [looks[index] for index in kept]


def _clarity(look: NDArray[np.float32]) -> float:
    """How certain the squares that hold tiles are, on average; 0 where too few do."""
    tiled = _tiled(look)
    return float(np.exp(look).max(2)[tiled].mean()) if tiled.sum() >= MIN_SQUARES else 0.0


def _tiled(look: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which squares look more like a tile than like bare table."""
    return np.asarray(look.argmax(2) != KINDS.index(EMPTY))
