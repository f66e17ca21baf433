"""A game of Kingdoms can be passed on as a picture."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scoring import Kingdom, score
from scoring.kingdoms import Board, Colour
from ui.drawing.kingdoms_picture import game_picture
from ui.drawing.pieces import LOOKS, SWATCHES
from ui.drawing.result_picture import Shared, result_picture
from ui.table.kingdoms import Epoch, Game, Player

EVERY_PIECE = Board.parse("r1 b2 y3 g4 M D/G W +1 -6 . ./. . . . . ./. . . . . ./. . . . . .")
SEATED = Game().with_players([Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")])


def played(epochs: int, game: Game = SEATED) -> Game:
    for at in range(epochs):
        game = game.with_new_board(at, Epoch(EVERY_PIECE)).checked(at)
    return game


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png), formats=["PNG"])


def shows(picture: Image.Image, colour: str) -> bool:
    wanted = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])
    return bool((np.abs(np.asarray(picture).astype(int) - wanted).max(-1) <= 2).sum() > 40)


def test_the_picture_is_as_wide_as_that_of_the_other_game() -> None:
    kingdom = Kingdom.parse("w1w/Cf")
    other = result_picture("Ana wins", [Shared("Ana", 1, kingdom, score(kingdom), ())])

    assert opened(game_picture(played(1))).width == opened(other).width


def test_the_picture_grows_with_the_players_not_with_the_epochs() -> None:
    four = [Player(colour, colour.value) for colour in Colour]
    heights = [opened(game_picture(played(epochs))).height for epochs in (1, 2, 3)]

    assert len(set(heights)) == 1
    assert opened(game_picture(played(1, Game().with_players(four)))).height == heights[0]  # all colours are on it
    assert opened(game_picture(SEATED.with_new_board(0, Epoch()))).height < heights[0]


@pytest.mark.parametrize("letter", [letter for letter in LOOKS if letter != "."])
def test_every_piece_has_its_colour_and_its_sign_on_the_picture(letter: str) -> None:
    picture = opened(game_picture(played(3)))

    assert shows(picture, LOOKS[letter].fill)
    assert shows(picture, LOOKS[letter].ink)


def test_every_player_has_their_colour_on_the_picture() -> None:
    picture = opened(game_picture(SEATED.with_new_board(0, Epoch())))

    assert [shows(picture, SWATCHES[colour]) for colour in (Colour.RED, Colour.BLUE)] == [True, True]


def test_the_winner_stands_on_gold() -> None:
    pixels = np.asarray(opened(game_picture(played(3))).convert("RGB"))

    assert tuple(pixels[160, 540]) == (200, 147, 26)


@given(st.text(min_size=1, max_size=40).filter(lambda name: name.strip()))
def test_any_name_can_be_written_on_the_picture(name: str) -> None:
    try:
        seated = Game().with_players([Player(Colour.RED, name), Player(Colour.BLUE, "Ben")])
    except ValueError:
        return
    assert game_picture(played(1, seated))
