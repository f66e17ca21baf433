"""Photos of boards and what was read in them, as rows of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Self

from msgspec import Meta, field

from scoring.boxes import Printing
from scoring.castle import Castle
from scoring.kingdom import MAX_SIDE
from scoring.message import Message
from ui.table.codec import Form, FormatError, decoded, encoded, form_of, value_of
from ui.table.json_fields import At, KingdomCode, Offset, ReadSquaresJson, Side
from ui.table.orientation import Orientation
from ui.table.source import BoardReading, Picture, Seen, Source

MOST_BYTES = 200_000  # of a reading: 13 x 13 squares and many warnings are 10 000
MOST_NUMBERS = 40_000  # bytes of what was seen: 13 x 13 squares of the base game are 6 760

Corners = Annotated[tuple[tuple[float, float], ...], Meta(min_length=4, max_length=4)]
Extent = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
Share = Annotated[float, Meta(ge=0, le=1)]


class MessageJson(Form[Message], array_like=True, frozen=True):
    """A message with its parts, so that it can be said in any language."""

    pattern: str
    several: str | None
    number: int
    parts: dict[str, MessageJson | str | int]

    @classmethod
    def of(cls, message: Message, /, **beside: Any) -> Self:
        """What is written of a message, and of those in it."""
        return super().of(message, parts={name: form_of(part) for name, part in message.parts}, **beside)

    @property
    def value(self) -> Message:
        """The message itself."""
        parts = tuple((name, value_of(part)) for name, part in self.parts.items())
        return Message(self.pattern, self.several, self.number, parts)


class OrientationJson(Form[Orientation], frozen=True, kw_only=True):
    """How a board lies now that was read so, and its size."""

    rows: Extent
    columns: Extent
    quarter_turns: Annotated[int, Meta(ge=0, le=3)]
    shift: tuple[Offset, Offset]


class SeenJson(Form[Seen], frozen=True, kw_only=True):
    """What a photo shows of a kingdom, from which its dominoes are laid anew beside those of others."""

    numbers: Annotated[bytes, Meta(max_length=MOST_NUMBERS)]
    against: tuple[MessageJson, ...] = ()
    light: tuple[MessageJson, ...] = ()
    advice: tuple[MessageJson, ...] = ()
    pale: bool = False
    taught: bool = False


class ReadingJson(Form[BoardReading], frozen=True, kw_only=True):
    """The reading of a kingdom, and how its ``board`` lies."""

    kingdom: KingdomCode = field(name="code")
    squares: ReadSquaresJson
    corners: Corners
    legal: bool
    sure: bool
    warnings: tuple[MessageJson, ...]
    doubtful: frozenset[At] = frozenset()
    castle: Castle | None = None
    castle_confidence: Share = 0.0
    hidden: tuple[tuple[Side, Side, Share], ...] = ()
    unknown: frozenset[At] = frozenset()
    printing: Printing | None = None
    board: OrientationJson
    seen: SeenJson | None = None

    @classmethod
    def of_source(cls, source: Source) -> ReadingJson:
        """What is written of a reading and of how its board lies."""
        reading = source.reading
        return cls.of(
            reading,
            legal=bool(reading.legal),
            sure=bool(reading.sure),
            castle_confidence=round(float(reading.castle_confidence), 4),
            hidden=tuple((*at, round(float(share), 4)) for at, share in sorted(reading.hidden.items())),
            board=OrientationJson.of(source.orientation, rows=source.rows, columns=source.columns),
        )

    def source(self, picture: Picture) -> Source:
        """What was read in a picture."""
        hidden = {(row, column): share for row, column, share in self.hidden}
        reading = replace(self.value, hidden=hidden)
        return Source(picture, reading, self.board.rows, self.board.columns, self.board.value)


def photo_values(source: Source) -> dict[str, Any]:
    """A photo and what was read in it as the database keeps them."""
    picture = source.picture
    return {
        "jpeg": picture.jpeg,
        "width": picture.width,
        "height": picture.height,
        "scale": picture.scale,
        "reading": encoded(ReadingJson.of_source(source)),
    }


def photographed_in(values: Mapping[str, Any]) -> Source | None:
    """A photo and what was read in it, as the database kept them; None where the reading is damaged."""
    picture = Picture(values["jpeg"], values["width"], values["height"], values["scale"])
    try:
        return decoded(values["reading"], ReadingJson, most_bytes=MOST_BYTES).source(picture)
    except FormatError:
        return None
