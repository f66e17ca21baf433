"""A report on a board that was read, and what comes of its photo when it is read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import cv2
import numpy as np

import vision
from scoring import BASE, Box, Position, Square
from ui.table.board import Board
from ui.table.report import Report, Set, as_it_was_read
from ui.table.source import Corners, ReadSquare, Rows, Source
from vision.errors import NoKingdomFound
from vision.networks import hashes
from vision.photo.photo import Photo, Points
from vision.rectify import homography_of


@dataclass(frozen=True)
class SquareAgain:
    """One square of a report: what was read then, what now (None where nothing was), and what players say it is."""

    square: Position
    then: ReadSquare
    now: vision.SquareReading | None
    truth: Square | None

    @property
    def differs(self) -> bool:
        """Whether the readings and the players do not all say the same."""
        now = None if self.now is None else self.now.square
        return len({self.then.square, now, self.truth or self.then.square}) > 1


@dataclass(frozen=True)
class ReadAgain:
    """A photo that was read again; ``found`` says that its grid was found where it was then."""

    found: bool
    squares: tuple[SquareAgain, ...]

    @property
    def known(self) -> int:
        """How many squares the players have said."""
        return sum(one.truth is not None for one in self.squares)

    @property
    def right_then(self) -> int:
        """How many of those were read right."""
        return sum(one.then.square == one.truth for one in self.squares)

    @property
    def right_now(self) -> int:
        """How many of those are read right here."""
        return sum(one.now is not None and one.now.square == one.truth for one in self.squares)


def report_on(board: Board, source: Source, steps: Sequence[Set], *, with_photo: bool) -> Report:
    """The report on a board and what it was read from."""
    corrected, place = as_it_was_read(board, source)
    reading, picture = source.reading, source.picture
    return Report(
        version=own_version(),
        networks=hashes(),
        read=reading.squares,
        corners=tuple((x / picture.scale, y / picture.scale) for x, y in reading.corners),
        corrected=corrected,
        place=place,
        steps=tuple(steps),
        photo=picture.jpeg if with_photo else None,
    )


def own_version() -> str:
    """The version of Crownsight that runs here; empty where it was not installed."""
    try:
        return version("crownsight")
    except PackageNotFoundError:
        return ""


def read_again(report: Report, box: Box = BASE) -> ReadAgain | None:
    """The photo of a report read again, with the dominoes of a box; None without a photo. Raises PhotoError.

    Where the grid is not found any more, its squares are read at the corners of the report.
    """
    if report.photo is None:
        return None
    photo = vision.load(report.photo)
    centres = _centres(report.corners, len(report.read), len(report.read[0]))
    found = _found_at(photo, centres, box)
    reading = found or _framed(photo, report, box)
    return ReadAgain(found is not None, tuple(_squares_again(report, reading, centres)))


def _found_at(photo: Photo, centres: Points, box: Box) -> vision.Reading | None:
    """The kingdom that covers most of these points, if that is half of them."""
    try:
        readings = vision.read(photo, box=box)
    except NoKingdomFound:
        return None
    covered = {number: len(_hit(one, centres)) for number, one in enumerate(readings)}
    best = max(covered, key=covered.__getitem__)
    return readings[best] if 2 * covered[best] >= len(centres) else None


def _framed(photo: Photo, report: Report, box: Box) -> vision.Reading:
    corners = np.array(report.corners, np.float32)
    [reading] = vision.read(photo, corners=corners, grid=(len(report.read), len(report.read[0])), box=box)
    return reading


def _squares_again(report: Report, reading: vision.Reading, centres: Points) -> list[SquareAgain]:
    hit = _hit(reading, centres)
    columns = len(report.read[0])
    return [
        SquareAgain(square, then, hit.get(square[0] * columns + square[1]), report.truth(square))
        for square, then in _numbered(report.read)
    ]


def _numbered(rows: Rows[ReadSquare]) -> list[tuple[Position, ReadSquare]]:
    return [((row, column), one) for row, line in enumerate(rows) for column, one in enumerate(line)]


def _centres(corners: Corners, rows: int, columns: int) -> Points:
    """The middles (rows * columns, 2) of the squares of a grid, row by row, in pixels of the photo."""
    board = [[column + 0.5, row + 0.5] for row in range(rows) for column in range(columns)]
    homography = homography_of(np.array(corners, np.float32), rows, columns)
    return cv2.perspectiveTransform(np.array([board]), homography)[0].astype(np.float32)


def _hit(reading: vision.Reading, points: Points) -> dict[int, vision.SquareReading]:
    """The square of a reading in which each point lies, by the point's number."""
    rows, columns = reading.kingdom.height, reading.kingdom.width
    to_board = np.linalg.inv(homography_of(np.array(reading.corners, np.float32), rows, columns))
    on_board = np.floor(cv2.perspectiveTransform(points[None].astype(np.float64), to_board)[0]).astype(int)
    return {
        number: reading.squares[row][column]
        for number, (column, row) in enumerate(on_board)
        if 0 <= row < rows and 0 <= column < columns
    }
