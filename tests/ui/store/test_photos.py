"""What the database keeps of a photo: the reading with its warnings, in any language."""

from __future__ import annotations

import json

import pytest

from scoring import EMPTY, Kingdom
from scoring.message import Message, message, plural
from ui.store.photo_cache import photo_row, photographed_in
from ui.store.rows import PhotoRow
from ui.table.source import BoardReading, Picture, ReadSquare, Source

GLARE = message("Light glares on {places}.", places=message("{first}; {rest}", first="a", rest="b"))
COUNTED = plural(2, "{number} square is hidden", "{number} squares are hidden")


def stored(*warnings: Message) -> PhotoRow:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    reading = BoardReading(Kingdom.empty(1, 1), ((ReadSquare(EMPTY, 1.0),),), corners, warnings=warnings)
    return photo_row(1, 1, Source.of(reading, Picture(b"", 1, 1, 1.0)))


def warnings_in(row: PhotoRow) -> tuple[Message, ...]:
    source = photographed_in(row)
    assert isinstance(source, Source)
    return source.reading.warnings


@pytest.mark.parametrize("warning", [message("The photo is blurred."), GLARE, COUNTED])
def test_a_warning_can_still_be_translated_when_it_comes_back(warning: Message) -> None:
    assert warnings_in(stored(warning)) == (warning,)


def test_a_warning_kept_as_english_text_is_read_as_it_is() -> None:
    row = stored()
    row.reading = json.dumps(json.loads(row.reading) | {"warnings": ["Light glares on row 1, column 1."]})

    assert warnings_in(row) == (Message("Light glares on row 1, column 1."),)
