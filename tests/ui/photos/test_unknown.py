"""What a player says of one unknown tile is said of those that look like it, on every board of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

import vision
from scoring import QUEENDOMINO, Position, Rules, Square, Terrain
from tests.given import SAMPLES, game
from tests.ui.laid import board_of
from ui.photos.pictures import kept
from ui.photos.reading import to_board_reading
from ui.photos.tiles import open_squares, with_alike
from ui.table.board import Board, read_board
from ui.table.table import Table
from vision.photo.photo import load
from vision.squares.named import Named

TOWN = Square(Terrain.TOWN)
QUEEN = "queendomino"


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    opened = load(SAMPLES / f"{QUEEN}.jpg")
    picture = kept(opened)
    return [read_board(to_board_reading(one), picture) for one in vision.read(opened, box=QUEENDOMINO)]


@pytest.fixture(scope="module")
def plain(boards: list[Board]) -> list[Position]:
    """The unknown towns of the first board without a building, in order."""
    built = {position for position, _ in game(QUEEN).players[0].pieces.buildings}
    return sorted(open_squares(boards[0]) - built)


def told(board: Board, places: list[Position]) -> Board:
    """The board once somebody has said that towns lie there."""
    for place in places:
        board = replace(board, kingdom=board.kingdom.with_square(*place, TOWN), doubtful=board.doubtful - {place})
    return board


def towns(board: Board) -> int:
    return sum(square == TOWN for _, square in board.kingdom.squares())


def table_of(*boards: Board) -> Table:
    table = Table(rules=Rules(box=QUEENDOMINO))
    for name in ("Ana", "Ben"):
        table = table.with_player(name, table.free_colours[0])
    for number, board in enumerate(boards, start=1):
        table = table.with_new_board(number, board)
    return table


def test_an_answer_on_one_board_names_look_alikes_on_the_other(boards: list[Board], plain: list[Position]) -> None:
    first = told(boards[0], plain[:3])
    table = table_of(first, boards[1])

    named = [seat.board for seat in with_alike(table, Named.nothing).seats if seat.board]

    assert towns(named[0]) >= 5
    assert towns(named[1]) >= 1
    around = board_of(with_alike(table_of(first.turned(), boards[1]), Named.nothing))
    assert abs(towns(around) - towns(named[0])) <= 1
    assert not [place for place in open_squares(named[0]) if named[0].kingdom[place].is_castle]
