"""What the rules forbid on a board of Kingdoms; gold runs on over three epochs, and the richest wins."""

from __future__ import annotations

import pytest

from scoring.kingdoms import Board, Colour, Problem, castles_left, problems, score_game
from scoring.rules import RulesError
from tests.scoring.kingdoms.slow_steward import with_rows


def board(*rows: str) -> Board:
    return Board.parse(with_rows(*rows))


RED_TEN = board("r2 +5 . . . .")
BLUE_TWENTY = board("b4 +5 . . . .")
BLUE_TEN = board("b2 +5 . . . .")


def test_gold_runs_on_from_epoch_to_epoch() -> None:
    game = score_game([RED_TEN, BLUE_TWENTY, RED_TEN])

    assert {purse.colour: purse.gold for purse in game.purses} == {
        Colour.RED: (60, 60, 70),
        Colour.BLUE: (50, 70, 70),
    }


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


@pytest.mark.parametrize("epochs", [0, 4])
def test_a_game_has_three_epochs(epochs: int) -> None:
    with pytest.raises(RulesError, match=f"3 epochs, not {epochs}"):
        score_game([RED_TEN] * epochs)


# --- What is forbidden


FULL_ROW = "+1 +2 +3 +4 -1 -2"


def broken(found: tuple[Problem, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    return {problem.rule: problem.positions for problem in found if problem.rule != "free"}


def text(found: tuple[Problem, ...], rule: str) -> str:
    (problem,) = [problem for problem in found if problem.rule == rule]
    return str(problem.text)


@pytest.mark.parametrize(
    ("rows", "positions", "sentence"),
    [
        (["D . D . . ."], ((0, 0), (0, 2)), "2 dragons, but 1 in the box: row 1, column 1; row 1, column 3"),
        (["G G . . . ."], ((0, 0), (0, 1)), "2 gold mines, but 1"),
        (["W W . . . ."], ((0, 0), (0, 1)), "2 wizards, but 1"),
        (["M M M . . ."], ((0, 0), (0, 1), (0, 2)), "3 mountains, but 2"),
        (
            ["-1 -2 -3 -4 -5 -6", "-1 . . . . ."],
            (*((0, column) for column in range(6)), (1, 0)),
            "7 hazards, but 6 in the box: row 1, column 1; row 1, column 2; row 1, column 3; row 1, column 4; "
            "row 1, column 5; row 1, column 6; and 1 more",
        ),
    ],
)
def test_more_tiles_than_the_box_has_are_a_problem(
    rows: list[str], positions: tuple[tuple[int, int], ...], sentence: str
) -> None:
    found = problems(board(*rows))

    assert broken(found) == {"box": positions}
    assert sentence in text(found, "box")


def test_thirteen_resources_are_one_too_many() -> None:
    rows = ["+1 +2 +3 +4 +5 +6", "+1 +2 +3 +4 +5 +6"]

    assert broken(problems(board(*rows))) == {}
    assert "13 resources, but 12" in text(problems(board(*rows, "+1 . . . . .")), "box")


def test_more_castles_of_a_rank_than_a_player_owns_are_a_problem() -> None:
    found = problems(board("y4 . y4 . . ."))

    assert broken(found) == {"owned": ((0, 0), (0, 2))}
    assert "Yellow has 2 castles of rank 4 on the board, but owns 1" in text(found, "owned")


@pytest.mark.parametrize(("players", "wrong"), [(2, False), (3, False), (4, True)])
def test_rank_1_castles_depend_on_the_number_of_players(players: int, wrong: bool) -> None:
    found = problems(board("r1 r1 r1 . . ."), players=players)

    assert ("owned" in broken(found)) is wrong


def test_without_a_number_of_players_the_colours_on_all_boards_count() -> None:
    three, other = board("r1 r1 r1 b1 . ."), board("y1 g1 . . . .")

    assert "owned" not in broken(problems(three))
    assert "owned" in broken(problems(three, [other]))


def test_a_castle_of_rank_2_to_4_is_spent_after_one_epoch() -> None:
    found = problems(board(". . r4 . . ."), [board("r4 . . . . .")])

    assert broken(found) == {"spent": ((0, 2),)}
    assert text(found, "spent") == (
        "Red has 1 castle of rank 4 on the board, but none left after epoch 1: row 1, column 3"
    )


def test_castles_left_are_those_owned_less_those_spent() -> None:
    earlier = [board("r1 r2 r2 r3 b2 ."), board("r2 r4 . . . .")]

    assert castles_left(Colour.RED, earlier, 2) == (4, 0, 1, 0)
    assert castles_left(Colour.GREEN, earlier, 4) == (2, 3, 2, 1)


def test_free_spaces_at_the_end_of_an_epoch_are_named() -> None:
    full = board(*[FULL_ROW] * 5)
    found = problems(full.with_piece(3, 4, None))

    assert "free" not in {problem.rule for problem in problems(full)}
    assert text(found, "free") == "1 space is free, so the epoch is not over: row 4, column 5"


def test_castles_of_more_colours_than_players_are_a_problem() -> None:
    found = problems(board("r1 b1 y1 . . ."), players=2)

    assert text(found, "players") == "There are castles of 3 colours, but 2 players"


@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four(players: int) -> None:
    with pytest.raises(RulesError, match=f"2 to 4 players, not {players}"):
        problems(Board.empty(), players=players)
