"""What was corrected at a table is known when its next photo is read."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import vision
from scoring import Square, Terrain
from ui.kingdom.learning import lessons_of, played_again
from ui.pictures import kept
from ui.table import Board, Colour, Table, read_board
from vision.photo import load

PHOTO = Path(__file__).parents[2] / "sample_images" / "kitchen-table.jpg"
TABLE = Table().with_player("Ana", Colour.BLUE)


@pytest.fixture(scope="module")
def board() -> Board:
    opened = load(PHOTO)
    [reading] = vision.read(opened)
    return replace(read_board(reading, kept(opened)), checked=True)


def corrected(board: Board) -> Board:
    return replace(board, kingdom=board.kingdom.with_square(0, 0, Square(Terrain.MINE, 2)))


def test_a_board_that_was_read_right_teaches_nothing(board: Board) -> None:
    assert lessons_of(TABLE.with_new_board(1, board)) is None


def test_a_corrected_board_teaches_once_it_is_checked(board: Board) -> None:
    lessons = lessons_of(TABLE.with_new_board(1, corrected(board)))

    assert lessons is not None
    assert len(lessons) == board.kingdom.height * board.kingdom.width
    assert lessons_of(TABLE.with_new_board(1, replace(corrected(board), checked=False))) is None


def test_lessons_outlive_the_game(board: Board) -> None:
    table = played_again(TABLE.with_new_board(1, corrected(board)), datetime(2024, 1, 1, tzinfo=UTC))

    assert table.seats[0].board is None
    assert lessons_of(table) is table.lessons is not None
