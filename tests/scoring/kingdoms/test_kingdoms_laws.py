"""Laws that hold for every board of Kingdoms, tried on boards drawn at random."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.kingdoms import Board, EpochSheet, problems, score_epoch
from tests.scoring.kingdoms.legal_boards import draw_board
from tests.scoring.kingdoms.slow_steward import stewards_count

BOARDS = st.integers(0, 2**32).map(lambda seed: draw_board(Random(seed)))
MANY = 1_000


def totals(sheet: EpochSheet) -> dict[str, tuple[int, int]]:
    return {one.colour.letter: (one.rows, one.columns) for one in sheet.earnings}


def test_a_slow_steward_counts_the_same_gold_on_a_thousand_boards() -> None:
    chance = Random(7)
    for _ in range(MANY):
        board = draw_board(chance)

        assert totals(score_epoch(board)) == stewards_count(str(board)), str(board)


@given(BOARDS)
@settings(max_examples=60)
def test_a_board_drawn_from_the_box_has_no_problems(board: Board) -> None:
    assert problems(board, players=max(2, len(score_epoch(board).earnings))) == ()
