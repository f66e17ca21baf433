"""A game of Kingdoms as it is played, told and written down."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.kingdoms import EPOCHS, Board, Colour
from tests.given import EVENING, SAMPLES
from tests.ui.laid import KINGDOMS, RED_ALONE, played
from ui.drawing.pieces import explained, game_csv, game_line, headline
from ui.table.converter import FormatError
from ui.table.forms import kingdoms_in, kingdoms_text
from ui.table.kingdoms import Epoch, Player

FULL = Board.parse((SAMPLES / "kingdoms" / "epoch-1.txt").read_text())
UNDER_WAY = KINGDOMS.with_new_board(0, Epoch(FULL)).checked(0).with_new_board(1, Epoch())


def test_the_game_goes_on_with_the_first_epoch_nobody_has_checked() -> None:
    assert KINGDOMS.under_way == 0
    assert UNDER_WAY.under_way == 1
    assert played(RED_ALONE, RED_ALONE, RED_ALONE).under_way == EPOCHS - 1
    assert played(RED_ALONE, RED_ALONE, RED_ALONE).is_over


def test_a_game_that_is_over_has_its_boards_and_the_next_its_players() -> None:
    game = played(RED_ALONE, RED_ALONE, RED_ALONE)
    past = game.finished(4, EVENING)

    assert past is not None
    assert [purse.now for purse in past.sheet.purses] == [68, 50]
    assert (past.number, past.played) == (4, EVENING)
    assert (game.again().players, game.again().epochs) == (KINGDOMS.players, ())
    assert KINGDOMS.finished(1, EVENING) is None


def changed(**parts: Any) -> str:
    return json.dumps(json.loads(kingdoms_text(UNDER_WAY)) | parts)


BROKEN = {
    "a list": "[]",
    "of another kind": '{"crownsight": 1}',
    "too many epochs": changed(epochs=json.loads(kingdoms_text(UNDER_WAY))["epochs"] * 2),
    "one player": changed(players=[{"colour": "red", "name": "Ana"}]),
    "no such colour": changed(players=[{"colour": "pink", "name": "Ana"}] * 2),
    "a broken board": changed(epochs=[{"board": "M", "checked": True, "number": 1, "revision": 0}]),
    "a number that was never given": changed(numbered=0),
}


@pytest.mark.parametrize("kind", list(BROKEN))
def test_a_file_that_is_none_of_ours_is_refused_with_a_sentence(kind: str) -> None:
    with pytest.raises(FormatError, match=r"\w+ \w+"):
        kingdoms_in(BROKEN[kind])


def test_a_line_for_the_chat_has_places_names_and_gold() -> None:
    assert game_line(played(RED_ALONE)) == "Kingdoms: 1. Ana 56, 2. Ben 50"


def test_the_table_has_every_line_of_every_epoch_and_the_gold() -> None:
    rows = game_csv(played(RED_ALONE, RED_ALONE)).split("\r\n")

    assert rows[0] == "epoch,player,colour,line,gold"
    assert "1,Ana,red,row 1,6" in rows
    assert rows.count("2,Ana,red,gold,62") == 1
    assert len(rows) == 1 + 2 * 2 * 12 + 1
    computed = KINGDOMS.with_players([Player(Colour.RED, "=1+1"), Player(Colour.BLUE, "Ben")])
    assert "'=1+1" in game_csv(computed.with_new_board(0, Epoch(RED_ALONE)))  # as text


def test_a_line_is_told_part_by_part_with_the_players_names() -> None:
    board = Board.parse("r2 +3 M -2 b1 r1/. . . . . ./. . . . . ./. . . . . ./. . . . . .")
    game = played(board)
    assert game.sheet is not None

    assert explained(game.sheet.epochs[0].lines[0], game) == [
        "row 1, left of the mountain: +3, base 3",
        "Ana: 3 × 2 = +6",
        "row 1, right of the mountain: -2, base -2",
        "Ana: \N{MINUS SIGN}2 × 1 = \N{MINUS SIGN}2",
        "Ben: \N{MINUS SIGN}2 × 1 = \N{MINUS SIGN}2",
    ]


def test_victory_and_the_next_start_are_shared_by_equals() -> None:
    assert headline(played(RED_ALONE), ["Ana"]) == "Ana starts the next epoch"
    assert "one of them starts" in headline(played(RED_ALONE), ["Ana", "Ben"])
    assert headline(played(RED_ALONE, RED_ALONE, RED_ALONE), ["Ana", "Ben"]) == "Ana and Ben share the victory"
