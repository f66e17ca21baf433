"""Compare readings of composed and real photos with the truth: matching, orientation, outcomes, tables of figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.bounds import format_share
from models.training.evaluation.evenings import Evening, Lying
from scoring.kingdom import Kingdom
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
    f"{'sure':>6}{'right':>7}{'silent':>8}{'made up':>9}{'cut':>6}"
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
    """Return the shared area as a share of the smaller grid; without known corners, more for a larger reading."""
    if lying.corners is None:
        return 1.0 + reading.kingdom.height * reading.kingdom.width
    return overlap(np.array(reading.corners, np.float32), lying.corners)


def overlap(corners: Points, others: Points) -> float:
    """Return the shared area of two grids, given by their corners (4, 2), as a share of the smaller one."""
    smaller = min(cv2.contourArea(corners), cv2.contourArea(others))
    return float(cv2.intersectConvexConvex(corners, others)[0]) / max(smaller, 1.0)


def turn_between(reading: Reading, lying: Lying) -> int | None:
    """Return by how many quarters the reading's grid is turned against the kingdom's; None for another grid."""
    size = reading.kingdom.height, reading.kingdom.width
    if lying.corners is None:
        return min(_turns(size, lying), key=lambda turn: int(wrong_squares(reading, lying, turn).sum()), default=None)
    return turn_of(np.array(reading.corners, np.float32), size, lying)


def turn_of(corners: Points, size: tuple[int, int], lying: Lying) -> int | None:
    """Return the quarter turn between a grid given by its corners (4, 2) and a kingdom, or None."""
    assert lying.corners is not None, "it was composed"
    near = RIGHT * lying.step_px
    off = {turn: np.hypot(*(np.roll(corners, turn, 0) - lying.corners).T).max() for turn in _turns(size, lying)}
    return next((turn for turn, farthest in off.items() if farthest < near), None)


def _turns(size: tuple[int, int], lying: Lying) -> list[int]:
    return [turn for turn in range(4) if (size if turn % 2 == 0 else size[::-1]) == lying.size]


def wrong_squares(reading: Reading, lying: Lying, turn: int) -> NDArray[np.bool_]:
    """Return where a reading, turned back by ``turn`` quarters, differs from the kingdom: (rows, columns)."""
    return np.asarray(np.rot90(squares_of(reading.kingdom), -turn) != squares_of(lying.kingdom))


def doubtful_squares(reading: Reading, turn: int) -> NDArray[np.bool_]:
    """Return where a reading, turned back by ``turn`` quarters, has doubts: (rows, columns)."""
    doubted = np.zeros((reading.kingdom.height, reading.kingdom.width), bool)
    doubted[tuple(np.array(sorted(reading.doubtful), int).reshape(-1, 2).T)] = True
    return np.rot90(doubted, -turn)


def is_same(kingdom: Kingdom, other: Kingdom) -> bool:
    """Return whether two kingdoms are equal in any orientation."""
    return any(np.array_equal(np.rot90(squares_of(kingdom), turns), squares_of(other)) for turns in range(4))


def squares_of(kingdom: Kingdom) -> NDArray[np.object_]:
    """Return the label of each square: (rows, columns)."""
    return np.array([[str(square) for square in row] for row in kingdom.rows], object)


@dataclass(frozen=True)
class Outcome:
    """The result for one kingdom.

    Without its grid no squares are counted; one that was not read at all is not silent.
    """

    exact: bool = False
    grid: bool = False  # its grid was found
    squares: int = 0  # of a grid that was found
    wrong: int = 0  # squares
    marked: int = 0  # wrong squares that are marked as doubtful
    also: int = 0  # right squares that are marked
    sure: bool = False
    silent: bool = False  # it is wrong, without a marked square and without a warning

    @property
    def answered(self) -> bool:
        """Whether it is exact once people have corrected what is marked."""
        return self.grid and self.wrong == self.marked


@dataclass(frozen=True)
class Photographed:
    """The results for one evening."""

    case: str
    kingdoms: tuple[Outcome, ...]
    made_up: int  # readings where no kingdom is
    cut: bool  # a kingdom is cut by the edge
    told: bool  # the reader warned of that, or read nothing

    @property
    def exact(self) -> bool:
        """Whether every kingdom was read exactly and nothing else for one."""
        return all(each.exact for each in self.kingdoms) and not self.made_up


@dataclass(frozen=True)
class Verdict:
    """How a photo was read as a whole."""

    exact: bool  # every kingdom, and nothing else was read for one
    silent: bool  # something was read wrong, without a doubt or a warning
    lies: bool  # something wrong is called sure


VERDICTS_HEADER = f"{'photos':>7}{'exact':>17}{'wrong':>7}{'no word':>9}{'sure and wrong':>16}"


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
    outcomes = [Outcome() if reading is None else outcome(reading, lying) for reading, lying in pairs]
    return Photographed(evening.case, tuple(outcomes), len(made_up), evening.cut, reports_cut_off(readings))


def judge(evening: Evening) -> Verdict:
    """Read a photo and judge it as a whole."""
    pairs, made_up = match_readings(readings_of(evening.image), evening.lying)
    found = [(reading, lying.kingdom) for reading, lying in pairs if reading is not None]
    wrong = [*(reading for reading, kingdom in found if not is_same(reading.kingdom, kingdom)), *made_up]
    return Verdict(
        exact=len(found) == len(pairs) and not wrong,
        silent=any(not (each.warnings or each.doubtful) for each in wrong),
        lies=any(each.sure for each in wrong),
    )


def format_verdicts(verdicts: Sequence[Verdict]) -> str:
    """Format the counts of VERDICTS_HEADER."""
    count, exact = len(verdicts), sum(each.exact for each in verdicts)
    silent, lies = sum(each.silent for each in verdicts), sum(each.lies for each in verdicts)
    return f"{count:>7}{format_share(exact, count):>17}{count - exact:>7}{silent:>9}{lies:>16}"


def reports_cut_off(readings: Sequence[Reading]) -> bool:
    """Return whether a kingdom is reported as cut off, or none is read."""
    codes = {warning.code for reading in readings for warning in reading.warnings}
    return not readings or not codes.isdisjoint({WarningCode.CUT_OFF, WarningCode.OTHERS_CUT_OFF})


def outcome(reading: Reading, lying: Lying) -> Outcome:
    """Classify how a kingdom was read."""
    turn = turn_between(reading, lying)
    if turn is None:
        return Outcome(sure=reading.sure, silent=not (reading.doubtful or reading.warnings))
    wrong, doubted = wrong_squares(reading, lying, turn), doubtful_squares(reading, turn)
    return Outcome(
        exact=not wrong.any(),
        grid=True,
        squares=wrong.size,
        wrong=int(wrong.sum()),
        marked=int((wrong & doubted).sum()),
        also=int((~wrong & doubted).sum()),
        sure=reading.sure,
        silent=bool(wrong.any()) and not (doubted.any() or reading.warnings),
    )


def format_row(case: str, photos: Sequence[Photographed]) -> str:
    """Format the figures of HEADER for the photos of one case."""
    outcomes = [outcome for photo in photos for outcome in photo.kingdoms]
    sure, cut = [each.exact for each in outcomes if each.sure], [photo.told for photo in photos if photo.cut]
    exact, count = sum(each.exact for each in outcomes), len(outcomes)
    wrong, marked = sum(each.wrong for each in outcomes), sum(each.marked for each in outcomes)
    answered, grids = sum(each.answered for each in outcomes), sum(each.grid for each in outcomes)
    also, silent = sum(each.also for each in outcomes) / max(count, 1), sum(each.silent for each in outcomes)
    return (
        f"{case:<36}{count:>9}{format_share(exact, count):>17}{answered:>10}{grids:>6}{wrong:>7}{marked:>8}{also:>6.1f}"
        f"{len(sure):>6}{f'{sum(sure)}/{len(sure)}':>7}{silent:>8}{sum(photo.made_up for photo in photos):>9}"
        f"{f'{sum(cut)}/{len(cut)}' if cut else '':>6}"
    )


def figures(photos: Iterable[Photographed]) -> Iterator[str]:
    """Format a row for each run of equal cases, and one for all photos in which no kingdom is cut."""
    yield HEADER
    everything: list[Photographed] = []
    for case, alike in groupby(photos, key=lambda photo: photo.case):
        of_case = list(alike)
        everything += of_case
        yield format_row(case, of_case)
    yield format_row("all that are not cut", [photo for photo in everything if not photo.cut])


def figures_of_tables(photos: Iterable[Photographed]) -> Iterator[str]:
    """Format how whole tables are read, by the number of kingdoms, and all of them."""
    yield TABLES_HEADER
    everything: list[Photographed] = []
    for number, alike in groupby(photos, key=lambda photo: len(photo.kingdoms)):
        of_number = list(alike)
        everything += of_number
        yield _format_tables(f"{number} kingdoms in a photo", of_number)
    yield _format_tables("all tables", everything)


def _format_tables(name: str, photos: Sequence[Photographed]) -> str:
    outcomes = [outcome for photo in photos for outcome in photo.kingdoms]
    kingdoms = format_share(sum(each.exact for each in outcomes), len(outcomes))
    answered, tables = sum(each.answered for each in outcomes), sum(photo.exact for photo in photos)
    exact = format_share(tables, len(photos))
    return f"{name:<36}{len(outcomes):>9}{kingdoms:>17}{answered:>10}{len(photos):>8}{exact:>17}"
