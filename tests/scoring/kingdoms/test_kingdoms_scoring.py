"""Each rule of scoring an epoch on a board that shows it, the rulebook's example, and another way to the same gold."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.kingdoms import Board, EpochSheet, Part, lines, problems, score_epoch, score_game
from tests.scoring.kingdoms.slow_steward import draw_board, stewards_count, with_rows


def part(board: str, name: str) -> Part:
    (found,) = [part for line in lines(Board.parse(board)) for part in line.parts if str(part.name) == name]
    return found


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("+1 M r1 . . .", ["row 1, left of the mountain", "row 1, right of the mountain"]),
        (
            "+1 M r1 +4 M .",
            ["row 1, left of the mountains", "row 1, between the mountains", "row 1, right of the mountains"],
        ),
        ("M M M M M M", []),
    ],
)
def test_mountains_part_a_line(row: str, names: list[str]) -> None:
    assert [str(part.name) for part in lines(Board.parse(with_rows(row)))[0].parts] == names


def test_lines_write_themselves_as_a_player_would() -> None:
    board = with_rows("+3 D r1 M b2 +5", "+4 G -3 y4 y1 .")

    assert tuple(map(str, part(board, "row 1, left of the mountain").lines)) == (
        "row 1, left of the mountain: dragon cancels +3, base 0",
        "red 1 rank = 0",
    )
    assert tuple(map(str, part(board, "row 1, right of the mountain").lines)) == (
        "row 1, right of the mountain: +5, base 5",
        "blue 2 ranks = +10",
    )
    assert tuple(map(str, part(board, "row 2").lines)) == (
        "row 2: +4 -3, gold mine doubles 1, base 2",
        "yellow 4 + 1 ranks = +10",
    )


# --- The example of the rulebook, which tells six of the eleven lines, all pieces in them, and the totals


EXAMPLE = Board.parse("""
    y4 r1 -6 b1 +3 y1
    r2 +4 b2 -5 b4 W
    +6 -3 +2 +1 b3 b1
    +1 D  y2 M  b1 +5
    y1 G  M  y3 y3 +2
""")
SHEET = score_epoch(EXAMPLE)
PARTS = {str(part.name): part for line in SHEET.lines for part in line.parts}


@pytest.mark.parametrize(
    ("name", "base", "gold"),
    [
        ("row 1", -3, {"red": -3, "blue": -3, "yellow": -18}),  # yellow has 4 + 1 ranks, and one by the wizard
        ("row 4, left of the mountain", 0, {"yellow": 0}),  # the dragon cancels the village
        ("row 4, right of the mountain", 5, {"blue": 5}),
        ("column 2", -6, {"red": -6}),  # the dragon cancels the windmill, the gold mine doubles the wolves
        ("column 4, above the mountain", -4, {"blue": -4}),
        ("column 4, below the mountain", 0, {"yellow": 0}),
        ("column 6", 7, {"yellow": 14, "blue": 14}),  # the wizard lifts both castles of rank 1
    ],
)
def test_what_the_rulebook_says_of_its_lines(name: str, base: int, gold: dict[str, int]) -> None:
    assert PARTS[name].base == base
    assert {gain.colour.value: gain.gold for gain in PARTS[name].gains} == gold


def test_the_totals_of_the_epoch() -> None:
    totals = {one.colour.value: (one.rows, one.columns, one.total) for one in SHEET.earnings}

    assert totals == {"red": (-5, 8, 3), "blue": (25, 29, 54), "yellow": (-6, 50, 44)}


def test_the_gold_after_the_epoch_and_the_board_can_be_laid_from_one_box() -> None:
    gold = {purse.colour.value: purse.now for purse in score_game([EXAMPLE]).purses}

    assert gold == {"blue": 104, "yellow": 94, "red": 53}
    assert problems(EXAMPLE) == ()


# --- Laws


BOARDS = st.integers(0, 2**32).map(lambda seed: draw_board(Random(seed)))
MANY = 300


def gold_of(sheet: EpochSheet) -> dict[str, tuple[int, int]]:
    return {one.colour.letter: (one.rows, one.columns) for one in sheet.earnings}


def test_a_slow_steward_counts_the_same_gold_on_every_board() -> None:
    chance = Random(7)
    for _ in range(MANY):
        board = draw_board(chance)

        assert gold_of(score_epoch(board)) == stewards_count(str(board)), str(board)


@given(BOARDS)
@settings(max_examples=60)
def test_a_board_drawn_from_the_box_has_no_problems(board: Board) -> None:
    assert problems(board, players=max(2, len(score_epoch(board).earnings))) == ()
