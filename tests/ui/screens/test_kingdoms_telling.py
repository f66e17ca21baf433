"""Kingdoms told slowly: every line that pays, epoch after epoch, and the gold it leaves everybody with."""

from __future__ import annotations

from itertools import pairwise

from scoring.kingdoms import Board
from tests.ui.drawing.test_kingdoms_picture import EVERY_PIECE, SEATED, played
from ui.screens.kingdoms.telling import telling
from ui.table.kingdoms import Epoch
from vision.training.kingdoms.samples import boards

RED_ALONE = Board.parse("r2 +3 M . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")
ONE_LINE = SEATED.with_new_board(0, Epoch(RED_ALONE)).checked(0)


def test_only_lines_in_which_a_castle_stands_are_told() -> None:
    [stage] = telling(ONE_LINE).stages

    assert [step.text.partition(":")[0] for step in stage.steps] == ["row 1, left of the mountain", "column 1"]


def test_a_line_is_told_with_its_sum_and_everybodys_gain() -> None:
    [stage] = telling(ONE_LINE).stages
    row = stage.steps[0]

    assert row.text.splitlines()[1:] == ["Ana: 3 × 2 = +6"]
    assert row.squares == ((0, 0), (0, 1))
    assert [(chip.row, chip.column, chip.text) for chip in row.chips] == [(0, 1, "+3")]


def test_gold_counts_from_the_start_to_what_the_sheet_says() -> None:
    game = SEATED
    for at, board in enumerate(boards()):
        game = game.with_new_board(at, Epoch(board)).checked(at)
    told = telling(game)
    assert game.sheet is not None

    assert told.start == (50,) * len(game.sheet.purses)
    ended = {tally.colour: gold for tally, gold in zip(told.tallies, told.moments[-1].totals, strict=True)}
    assert ended == {purse.colour.value: purse.now for purse in game.sheet.purses}


def test_the_order_of_the_players_does_not_tell_who_is_richest() -> None:
    other_way_round = SEATED.with_new_board(0, Epoch(Board.parse(str(RED_ALONE).replace("r2", "b2")))).checked(0)

    assert [tally.name for tally in telling(ONE_LINE).tallies] == ["Ana", "Ben"]
    assert [tally.name for tally in telling(other_way_round).tallies] == ["Ana", "Ben"]


def test_epochs_are_told_one_after_the_other_step_by_step() -> None:
    told = telling(played(3))
    order = [lit for moment in told.moments for lit in moment.lit]

    assert order == sorted(order)
    assert {stage for stage, _ in order} == {0, 1, 2}
    assert [stage.title for stage in told.stages] == ["Epoch 1", "Epoch 2", "Epoch 3"]


def test_each_line_changes_the_gold_by_what_it_says() -> None:
    told = telling(SEATED.with_new_board(0, Epoch(EVERY_PIECE)).checked(0))
    totals = [told.start, *(moment.totals for moment in told.moments)]

    assert all(len(before) == len(after) == len(told.tallies) for before, after in pairwise(totals))
    assert totals[-1] != told.start


def test_below_each_epoch_stays_what_it_brought() -> None:
    [stage] = telling(ONE_LINE).stages

    assert stage.after.splitlines() == ["Ana +6", "Ben 0"]


def test_the_richest_are_named_last() -> None:
    assert telling(ONE_LINE).headline == "Ana starts the next epoch"


def test_a_game_without_a_board_has_nothing_to_tell() -> None:
    assert telling(SEATED).moments == ()
