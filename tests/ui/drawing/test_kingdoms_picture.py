"""A game of Kingdoms can be passed on as a picture."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, score
from scoring.kingdoms import Board, Colour
from ui.drawing.kingdoms_picture import game_picture
from ui.drawing.pieces import LOOKS, SWATCHES
from ui.drawing.result_picture import Shared, result_picture
from ui.drawing.share_card import GOLD
from ui.table.kingdoms import Epoch, Game, Player

EVERY_PIECE = Board.parse("r1 b2 y3 g4 M D/G W +1 -6 . ./. . . . . ./. . . . . ./. . . . . .")
SEATED = Game().with_players([Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")])


def played(epochs: int, game: Game = SEATED) -> Game:
    for at in range(epochs):
        game = game.with_new_board(at, Epoch(EVERY_PIECE)).checked(at)
    return game


def height(picture: str) -> int:
    return int(drawn(picture).attrib["height"])


def drawn(picture: str) -> Element:
    """The picture as a browser parses it: refused if it is no XML."""
    return fromstring(picture)


def test_the_picture_is_as_wide_as_that_of_the_other_game() -> None:
    kingdom = Kingdom.parse("w1w/Cf")
    other = result_picture("Ana wins", [Shared("Ana", 1, kingdom, score(kingdom), ())])

    assert drawn(game_picture(played(1))).attrib["width"] == drawn(other).attrib["width"]


def test_the_picture_grows_with_the_players_not_with_the_epochs() -> None:
    four = [Player(colour, colour.value) for colour in Colour]
    heights = [height(game_picture(played(epochs))) for epochs in (1, 2, 3)]

    assert len(set(heights)) == 1
    assert height(game_picture(played(1, Game().with_players(four)))) == heights[0]  # all colours are on it
    assert height(game_picture(SEATED.with_new_board(0, Epoch()))) < heights[0]


@pytest.mark.parametrize("letter", [letter for letter in LOOKS if letter != "."])
def test_every_piece_looks_on_the_picture_as_in_the_app(letter: str) -> None:
    picture = game_picture(played(3))

    assert f'fill="{LOOKS[letter].fill}"' in picture
    assert LOOKS[letter].icon in picture or letter in "+-"  # these bear their number instead


def test_every_player_has_their_colour_and_the_winner_stands_on_gold() -> None:
    picture = game_picture(SEATED.with_new_board(0, Epoch()))

    assert SWATCHES[Colour.RED] in picture
    assert SWATCHES[Colour.BLUE] in picture
    assert picture.count(f'fill="{GOLD}"') == 2  # equally rich


@given(st.text(min_size=1, max_size=40).filter(lambda name: name.strip()))
def test_any_name_can_be_written_on_the_picture(name: str) -> None:
    try:
        seated = Game().with_players([Player(Colour.RED, name), Player(Colour.BLUE, "Ben")])
    except ValueError:
        return
    assert drawn(game_picture(played(1, seated)))
