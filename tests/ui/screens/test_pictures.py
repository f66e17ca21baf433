"""The pictures of a game show what lies on its boards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from scoring import BASE, GIANTS, NO_PIECES, Castle, Kingdom, Pieces, Rules
from scoring.kingdoms import Board, Colour
from ui.drawing import pieces
from ui.drawing.piece_marks import marks
from ui.screens.sharing import pictures_of_game, pictures_of_kingdoms
from ui.table.finished import Game, Played
from ui.table.kingdoms import Epoch, Player
from ui.table.kingdoms import Game as KingdomsGame

NOW = datetime(2026, 11, 23, tzinfo=UTC)
TWO_GIANTS = Pieces(giants=(((0, 0), 2),))
EVERY_PIECE = Board.parse("r1 b2 y3 g4 M D/G W +1 -6 . ./. . . . . ./. . . . . ./. . . . . .")


def test_every_picture_of_a_game_of_kingdomino_shows_the_pieces_on_its_boards() -> None:
    ana = Played("Ana", Castle.BLUE, Kingdom.parse("m2w/wC"), pieces=TWO_GIANTS)
    ben = replace(ana, name="Ben", colour=Castle.RED, pieces=NO_PIECES)
    game = Game(1, NOW, Rules(box=BASE + GIANTS), (ana, ben))

    assert [svg.count(marks(TWO_GIANTS)) for svg in pictures_of_game(game, {}).values()] == [1, 1]


def test_a_game_of_kingdoms_shows_the_board_of_each_epoch_and_what_it_brought() -> None:
    seated = KingdomsGame().with_players([Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")])
    game = seated.with_new_board(0, Epoch(EVERY_PIECE)).checked(0).with_new_board(1, Epoch(EVERY_PIECE))

    [picture] = pictures_of_kingdoms(game, NOW).values()

    assert picture.count(pieces.spaces(EVERY_PIECE)) == 2
    assert "Epoch 1<" in picture
    assert "Epoch 2: to check" in picture
