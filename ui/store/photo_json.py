"""Photos of boards and what was read in them: as rows of the database, and as bytes between the workers of a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from scoring.castle import Castle
from scoring.kingdom import MAX_SIDE
from scoring.message import Message
from ui.table.codec import FormatError, decoded, encoded
from ui.table.json_fields import (
    KingdomCode,
    Offset,
    ReadSquaresJson,
    Side,
    Squares,
    read_squares,
    read_squares_json,
)
from ui.table.orientation import Orientation
from ui.table.source import BoardReading, KingdomsPhoto, KingdomsSource, Picture, Source

Photographed = Source | KingdomsSource
"""What a board was read from, at a table of Kingdomino or of Kingdoms."""

MOST_BYTES = 200_000  # of a reading: 13 x 13 squares and many warnings are 10 000
SQUARES = '"squares"'  # in every reading of a kingdom, and in none of a board of Kingdoms

Corners = Annotated[tuple[tuple[float, float], ...], Meta(min_length=4, max_length=4)]
Extent = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
Share = Annotated[float, Meta(ge=0, le=1)]


@dataclass(frozen=True)
class PhotoRow:
    """A photo of a board and what was read in it, as the database keeps them."""

    table: int
    board: int
    jpeg: bytes
    width: int
    height: int
    scale: float
    reading: str


class MessageJson(Struct, array_like=True, frozen=True):
    """A message with its parts, so that it can be said in any language."""

    pattern: str
    several: str | None
    number: int
    parts: dict[str, MessageJson | str | int]

    @classmethod
    def of(cls, message: Message) -> MessageJson:
        """A message as it is written."""
        parts = {name: cls.of(part) if isinstance(part, Message) else part for name, part in message.parts}
        return cls(message.pattern, message.several, message.number, parts)

    @property
    def value(self) -> Message:
        """The message itself."""
        parts = ((name, part.value if isinstance(part, MessageJson) else part) for name, part in self.parts.items())
        return Message(self.pattern, self.several, self.number, tuple(parts))


class BoardJson(Struct, frozen=True):
    """How a board lies now that was read so."""

    rows: Extent
    columns: Extent
    quarter_turns: Annotated[int, Meta(ge=0, le=3)]
    shift: tuple[Offset, Offset]


class CornersJson(Struct, frozen=True, kw_only=True):
    """What is kept of a board of Kingdoms: its corners, from which all else is made again, and which way up it lies."""

    corners: Corners
    upside_down: bool = False


class ReadingJson(Struct, frozen=True, kw_only=True):
    """The reading of a kingdom.

    One from before boards had an orientation is as the ``board`` lay then; none of before tells of castles, or of what
    is hidden or unknown, and its warnings were English texts.
    """

    code: KingdomCode
    squares: ReadSquaresJson
    corners: Corners
    legal: bool
    sure: bool
    warnings: tuple[MessageJson | str, ...]
    doubtful: Squares = ()
    castle: Castle | None = None
    castle_confidence: Share = 0.0
    hidden: tuple[tuple[Side, Side, Share], ...] = ()
    unknown: Squares = ()
    board: BoardJson | None = None

    @classmethod
    def of(cls, source: Source) -> ReadingJson:
        """A reading as it is written."""
        reading, turned = source.reading, source.orientation
        return cls(
            code=KingdomCode(reading.kingdom),
            squares=read_squares_json(reading.squares),
            corners=reading.corners,
            legal=reading.legal,
            sure=reading.sure,
            warnings=tuple(MessageJson.of(warning) for warning in reading.warnings),
            doubtful=tuple(sorted(reading.doubtful)),
            castle=reading.castle,
            castle_confidence=round(float(reading.castle_confidence), 4),
            hidden=tuple((*at, round(float(share), 4)) for at, share in sorted(reading.hidden.items())),
            unknown=tuple(sorted(reading.unknown)),
            board=BoardJson(source.rows, source.columns, turned.quarter_turns, turned.shift),
        )

    def source(self, picture: Picture) -> Source:
        """What was read in a picture."""
        warnings = (Message(said) if isinstance(said, str) else said.value for said in self.warnings)
        reading = BoardReading(
            self.code.value,
            read_squares(self.squares),
            self.corners,
            doubtful=frozenset(self.doubtful),
            legal=self.legal,
            sure=self.sure,
            warnings=tuple(warnings),
            castle=self.castle,
            castle_confidence=self.castle_confidence,
            hidden={(row, column): share for row, column, share in self.hidden},
            unknown=frozenset(self.unknown),
        )
        if self.board is None:
            return Source.of(reading, picture)
        orientation = Orientation(self.board.quarter_turns, self.board.shift)
        return Source(picture, reading, self.board.rows, self.board.columns, orientation)


class HeadJson(Struct, frozen=True):
    """What stands before a photo between two workers."""

    size: tuple[int, int]
    scale: float
    reading: str


def packed(source: Photographed) -> bytes:
    """A photo and what was read in it: a line of JSON, then the JPEG."""
    picture = source.picture
    head = HeadJson((picture.width, picture.height), picture.scale, _reading_text(source))
    return encoded(head).encode() + b"\n" + picture.jpeg


def unpacked(photo: bytes) -> Photographed | None:
    """What ``packed`` made, as it was."""
    line, _, jpeg = photo.partition(b"\n")
    head = decoded(line, HeadJson, most_bytes=2 * MOST_BYTES)
    return _photographed(head.reading, Picture(jpeg, *head.size, head.scale))


def photo_row(table: int, board: int, source: Photographed) -> PhotoRow:
    """A photo and what was read in it as the database keeps them."""
    picture = source.picture
    return PhotoRow(
        table=table,
        board=board,
        jpeg=picture.jpeg,
        width=picture.width,
        height=picture.height,
        scale=picture.scale,
        reading=_reading_text(source),
    )


def photographed_in(row: PhotoRow) -> Photographed | None:
    """A photo and what was read in it, as the database kept them; None where the reading is damaged."""
    return _photographed(row.reading, Picture(row.jpeg, row.width, row.height, row.scale))


def _photographed(reading: str, picture: Picture) -> Photographed | None:
    try:
        if SQUARES in reading:
            return decoded(reading, ReadingJson, most_bytes=MOST_BYTES).source(picture)
        board = decoded(reading, CornersJson, most_bytes=MOST_BYTES)
    except FormatError:
        return None
    return KingdomsSource(KingdomsPhoto(picture, board.corners), board.upside_down)


def _reading_text(source: Photographed) -> str:
    if isinstance(source, Source):
        return encoded(ReadingJson.of(source))
    return encoded(CornersJson(corners=source.photo.corners, upside_down=source.upside_down))
