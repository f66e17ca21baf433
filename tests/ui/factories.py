"""Factories of tables, boards and readings that many tests start from."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import cv2
import numpy as np

from scoring import (
    BASE,
    COURT,
    DEFAULT_RULES,
    GIANTS,
    QUEENDOMINO,
    Building,
    Kingdom,
    Pieces,
    Position,
    Square,
    Terrain,
)
from scoring.castle import Castle
from scoring.knizia import Board as EpochBoard
from scoring.knizia import Colour
from ui.table.board import Board
from ui.table.completed_games import Game, PlayerBoard
from ui.table.knizia import Epoch, Player
from ui.table.knizia import Game as KniziaGame
from ui.table.table import Table
from vision import Reading, SquareReading
from vision.squares.classify import CROP_PX, KINDS
from vision.squares.taught_tiles import learn_squares, serialize_tiles

EVENING = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)  # on which every game of the tests was played
ANA = Table().with_player("Ana", Castle.BLUE)
ANA_AND_BEN = ANA.with_player("Ben", Castle.GREEN)
ALL_BOXES = BASE + GIANTS + COURT + QUEENDOMINO
PIECES = Pieces(  # of every box
    giants=(((0, 0), 1),),
    tokens=frozenset({(0, 1)}),
    buildings=(((1, 0), Building(each=2, per=Terrain.WHEAT)),),
    coins=7,
    queen=True,
)
UNIT = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))  # corners of a kingdom that fills its photo

KINGDOMS = KniziaGame().with_players([Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")])
EPOCH = Epoch(EpochBoard.parse("r2 +3 . . . ./. M . . . ./. . D . . ./. . . . . ./. . . . . b1"))
RED_ALONE = EpochBoard.parse("r2 +3 . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")  # 6 gold for Ana


def with_boards(table: Table, *codes: str) -> Table:
    """Give each of a table's first players a new board."""
    for seat, code in zip(table.seats, codes, strict=False):
        table = table.with_new_board(seat.number, Board(Kingdom.parse(code)))
    return table


def one_game(number: int, dynasty: int | None = None, name: str = "Ana") -> Game:
    """Build a game of one player, ``number`` hours into the evening."""
    players = (PlayerBoard(name, Castle.BLUE, Kingdom.parse("w1w/Cf")),)
    return Game(number, EVENING + timedelta(hours=number), DEFAULT_RULES, players, dynasty)


def board_of(table: Table, number: int = 1) -> Board:
    """Return the board of a player by seat number."""
    seat = table.seat(number)
    assert seat
    assert seat.board
    return seat.board


def game_of(table: Table) -> KniziaGame:
    """Return the game of Kingdoms at a table."""
    assert table.knizia
    return table.knizia


def play(*boards: EpochBoard) -> KniziaGame:
    """Ana and Ben's game of Kingdoms after these epochs."""
    over = KINGDOMS
    for at, board in enumerate(boards):
        over = over.with_new_board(at, Epoch(board)).confirm_epoch(at)
    return over


def reading_of(
    kingdom: Kingdom | str, *doubtful: Position, confidence: float = 0.9, other: Square | None = None, **more: Any
) -> Reading:
    """Build the reading of a kingdom that fills its photo; every square has the same alternative."""
    seen = Kingdom.parse(kingdom) if isinstance(kingdom, str) else kingdom
    squares = tuple(tuple(SquareReading(square, confidence, other) for square in row) for row in seen.rows)
    return Reading(kingdom=seen, squares=squares, corners=UNIT, doubtful=frozenset(doubtful), **more)


BOTH_LAID = with_boards(ANA_AND_BEN, "w1w/Cf", "m3m/Cf")  # 2 points for Ana, 6 for Ben
BARE_PHOTO = cv2.imencode(".jpg", np.full((900, 1200, 3), 130, np.uint8))[1].tobytes()  # shows no kingdom
TAUGHT_SQUARES = len(KINDS) - 1  # of an edition: one of each kind but the bare table


@cache
def teach_edition() -> bytes:
    """Serialise an edition called *Ours* that one kingdom of chequered tiles has taught."""
    crops = np.random.default_rng(1).integers(0, 256, (TAUGHT_SQUARES, CROP_PX, CROP_PX, 3)).astype(np.uint8)
    return serialize_tiles(learn_squares("Ours", crops, KINDS[:TAUGHT_SQUARES]))
