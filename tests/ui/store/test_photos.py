"""What the database keeps of a photo: the reading with its warnings, in any language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scoring import EMPTY, Castle, Kingdom
from scoring.message import Message, message, plural
from ui.store.photo_cache import PhotoRow, photo_row, photographed_in
from ui.table.source import BoardReading, Picture, ReadSquare, Source

GLARE = message("Light glares on {places}.", places=message("{first}; {rest}", first="a", rest="b"))
COUNTED = plural(2, "{number} square is hidden", "{number} squares are hidden")


PICTURE = Picture(b"", 1, 1, 1.0)


def stored_reading(*warnings: Message) -> BoardReading:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return BoardReading(Kingdom.empty(1, 1), ((ReadSquare(EMPTY, 1.0),),), corners, warnings=warnings)


def stored(*warnings: Message) -> PhotoRow:
    return photo_row(1, 1, Source.of(stored_reading(*warnings), PICTURE))


def reading_in(row: PhotoRow) -> BoardReading:
    source = photographed_in(row)
    assert isinstance(source, Source)
    return source.reading


def warnings_in(row: PhotoRow) -> tuple[Message, ...]:
    return reading_in(row).warnings


@pytest.mark.parametrize("warning", [message("The photo is blurred."), GLARE, COUNTED])
def test_a_warning_can_still_be_translated_when_it_comes_back(warning: Message) -> None:
    assert warnings_in(stored(warning)) == (warning,)


def test_the_castle_and_the_hidden_squares_come_back() -> None:
    reading = replace(stored_reading(), castle=Castle.PINK, castle_confidence=0.99, hidden={(0, 0): 0.8})

    assert reading_in(photo_row(1, 1, Source.of(reading, PICTURE))) == reading


def test_a_reading_kept_before_castles_were_read_tells_none() -> None:
    row = stored()
    fields, later = json.loads(row.reading), {"castle", "castle_confidence", "hidden"}
    earlier = replace(row, reading=json.dumps({key: fields[key] for key in fields if key not in later}))

    assert reading_in(earlier) == stored_reading()


def test_a_warning_kept_as_english_text_is_read_as_it_is() -> None:
    row = stored()
    fields = json.loads(row.reading) | {"warnings": ["Light glares on row 1, column 1."]}

    assert warnings_in(replace(row, reading=json.dumps(fields))) == (Message("Light glares on row 1, column 1."),)
