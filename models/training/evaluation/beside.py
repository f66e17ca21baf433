"""Kingdoms with a domino laid beside them, a little askew: how often it is taken in, and asked about.

Squares are compared where they lie on the table, so that a grid that has grown by a row is judged, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator

from models.training.evaluation.evenings import Case, Evening, Lying, on_table
from models.training.evaluation.matching import matched
from models.training.synthesis.scene import Scene
from scoring.kingdom import Position
from scoring.loose import Pair, loose_dominoes
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Photo
from vision.pipeline.read import read
from vision.pipeline.reading import Reading

APART = (0.04, 0.4)  # squares
ALONG, ASKEW = 0.15, 0.08  # squares and radians (sigma)
OFF_GRID = 0.3  # of a square: a grid that is so far off is judged by what else is said of it


def _laid_beside(rng: Generator, scene: Scene) -> Scene:
    """A domino beside any border of the first kingdom, along it or away from it."""
    first = scene.kingdoms[0]
    rows, columns = first.shape
    apart, slid, turn = float(rng.uniform(*APART)), float(rng.normal(0, ALONG)), float(rng.normal(0, ASKEW))
    side, down = int(rng.integers(4)), bool(rng.random() < 0.5)
    upright = side in (0, 2)  # the border
    square = int(rng.integers(0, (rows if upright else columns) - 1))
    reach = 0.5 if down == upright else 1.0
    along = square + (1.0 if down == upright else 0.5) + slid
    middle = (
        (columns + apart + reach, along),
        (along, rows + apart + reach),
        (-apart - reach, along),
        (along, -apart - reach),
    )[side]
    angle = np.radians(first.turn) + turn + (np.pi / 2 if down else 0.0)
    return replace(scene, loose=((*on_table(first, middle), float(angle)),))


CASES = tuple(
    Case(f"laid beside, {light}{', gaps' if gaps else ''}", light, _laid_beside, tilt=(5, 40), fill=0.6, gaps=gaps)
    for light in ("even", "glare", "blinds", "veil")
    for gaps in (False, True)
)


@dataclass(frozen=True)
class Judged:
    """One kingdom: wrong squares, those and right ones that are asked about, whether a domino beside it was taken in
    and is asked about as a whole, and how many others are."""

    wrong: int
    marked: int
    also: int
    taken_in: bool
    asked: bool
    needless: int


@dataclass(frozen=True)
class Row:
    """What the kingdoms of a case come to; ``off`` are grids that lie elsewhere."""

    case: str
    kingdoms: tuple[Judged, ...]
    off: int

    def __str__(self) -> str:
        count = len(self.kingdoms)
        wrong, marked = sum(each.wrong for each in self.kingdoms), sum(each.marked for each in self.kingdoms)
        taken, asked = sum(each.taken_in for each in self.kingdoms), sum(each.asked for each in self.kingdoms)
        also = sum(each.also for each in self.kingdoms) / max(count, 1)
        needless = sum(each.needless for each in self.kingdoms)
        asked_about = f"{taken:>10}{asked:>7}{needless:>10}"
        return f"{self.case:<36}{count:>9}{self.off:>6}{asked_about}{wrong:>7}{marked:>8}{also:>6.1f}"


HEADER = (
    f"{'case':<36}{'kingdoms':>9}{'off':>6}{'taken in':>10}{'asked':>7}{'needless':>10}"
    f"{'wrong':>7}{'marked':>8}{'also':>6}"
)


def judged(evening: Evening) -> tuple[list[Judged], int]:
    """The kingdoms of an evening, and how many grids lie elsewhere."""
    try:
        readings = read(Photo(evening.image, 1.0))
    except (NoKingdomFound, PhotoError):
        readings = []
    pairs = [(reading, lying) for reading, lying in matched(readings, evening.lying)[0] if reading]
    found = [_judged(reading, lying) for reading, lying in pairs]
    return [each for each in found if each], found.count(None)


def _judged(reading: Reading, lying: Lying) -> Judged | None:
    truth = _truth(reading, lying)
    if truth is None:
        return None
    wrong = {place for place, square in reading.kingdom.squares() if str(square) != truth[place]}
    beside = [pair for pair in _pairs(reading) if all(truth[place] == "." for place in pair)]
    asked = [pair for pair in loose_dominoes(reading.kingdom) if reading.doubtful.issuperset(pair)]
    return Judged(
        len(wrong),
        len(wrong & reading.doubtful),
        len(reading.doubtful - wrong),
        bool(beside),
        any(pair in beside for pair in asked),
        sum(pair not in beside for pair in asked),
    )


def _pairs(reading: Reading) -> Iterator[Pair]:
    """All neighbouring squares that were read as tiles."""
    land = {place for place, square in reading.kingdom.squares() if not square.is_empty}
    for row, column in land:
        yield from (((row, column), other) for other in ((row, column + 1), (row + 1, column)) if other in land)


def _truth(reading: Reading, lying: Lying) -> dict[Position, str] | None:
    """What lies on each square that was read; None where its grid lies elsewhere."""
    read, there = reading.kingdom, lying.kingdom
    if lying.corners is None:
        return None
    to_photo = cv2.getPerspectiveTransform(_frame(read.height, read.width), np.array(reading.corners, np.float32))
    to_board = cv2.getPerspectiveTransform(np.float32(lying.corners), _frame(there.height, there.width))
    places = [place for place, _ in read.squares()]
    middles = np.array([[[column + 0.5, row + 0.5] for row, column in places]], np.float64)
    spots = cv2.perspectiveTransform(middles, to_board @ to_photo)[0]
    if np.abs(spots % 1 - 0.5).max() > OFF_GRID:
        return None
    inside = ((spots > 0) & (spots < [there.width, there.height])).all(1)
    return {
        place: str(there[int(y), int(x)]) if lies else "."
        for place, (x, y), lies in zip(places, spots.tolist(), inside.tolist(), strict=True)
    }


def _frame(rows: int, columns: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)


def rows(cases: Sequence[tuple[Case, Iterable[Evening]]]) -> Iterator[Row]:
    """A row for each case, and one of all."""
    every: list[Judged] = []
    off = 0
    for case, composed in cases:
        found = [judged(evening) for evening in composed]
        kingdoms, elsewhere = [each for those, _ in found for each in those], sum(number for _, number in found)
        every, off = every + kingdoms, off + elsewhere
        yield Row(case.name, tuple(kingdoms), elsewhere)
    yield Row("all", tuple(every), off)
