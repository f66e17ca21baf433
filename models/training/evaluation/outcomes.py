"""Compare readings of composed photos with the truth: matching, orientation, outcomes, tables of figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.bounds import format_share
from models.training.evaluation.evenings import Case, Evening, Lying
from scoring.kingdom import Kingdom
from scoring.rules import Rules
from scoring.scoresheet import score
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Bgr, Photo, Points
from vision.pipeline.read import read
from vision.pipeline.reading import Reading
from vision.squares.taught_tiles import TaughtTiles
from vision.warning import WarningCode

RIGHT = 0.25  # squares, largest error of a corner
SAME = 0.3  # least overlap of a reading and its kingdom, as a share of the smaller grid

Pair = tuple[Reading | None, Lying]

EACH = 6  # evenings of each case
HEADER = (
    f"{'case':<36}{'kingdoms':>9}{'exact':>17}{'answered':>10}{'grid':>6}{'wrong':>7}{'marked':>8}{'also':>6}"
    f"{'sure':>6}{'right':>7}{'silent':>8}{'made up':>9}{'points':>8}{'cut':>6}"
)
TABLES_HEADER = f"{'photos of whole tables':<36}{'kingdoms':>9}{'exact':>17}{'answered':>10}{'tables':>8}{'exact':>17}"


def match_readings(readings: Sequence[Reading], kingdoms: Sequence[Lying]) -> tuple[list[Pair], list[Reading]]:
    """Match each kingdom with its reading (None if it was not read), and list the readings that match none."""
    left = list(readings)
    pairs: list[Pair] = []
    for lying in kingdoms:
        same = max(left, key=lambda reading: _overlap(reading, lying), default=None)
        if same is None or _overlap(same, lying) < SAME:
            pairs.append((None, lying))
        else:
            left = [reading for reading in left if reading is not same]
            pairs.append((same, lying))
    return pairs, left


def _overlap(reading: Reading, lying: Lying) -> float:
    """Return the shared area as a share of the smaller grid; for real photos, the share that was read."""
    if lying.corners is None:
        return 1.0 + reading.kingdom.height * reading.kingdom.width
    found = np.array(reading.corners, np.float32)
    smaller = min(cv2.contourArea(found), cv2.contourArea(lying.corners))
    return float(cv2.intersectConvexConvex(found, lying.corners)[0]) / max(smaller, 1.0)


def turn_between(reading: Reading, lying: Lying) -> int | None:
    """By how many quarters the reading's grid is turned against the kingdom's; None for another grid."""
    size = reading.kingdom.height, reading.kingdom.width
    if lying.corners is None:
        return min(_turns(size, lying), key=lambda turn: int(wrong_squares(reading, lying, turn).sum()), default=None)
    return turn_of(np.array(reading.corners, np.float32), size, lying)


def turn_of(corners: Points, size: tuple[int, int], lying: Lying) -> int | None:
    """Return the quarter turn between a grid given by its corners (4, 2) and a kingdom, or None."""
    assert lying.corners is not None, "it was composed"
    near = RIGHT * (cv2.contourArea(lying.corners) / (lying.size[0] * lying.size[1])) ** 0.5
    off = {turn: np.hypot(*(np.roll(corners, turn, 0) - lying.corners).T).max() for turn in _turns(size, lying)}
    return next((turn for turn, farthest in off.items() if farthest < near), None)


def _turns(size: tuple[int, int], lying: Lying) -> list[int]:
    return [turn for turn in range(4) if (size if turn % 2 == 0 else size[::-1]) == lying.size]


def wrong_squares(reading: Reading, lying: Lying, turn: int) -> NDArray[np.bool_]:
    """Return where a reading, turned back by ``turn`` quarters, differs from the kingdom: (rows, columns)."""
    return np.asarray(np.rot90(squares_of(reading.kingdom), -turn) != squares_of(lying.kingdom))


def is_same(kingdom: Kingdom, other: Kingdom) -> bool:
    """Return whether two kingdoms are equal in any orientation."""
    return any(np.array_equal(np.rot90(squares_of(kingdom), turns), squares_of(other)) for turns in range(4))


def squares_of(kingdom: Kingdom) -> NDArray[np.object_]:
    """Return the label of each square: (rows, columns)."""
    return np.array([[str(square) for square in row] for row in kingdom.rows], object)


def points_of(kingdom: Kingdom) -> int:
    """Score a kingdom by the basic game, on the grid it needs."""
    return score(kingdom, Rules(grid=7 if max(kingdom.height, kingdom.width) > 5 else 5)).total


@dataclass(frozen=True)
class Outcome:
    """The result for one kingdom; one that was not found has no wrong squares and is not silent.

    Attributes:
        exact: It was read without an error.
        grid: Its grid was found.
        wrong: The number of wrong squares.
        marked: The number of wrong squares that were marked as doubtful.
        also: The number of right squares that were marked.
        sure: It was called sure.
        silent: It is wrong, without a marked square and without a warning.
        points: The error of its score.
    """

    exact: bool
    grid: bool
    wrong: int
    marked: int
    also: int
    sure: bool
    silent: bool
    points: int  # error of the score

    @property
    def answered(self) -> bool:
        """Whether it is exact once people have put right what is marked."""
        return self.grid and self.wrong == self.marked


@dataclass(frozen=True)
class Photographed:
    """The results for one evening.

    Attributes:
        case: The case of the evening.
        kingdoms: Its kingdoms.
        made_up: The number of readings where no kingdom is.
        cut: A kingdom is cut by the edge.
        told: The reader warned of that.
    """

    case: str
    kingdoms: tuple[Outcome, ...]
    made_up: int
    cut: bool
    told: bool

    @property
    def exact(self) -> bool:
        """Whether every kingdom was read exactly and nothing else for one."""
        return all(each.exact for each in self.kingdoms) and not self.made_up


LOST = Outcome(exact=False, grid=False, wrong=0, marked=0, also=0, sure=False, silent=False, points=0)


def readings_of(image: Bgr, edition: TaughtTiles | None = None) -> list[Reading]:
    """Read a picture, with the tiles of an edition where it was taught; an empty list if no kingdom is found."""
    try:
        return read(Photo(image, 1.0), tiles=edition)
    except (NoKingdomFound, PhotoError):
        return []


def read_evening(evening: Evening, edition: TaughtTiles | None = None) -> Photographed:
    """Read an evening and pair its readings with the truth; with an edition where its tiles were taught."""
    readings = readings_of(evening.image, edition)
    pairs, made_up = match_readings(readings, evening.lying)
    outcomes = [LOST if reading is None else outcome(reading, lying) for reading, lying in pairs]
    return Photographed(evening.case, tuple(outcomes), len(made_up), evening.cut, reports_cut_off(readings))


def reports_cut_off(readings: Sequence[Reading]) -> bool:
    """Return whether a kingdom is reported as cut off, or none is read."""
    return not readings or any(
        warning.code in {WarningCode.CUT_OFF, WarningCode.OTHERS_CUT_OFF}
        for reading in readings
        for warning in reading.warnings
    )


def outcome(reading: Reading, lying: Lying) -> Outcome:
    """Classify how a kingdom was read."""
    turn = turn_between(reading, lying)
    off = abs(points_of(reading.kingdom) - points_of(lying.kingdom))
    if turn is None:
        said = bool(reading.doubtful or reading.warnings)
        return Outcome(False, False, 0, 0, 0, reading.sure, not said, off)
    wrong = wrong_squares(reading, lying, turn)
    doubted = np.zeros((reading.kingdom.height, reading.kingdom.width), bool)
    doubted[tuple(np.array(sorted(reading.doubtful), int).reshape(-1, 2).T)] = True
    doubted = np.rot90(doubted, -turn)
    silent = bool(wrong.any()) and not (doubted.any() or reading.warnings)
    return Outcome(
        not wrong.any(),
        True,
        int(wrong.sum()),
        int((wrong & doubted).sum()),
        int((~wrong & doubted).sum()),
        reading.sure,
        silent,
        off,
    )


@dataclass(frozen=True)
class Row:
    """The figures of one case: counts of kingdoms and squares, and errors of scores."""

    case: str
    outcomes: tuple[Outcome, ...]
    made_up: int
    cut: int
    told: int

    @staticmethod
    def of(case: str, photos: Sequence[Photographed]) -> Row:
        outcomes = tuple(outcome for photo in photos for outcome in photo.kingdoms)
        cut = [photo for photo in photos if photo.cut]
        return Row(case, outcomes, sum(p.made_up for p in photos), len(cut), sum(photo.told for photo in cut))

    def __str__(self) -> str:
        count, answered = len(self.outcomes), sum(each.answered for each in self.outcomes)
        exact = format_share(sum(each.exact for each in self.outcomes), count)
        wrong, marked = sum(each.wrong for each in self.outcomes), sum(each.marked for each in self.outcomes)
        sure = [each for each in self.outcomes if each.sure]
        right = f"{sum(each.exact for each in sure)}/{len(sure)}"
        also = sum(each.also for each in self.outcomes) / max(count, 1)
        points = float(np.mean([each.points for each in self.outcomes])) if count else 0.0
        grids = sum(each.grid for each in self.outcomes)
        silent = sum(each.silent for each in self.outcomes)
        cut = f"{self.told}/{self.cut}" if self.cut else ""
        return (
            f"{self.case:<36}{count:>9}{exact:>17}{answered:>10}{grids:>6}{wrong:>7}{marked:>8}{also:>6.1f}"
            f"{len(sure):>6}{right:>7}{silent:>8}{self.made_up:>9}{points:>8.1f}{cut:>6}"
        )


def of_tables(name: str, photos: Sequence[Photographed]) -> str:
    """Format how kingdoms and whole tables are read, of photos of several kingdoms each."""
    outcomes = [outcome for photo in photos for outcome in photo.kingdoms]
    answered = sum(each.answered for each in outcomes)
    kingdoms = format_share(sum(each.exact for each in outcomes), len(outcomes))
    tables = format_share(sum(photo.exact for photo in photos), len(photos))
    return f"{name:<36}{len(outcomes):>9}{kingdoms:>17}{answered:>10}{len(photos):>8}{tables:>17}"


def rows(photos: Iterable[Photographed]) -> Iterator[Row]:
    """Yield a row for each run of equal cases, and one for all kingdoms that are whole in their photo."""
    everything: list[Photographed] = []
    for case, alike in groupby(photos, key=lambda photo: photo.case):
        of_case = list(alike)
        everything += of_case
        yield Row.of(case, of_case)
    yield Row.of("all that are not cut", [photo for photo in everything if not photo.cut])


def rows_of_tables(cases: Mapping[Case, Iterable[Evening]]) -> Iterator[str]:
    """Format how whole tables are read, by the number of kingdoms, and all of them."""
    yield TABLES_HEADER
    everything: list[Photographed] = []
    for number, alike in groupby(cases, key=lambda case: case.kingdoms):
        photos = [read_evening(evening) for case in alike for evening in cases[case]]
        yield of_tables(f"{number} kingdoms in a photo", photos)
        everything += photos
    yield of_tables("all tables", everything)
