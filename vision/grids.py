"""The first steps of reading: load -> locate -> rectify -> classify -> layouts -> Grids, which are not decoded yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from vision.layouts import Layout, kingdoms
from vision.locate.extent import SMALL_KINGDOM
from vision.locate.locate import Location, locate
from vision.photo.light import brightened, light_normalised, warmed
from vision.photo.photo import Photo, Points, load
from vision.rectify import cut_squares, warped
from vision.squares.classify import Logs, log_probabilities
from vision.squares.lessons import Lessons, log_probabilities_with

FINDING_PX = 1600  # long side in which kingdoms are found; squares of a whole table are still larger than is looked at
STEPS = ("opening", "finding", "reading", "checking")

Classify = Callable[[NDArray[np.uint8]], Logs]  # crops (n, 64, 64, 3) -> log-probabilities (n, 18)
Progress = Callable[[str], None]  # called with "finding", "reading", "checking" as each step begins


@dataclass(frozen=True, eq=False)
class Grids:
    """The grids found in a photo and their classified squares, not yet decoded.

    ``framed`` says that the grid was given, not found.
    """

    photo: Photo
    layouts: Sequence[Layout]
    timings: Mapping[str, float]  # seconds by step
    framed: bool


def find_grids(
    source: bytes | str | Path | Photo,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    lessons: Lessons | None = None,
    progress: Progress | None = None,
    classify: Classify = log_probabilities,
) -> Grids:
    """The steps of ``read`` up to the classifier, for ``read_together``; arguments and errors are those of ``read``."""
    tell = progress or (lambda step: None)
    classify = partial(log_probabilities_with, lessons) if lessons is not None else classify
    marks = [perf_counter()]
    photo = source if isinstance(source, Photo) else load(source)
    marks.append(perf_counter())
    tell("finding")
    locations = _locations(photo, corners, grid)
    marks.append(perf_counter())
    tell("reading")
    layouts = [Layout(location, _classified(photo, location, classify)) for location in locations]
    if corners is None:
        layouts = kingdoms(layouts)
    marks.append(perf_counter())
    timings = {step: marks[i + 1] - marks[i] for i, step in enumerate(STEPS[:-1])}
    return Grids(photo, layouts, timings, framed=corners is not None)


def _locations(photo: Photo, corners: Points | None, grid: tuple[int, int] | None) -> list[Location]:
    small = photo.reduced(FINDING_PX)
    lit = Photo(warmed(brightened(small.image)), small.scale)
    if corners is None:
        found = locate(lit)
    else:
        found = [Location.from_corners(lit, corners, *(grid or (SMALL_KINGDOM, SMALL_KINGDOM)))]
    return [location.enlarged(small.scale / photo.scale) for location in found]


def _classified(photo: Photo, location: Location, classify: Classify) -> Logs:
    """The log-probabilities (rows, columns, 18) of the squares of a grid."""
    board = warped(photo.image, location.homography, location.rows, location.columns)
    crops = cut_squares(light_normalised(board), location.rows, location.columns)
    return classify(crops).reshape(location.rows, location.columns, -1)
