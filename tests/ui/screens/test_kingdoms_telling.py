"""The finale of Kingdoms: rows and columns of every epoch, and the gold they leave everybody with."""

from __future__ import annotations

from itertools import pairwise

from scoring.kingdoms import Board, Colour
from tests.given import SAMPLES
from ui.components.finale import Telling
from ui.screens.kingdoms.gold import telling
from ui.table.kingdoms import Epoch, Game, Player

SEATED = Game().with_players([Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")])
RED_ALONE = Board.parse("r2 +3 M . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")


def over(*epochs: Board) -> Game:
    game = SEATED
    for at, board in enumerate(epochs):
        game = game.with_new_board(at, Epoch(board)).checked(at)
    return game


def told(game: Game, *remarks: str) -> Telling:
    found = telling(game, remarks)
    assert found
    return found


def test_each_epoch_is_told_by_its_rows_and_then_its_columns() -> None:
    assert [leg.title for leg in told(over(RED_ALONE, Board.empty(), RED_ALONE)).legs] == [
        "Epoch 1: rows",
        "Epoch 1: columns",
        "Epoch 3: rows",
        "Epoch 3: columns",
    ]


def test_parts_in_which_a_castle_stands_glow_with_what_they_are_worth() -> None:
    rows, columns = told(over(RED_ALONE, Board.empty(), Board.empty())).legs

    assert rows.lit[0].squares == ((0, 0), (0, 1))
    assert [(chip.row, chip.column, chip.text) for chip in rows.lit[0].chips] == [(0, 1, "+3")]
    assert len(columns.lit[0].squares) == 5


def test_gold_counts_from_the_start_to_what_the_sheet_says() -> None:
    boards = (SAMPLES / "kingdoms" / f"epoch-{number}.txt" for number in (1, 2, 3))
    game = over(*(Board.parse(board.read_text()) for board in boards))
    assert game.sheet is not None
    telling = told(game)

    assert telling.start == (50,) * len(game.sheet.purses)
    ended = {racer.colour: gold for racer, gold in zip(telling.racers, telling.legs[-1].totals, strict=True)}
    assert ended == {purse.colour.value: purse.now for purse in game.sheet.purses}
    for before, after in pairwise([telling.start, *(leg.totals for leg in telling.legs)]):
        assert len(before) == len(after)


def test_the_order_of_the_players_does_not_tell_who_is_richest() -> None:
    blue_wins = Board.parse(str(RED_ALONE).replace("r2", "b2"))

    for board in (RED_ALONE, blue_wins):
        assert [racer.name for racer in told(over(board, board, board)).racers] == ["Ana", "Ben"]


def test_the_richest_is_named_last_with_the_gold_and_one_memory() -> None:
    ending = told(over(RED_ALONE, Board.empty(), Board.empty()), "Ana's first win").ending

    assert (ending.headline, ending.colour) == ("Ana wins", "red")
    assert ending.lines == ("56 gold", "6 ahead", "Ana's first win")
