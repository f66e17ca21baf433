"""A report on a reading holds the reading, the corrections and the photo's properties."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace

import pytest

from scoring import EMPTY, Kingdom, Square, Terrain
from tests.ui.factories import reading_of
from ui.session.reports import report_text
from ui.table.board import Board, pad_board
from ui.table.photo_reading import PhotoReading, Picture

READ = Kingdom.parse("wf/m2C/l.")
CORNERS = ((10.0, 10.0), (210.0, 12.0), (208.0, 315.5), (9.0, 311.0))
READING = replace(reading_of(READ, confidence=0.75, other=EMPTY), corners=CORNERS)
SOURCE = PhotoReading.of(READING, Picture(b"\xff\xd8\xff\xd9", 400, 400, 0.5))


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_is_turned_back_to_how_it_was_read(quarters: int) -> None:
    board = pad_board(Board(READ, source=SOURCE), 5)
    for _ in range(quarters):
        board = board.rotate()
    assert board.source

    report = json.loads(report_text(board, board.source, with_photo=False))

    corrected, (down, right) = Kingdom.parse(report["corrected"]), report["place"]
    assert {at: corrected[at[0] + down, at[1] + right] for at, _ in READ.squares()} == dict(READ.squares())


def test_report_holds_reading_and_corrections() -> None:
    board = Board(READ.with_square(0, 0, Square(Terrain.MINE, 2)), source=SOURCE)

    report = json.loads(report_text(board, SOURCE, with_photo=True))

    assert report["crownsight_report"] == 1
    assert report["read"][0] == [["w", 0.75, "."], ["f", 0.75, "."]]
    assert (report["corrected"], report["place"]) == ("m2f/m2C/l.", [0, 0])
    assert report["corners"][2] == [416.0, 631.0]
    assert b64decode(report["photo"]) == SOURCE.picture.jpeg
    assert {"corners", "squares"} <= set(report["networks"])


def test_the_photo_is_in_it_only_where_the_player_says_so() -> None:
    assert "photo" not in json.loads(report_text(Board(READ, source=SOURCE), SOURCE, with_photo=False))
