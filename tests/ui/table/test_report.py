"""A report on a reading: it says what was read as it was read, survives its file, and refuses what is none of ours."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring import EMPTY, Kingdom, Square, Terrain
from ui.table.board import Board
from ui.table.codec import FormatError
from ui.table.report import MOST_BYTES, Report, Set, as_it_was_read, report_in, report_text
from ui.table.source import BoardReading, Picture, ReadSquare, Source
from ui.table.turning import in_frame

WHEAT, MINE = Square(Terrain.WHEAT), Square(Terrain.MINE, 2)
READ = Kingdom.parse("wf/m2C/l.")
SQUARES = tuple(tuple(ReadSquare(square, 0.75, EMPTY) for square in row) for row in READ.rows)
CORNERS = ((10.0, 10.0), (210.0, 12.0), (208.0, 315.5), (9.0, 311.0))
REPORT = Report("0.1.0", {"squares": "0" * 64}, SQUARES, CORNERS, READ, photo=b"\xff\xd8\xff\xd9")


def a_board() -> Board:
    source = Source.of(BoardReading(READ, SQUARES, CORNERS), Picture(b"", 400, 400, 1.0))
    return Board(READ, source=source)


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_is_turned_back_to_how_it_was_read(quarters: int) -> None:
    board = in_frame(a_board(), 5)
    for _ in range(quarters):
        board = board.turned()
    assert board.source

    corrected, (down, right) = as_it_was_read(board, board.source)

    assert {at: corrected[at[0] + down, at[1] + right] for at, _ in READ.squares()} == dict(READ.squares())


def test_a_report_survives_its_file() -> None:
    whole = replace(REPORT, place=(-1, 2), steps=(Set((0, 1), WHEAT, MINE),))

    assert report_in(report_text(whole)) == whole
    assert report_in(report_text(replace(REPORT, photo=None))).photo is None


def test_what_was_misread_is_named_square_by_square() -> None:
    report = replace(REPORT, corrected=READ.with_square(0, 0, MINE))

    assert report.corrected_squares == (((0, 0), WHEAT, MINE),)


def test_a_square_beyond_the_players_board_is_not_said_to_be_anything() -> None:
    report = replace(REPORT, place=(-1, 0))

    assert report.truth((0, 0)) is None
    assert report.truth((1, 0)) == WHEAT


STRANGE: dict[str, Any] = {
    "crownsight_report": 2,
    "version": "../../etc/passwd",
    "networks": {"squares": "<script>"},
    "read": [],
    "corners": [[0, 0], [1, 1], [0, 0], [1, 1]],
    "corrected": "w" * 500,
    "place": [10**9, 0],
    "set": [[[0, 0], "w", "ww"]],
    "photo": "no base64!",
}


@pytest.mark.parametrize("field", STRANGE)
@pytest.mark.parametrize("nothing", [False, True])
def test_a_file_with_a_strange_field_is_refused(field: str, nothing: bool) -> None:
    fields = json.loads(report_text(REPORT)) | {field: 7 if nothing else STRANGE[field]}

    with pytest.raises(FormatError):
        report_in(json.dumps(fields))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "true", "1e9", '"1"'])
def test_a_corner_that_is_no_place_in_a_photo_is_refused(number: str) -> None:
    with pytest.raises(FormatError):
        report_in(report_text(REPORT).replace("315.5", number))


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, '{"crownsight_report": 1}', " " * (MOST_BYTES + 1)])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        report_in(text)
