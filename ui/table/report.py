"""A report on a reading: what was read in a photo and what players made of it, as a file that anybody may send us.

Reading such a file is strict, since it may come from anywhere. Corners are in pixels of the photo in the report, and
squares those of the kingdom as it lay in the photo, however the board was turned since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, field

from scoring import Kingdom, Position, Square
from ui.table.board import Board
from ui.table.codec import UNEXPECTED, Form, FormatError, encoded_file, saved_by_us
from ui.table.json_fields import At, KingdomCode, Offset, ReadSquaresJson, SquareCode
from ui.table.source import Corners, ReadSquare, Rows, Source, turned_rows

MARK = "crownsight_report"
FORMAT: Literal[1] = 1
MOST_BYTES = 16_000_000  # of a report; a kept photo has 1 or 2 million, and a third more as text
MOST_SET = 1_000  # squares that players set one after the other
MOST_NETWORKS = 8
FARTHEST = 100_000.0  # pixels of a corner from the photo's own
LEAST_TURN = 100.0  # square pixels between two sides of a grid

Word = Annotated[str, Meta(pattern=r"(?a)\A[\w.+-]{0,64}\Z")]  # a version, a network's name or its checksum
Coordinate = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
FourCorners = Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(min_length=4, max_length=4)]


@dataclass(frozen=True)
class Set:
    """One square that somebody set on the board as it last lay, from what to what."""

    square: Position
    was: Square
    now: Square


@dataclass(frozen=True)
class Report:
    """What was read and what became of it.

    ``read`` are the squares of the reading, ``corners`` those of its grid in the photo. ``corrected`` is the kingdom as
    the players left it; the first square that was read lies at ``place`` in it, which may be outside. ``networks`` are
    checksums by name. ``photo`` is a JPEG, None where the player kept it.
    """

    version: str
    networks: Mapping[str, str]
    read: Rows[ReadSquare]
    corners: Corners
    corrected: Kingdom
    place: Position = (0, 0)
    steps: tuple[Set, ...] = ()
    photo: bytes | None = None

    def truth(self, read: Position) -> Square | None:
        """What really lay on a square that was read, as players say; None where their board does not reach."""
        row, column = self.place[0] + read[0], self.place[1] + read[1]
        if 0 <= row < self.corrected.height and 0 <= column < self.corrected.width:
            return self.corrected[row, column]
        return None

    @property
    def corrected_squares(self) -> tuple[tuple[Position, Square, Square], ...]:
        """The squares that were misread: where each is, what was read, and what it is."""
        read = (((row, column), one) for row, line in enumerate(self.read) for column, one in enumerate(line))
        known = ((at, one.square, truth) for at, one in read if (truth := self.truth(at)) is not None)
        return tuple((at, was, truth) for at, was, truth in known if was != truth)


def as_it_was_read(board: Board, source: Source) -> tuple[Kingdom, Position]:
    """The kingdom of a board turned back to how it was read, and where in it the first square of the reading lies."""
    rows = board.kingdom.rows
    while source.orientation.quarter_turns:
        source, rows = source.turned(), turned_rows(rows)
    return Kingdom(rows), source.orientation.shift


class SetJson(Form[Set], array_like=True, forbid_unknown_fields=True, frozen=True):
    """One square that somebody set."""

    square: At
    was: SquareCode
    now: SquareCode


class ReportJson(Form[Report], frozen=True, kw_only=True):
    """A file with a report."""

    crownsight_report: Literal[1]
    version: Word
    networks: Annotated[dict[Word, Word], Meta(max_length=MOST_NETWORKS)]
    read: ReadSquaresJson
    corners: FourCorners
    corrected: KingdomCode
    place: tuple[Offset, Offset]
    steps: Annotated[tuple[SetJson, ...], Meta(max_length=MOST_SET)] = field(name="set")
    photo: bytes | None = None

    def __post_init__(self) -> None:
        if not self.read[0] or len({len(row) for row in self.read}) > 1:
            raise FormatError(UNEXPECTED, "read")
        if not _is_grid(self.corners):
            raise FormatError(UNEXPECTED, "corners")


def report_text(report: Report) -> str:
    """A report as JSON text for a file."""
    corners = tuple((round(x, 1), round(y, 1)) for x, y in report.corners)
    return encoded_file(ReportJson.of(report, crownsight_report=FORMAT, corners=corners))


def report_in(text: str | bytes) -> Report:
    """The report in a file's text. Raises FormatError."""
    return saved_by_us(text, ReportJson, mark=MARK, form=FORMAT, most_bytes=MOST_BYTES).value


def _is_grid(corners: Corners) -> bool:
    """Whether corners run clockwise around a shape without a dent, in which squares have a size."""
    sides = [(x - left, y - top) for (left, top), (x, y) in zip(corners, (*corners[1:], corners[0]), strict=True)]
    turns = [x * down - y * right for (x, y), (right, down) in zip(sides, (*sides[1:], sides[0]), strict=True)]
    return min(turns) >= LEAST_TURN
