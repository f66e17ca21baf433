"""Photos of boards: cached in memory, shared by the workers of a server, and stored where the table asks for it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from scoring import Kingdom, Square
from scoring.castle import Castle
from scoring.message import Message
from ui.store.board_cache import BoardCache
from ui.table.orientation import Orientation
from ui.table.source import BoardReading, Corners, KingdomsPhoto, KingdomsSource, Picture, ReadSquare, Source

Photographed = Source | KingdomsSource
"""What a board was read from, at a table of Kingdomino or of Kingdoms."""
MOST_BYTES = 100_000_000  # in memory: about 100 boards
STRAIGHT = 80_000  # bytes of the view from straight above, which is remembered as long as the photo is
LOOKED_AT = 500_000  # bytes of what is seen on a photo of Kingdoms, which is remembered as long as the photo is


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


class SharedPhotos(Protocol):
    """What all workers of a server hold in common: photos with their readings, as ``packed`` makes them."""

    def keep(self, table: int, board: int, photo: bytes) -> None:
        """Hold the photo of a board."""

    def find(self, table: int, board: int) -> bytes | None:
        """The photo of a board; None if there is none."""

    def forget(self, table: int) -> None:
        """Drop every photo of a table."""


class PhotoCache:
    """What boards were read from, by table and board number, as this process and the workers beside it know it."""

    shared: ClassVar[SharedPhotos | None] = None  # set by a worker before it serves

    def __init__(self) -> None:
        self._own = BoardCache[Photographed](MOST_BYTES, _size)

    def keep(self, table: int, board: int, source: Photographed) -> None:
        """Keep here what a board was read from."""
        self._own.keep(table, board, source)

    def share(self, table: int, board: int, source: Photographed) -> None:
        """Keep what a board was read from for all workers, unless it is known here."""
        if self._own.find(table, board) is None:
            self._own.keep(table, board, source)
            if self.shared:
                self.shared.keep(table, board, packed(source))

    def find(self, table: int, board: int) -> Photographed | None:
        """What a board was read from; None if it is not in memory any more."""
        own = self._own.find(table, board)
        if own is None and self.shared and (there := self.shared.find(table, board)):
            own = unpacked(there)
            self._own.keep(table, board, own)
        return own

    def forget(self, table: int) -> None:
        """Drop every photo of a table."""
        self._own.forget(table)
        if self.shared:
            self.shared.forget(table)


def _size(source: Photographed) -> int:
    return len(source.picture.jpeg) + (LOOKED_AT if isinstance(source, KingdomsSource) else STRAIGHT)


def packed(source: Photographed) -> bytes:
    """A photo and what was read in it: a line of JSON, then the JPEG."""
    picture = source.picture
    head = {"size": [picture.width, picture.height], "scale": picture.scale, "reading": _reading_text(source)}
    return json.dumps(head).encode() + b"\n" + picture.jpeg


def unpacked(photo: bytes) -> Photographed:
    """What ``packed`` made, as it was."""
    head, _, jpeg = photo.partition(b"\n")
    fields = json.loads(head)
    width, height = fields["size"]
    return _photographed(fields["reading"], Picture(jpeg, width, height, fields["scale"]))


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


def photographed_in(row: PhotoRow) -> Photographed:
    """A photo and what was read in it, as the database kept them."""
    return _photographed(row.reading, Picture(row.jpeg, row.width, row.height, row.scale))


def _photographed(reading: str, picture: Picture) -> Photographed:
    fields: dict[str, Any] = json.loads(reading)
    corners = tuple((float(x), float(y)) for x, y in fields["corners"])
    if "squares" in fields:
        return _source_in(fields, picture, corners)
    return KingdomsSource(KingdomsPhoto(picture, corners), bool(fields.get("upside_down")))


def _reading_text(source: Photographed) -> str:
    if isinstance(source, KingdomsSource):
        return json.dumps({"corners": source.photo.corners, "upside_down": source.upside_down})
    reading = source.reading
    return json.dumps(
        {
            "code": str(reading.kingdom),
            "squares": [
                [[str(one.square), round(float(one.confidence), 4), _code(one.alternative)] for one in row]
                for row in reading.squares
            ],
            "corners": reading.corners,
            "doubtful": sorted(reading.doubtful),
            "legal": reading.legal,
            "sure": reading.sure,
            "warnings": [_message_json(warning) for warning in reading.warnings],
            "castle": reading.castle,
            "castle_confidence": round(reading.castle_confidence, 4),
            "hidden": [[row, column, round(share, 4)] for (row, column), share in sorted(reading.hidden.items())],
            "unknown": sorted(reading.unknown),
            "board": {
                "rows": source.rows,
                "columns": source.columns,
                "quarter_turns": source.orientation.quarter_turns,
                "shift": source.orientation.shift,
            },
        }
    )


def _source_in(fields: dict[str, Any], picture: Picture, corners: Corners) -> Source:
    """A row from before boards had an orientation holds its reading as the board lay then; no castle was told."""
    squares = tuple(
        tuple(ReadSquare(_square(code), confidence, _square(other)) for code, confidence, other in row)
        for row in fields["squares"]
    )
    reading = BoardReading(
        Kingdom.parse(fields["code"]),
        squares,
        corners,
        doubtful=frozenset((row, column) for row, column in fields.get("doubtful", ())),
        legal=fields["legal"],
        sure=fields["sure"],
        warnings=tuple(_message_in(warning) for warning in fields["warnings"]),
        castle=None if fields.get("castle") is None else Castle(fields["castle"]),
        castle_confidence=fields.get("castle_confidence", 0.0),
        hidden={(row, column): share for row, column, share in fields.get("hidden", ())},
        unknown=frozenset((row, column) for row, column in fields.get("unknown", ())),
    )
    board = fields.get("board")
    if board is None:
        return Source.of(reading, picture)
    down, right = board["shift"]
    return Source(picture, reading, board["rows"], board["columns"], Orientation(board["quarter_turns"], (down, right)))


def _message_json(part: Message | str | int) -> Any:
    """A message, or a part of one, as a JSON value; ``_message_in`` reads it back."""
    if not isinstance(part, Message):
        return part
    return [part.pattern, part.several, part.number, {name: _message_json(inner) for name, inner in part.parts}]


def _message_in(value: Any) -> Message:
    """A row from before messages were kept whole holds their English text."""
    if isinstance(value, str):
        return Message(value)
    pattern, several, number, parts = value
    inner = {name: _message_in(part) if isinstance(part, list) else part for name, part in parts.items()}
    return Message(pattern, several, number, tuple(inner.items()))


def _code(square: Square | None) -> str | None:
    return None if square is None else str(square)


def _square(code: Any) -> Any:
    return None if code is None else Kingdom.parse(code)[0, 0]
