"""Gold runs on over three epochs; the richest starts the next, and wins."""

from __future__ import annotations

import pytest

from scoring.kingdoms import Board, Colour, score_game
from scoring.rules import RulesError


def board(row: str) -> Board:
    return Board.parse("/".join([row, *[". . . . . ."] * 4]))


RED_TEN = board("r2 +5 . . . .")
BLUE_TWENTY = board("b4 +5 . . . .")
BLUE_TEN = board("b2 +5 . . . .")


def test_everybody_starts_with_50_gold() -> None:
    game = score_game([RED_TEN], [Colour.RED, Colour.GREEN])

    assert {purse.colour: purse.now for purse in game.purses} == {Colour.RED: 60, Colour.GREEN: 50}


def test_gold_runs_on_from_epoch_to_epoch() -> None:
    game = score_game([RED_TEN, BLUE_TWENTY, RED_TEN])

    assert {purse.colour: purse.gold for purse in game.purses} == {
        Colour.RED: (60, 60, 70),
        Colour.BLUE: (50, 70, 70),
    }


def test_the_richest_after_an_epoch_starts_the_next() -> None:
    game = score_game([RED_TEN, BLUE_TWENTY])

    assert not game.is_over
    assert game.richest == (Colour.BLUE,)


def test_the_richest_after_the_third_epoch_wins() -> None:
    game = score_game([RED_TEN, BLUE_TWENTY, BLUE_TEN])

    assert game.is_over
    assert game.richest == (Colour.BLUE,)
    assert [(purse.place, str(purse.why)) for purse in game.purses] == [(1, "20 ahead"), (2, "20 behind blue")]


def test_equal_gold_shares_the_victory() -> None:
    game = score_game([RED_TEN, BLUE_TEN, Board.empty()], [Colour.YELLOW])

    assert game.richest == (Colour.RED, Colour.BLUE)
    assert [(purse.colour, purse.place, str(purse.why)) for purse in game.purses] == [
        (Colour.RED, 1, "as much as blue"),
        (Colour.BLUE, 1, "as much as red"),
        (Colour.YELLOW, 3, "10 behind red"),
    ]


def test_losses_are_paid_from_the_purse() -> None:
    (red,) = score_game([board("r4 -6 . . . .")]).purses

    assert (red.now, str(red.why)) == (26, "the only player")


def test_each_board_is_checked_against_the_epochs_before() -> None:
    rules = [{problem.rule for problem in wrong} for wrong in score_game([BLUE_TWENTY] * 3).problems]

    assert rules == [{"free"}, {"free", "spent"}, {"free", "spent"}]


def test_a_number_of_players_decides_how_many_castles_each_owns() -> None:
    three_castles = board("r1 r1 r1 . . .")

    assert "owned" not in {problem.rule for problem in score_game([three_castles], 3).problems[0]}
    assert "owned" in {problem.rule for problem in score_game([three_castles], 4).problems[0]}


@pytest.mark.parametrize("epochs", [0, 4])
def test_a_game_has_three_epochs(epochs: int) -> None:
    with pytest.raises(RulesError, match=f"3 epochs, not {epochs}"):
        score_game([RED_TEN] * epochs)
