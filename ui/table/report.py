"""A report on a reading: what was read in a photo and what players made of it, as a file that anybody may send us.

Reading such a file is strict, since it may come from anywhere. Corners are in pixels of the photo in the report, and
squares those of the kingdom as it lay in the photo, however the board was turned since.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring import CodeError, Kingdom, Position, Square
from scoring.kingdom import MAX_SIDE
from scoring.message import message
from ui.table.board import Board
from ui.table.json_fields import Json, RecordError, each, parsed, take
from ui.table.source import Corners, ReadSquare, Rows, Source, turned_rows

KIND, FORM = "crownsight_report", 1
MOST_BYTES = 16_000_000  # of a report; a kept photo has 1 or 2 million, and a third more as text
MOST_SET = 1_000  # squares that players set one after the other
MOST_NETWORKS = 8
LONGEST_CODE = 400  # characters: 13 x 13 squares with crowns
FARTHEST = 100_000.0  # pixels of a corner from the photo's own
LEAST_TURN = 100.0  # square pixels between two sides of a grid

_WORD = re.compile(r"[\w.+-]{0,64}", re.ASCII)  # a version, a network's name or its checksum


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


def report_text(report: Report) -> str:
    """A report as JSON text for a file."""
    return json.dumps(
        {
            KIND: FORM,
            "version": report.version,
            "networks": dict(report.networks),
            "read": [
                [[str(one.square), round(one.confidence, 4), _code(one.alternative)] for one in row]
                for row in report.read
            ],
            "corners": [[round(x, 1), round(y, 1)] for x, y in report.corners],
            "corrected": str(report.corrected),
            "place": report.place,
            "set": [[step.square, str(step.was), str(step.now)] for step in report.steps],
            "photo": None if report.photo is None else base64.b64encode(report.photo).decode(),
        },
        indent=1,
    )


def report_in(text: str | bytes) -> Report:
    """The report in a file's text. Raises RecordError."""
    fields = parsed(text, kind=KIND, form=FORM, most_bytes=MOST_BYTES)
    networks = take(fields, "networks", dict)
    if len(networks) > MOST_NETWORKS:
        raise _strange("networks")
    return Report(
        version=_word(take(fields, "version", str), "version"),
        networks={_word(name, "networks"): _word(checksum, "networks") for name, checksum in networks.items()},
        read=_squares_read(fields),
        corners=_corners(fields),
        corrected=_kingdom(take(fields, "corrected", str), "corrected"),
        place=_position(fields.get("place"), "place"),
        steps=each(fields, "set", _step, MOST_SET),
        photo=None if fields.get("photo") is None else _photo(take(fields, "photo", str)),
    )


def _squares_read(fields: Json) -> Rows[ReadSquare]:
    rows = each(fields, "read", lambda row: each({"read": row}, "read", _read_square, MAX_SIDE), MAX_SIDE)
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise _strange("read")
    return rows


def _read_square(value: Any) -> ReadSquare:
    match value:
        case [str(code), confidence, None | str() as other]:
            alternative = None if other is None else _square(other, "read")
            return ReadSquare(_square(code, "read"), _number(confidence, "read", 1.0), alternative)
    raise _strange("read")


def _corners(fields: Json) -> Corners:
    corners: Corners = each(fields, "corners", _corner, 4)
    if len(corners) < 4 or not _is_grid(corners):
        raise _strange("corners")
    return corners


def _is_grid(corners: Corners) -> bool:
    """Whether corners run clockwise around a shape without a dent, in which squares have a size."""
    sides = [(x - left, y - top) for (left, top), (x, y) in zip(corners, (*corners[1:], corners[0]), strict=True)]
    turns = [x * down - y * right for (x, y), (right, down) in zip(sides, (*sides[1:], sides[0]), strict=True)]
    return min(turns) >= LEAST_TURN


def _corner(value: Any) -> tuple[float, float]:
    match value:
        case [x, y]:
            return _number(x, "corners", FARTHEST), _number(y, "corners", FARTHEST)
    raise _strange("corners")


def _step(value: Any) -> Set:
    match value:
        case [square, str(was), str(now)]:
            return Set(_position(square, "set"), _square(was, "set"), _square(now, "set"))
    raise _strange("set")


def _position(value: Any, field: str) -> Position:
    match value:
        case [int(row), int(column)] if abs(row) <= MAX_SIDE and abs(column) <= MAX_SIDE:
            return int(row), int(column)
    raise _strange(field)


def _number(value: Any, field: str, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > most:
        raise _strange(field)
    return float(value)


def _word(value: Any, field: str) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise _strange(field)
    return value


def _square(code: str, field: str) -> Square:
    kingdom = _kingdom(code, field)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise _strange(field)
    return kingdom[0, 0]


def _kingdom(code: str, field: str) -> Kingdom:
    if len(code) > LONGEST_CODE:
        raise _strange(field)
    try:
        return Kingdom.parse(code)
    except CodeError as unreadable:
        raise RecordError(unreadable.message) from unreadable


def _photo(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise _strange("photo") from None


def _strange(field: str) -> RecordError:
    return RecordError(message("{field} holds something unexpected", field=field))


def _code(square: Square | None) -> str | None:
    return None if square is None else str(square)
